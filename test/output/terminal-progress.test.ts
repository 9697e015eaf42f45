/** The state of long work in a terminal's tab or taskbar: it follows the bar, and is gone at the end, however that comes. */
import {describe, expect} from 'vitest';
import {createTerminalProgress, knowsProgress} from '../../src/output/live/terminal-progress.js';
import {toStream} from '../../src/output/text/terminal.js';
import {eitherTest, longTest, portion, test} from '../in-two-parts.js';
import {describeInTerminal, desk, keys} from '../terminal/terminal.js';

const state = (text: string) => `\u001b]9;4;${text}\u001b\\`;

test('tells whole percents once each, work without an end as such, and the end', () => {
  const told: string[] = [];
  const progress = createTerminalProgress(signal => told.push(signal));
  progress.end();
  progress.show(5, undefined);
  for (const done of [0, 1, 2, 9, 1500]) progress.show(done, 1000);
  progress.end();
  progress.end();
  expect(told).toEqual(['3;0', '1;0', '1;100', '0;0'].map(state));
});

test('nothing else passes as such a signal', () => {
  const shown = toStream({isTTY: true});
  expect(shown(state('1;42'), 'progress')).toBe(state('1;42'));
  for (const other of [`${state('1;42')}x`, '\u001b]9;Hello\u001b\\', state('9;1')])
    expect(shown(other, 'progress')).toBe('');
});

test.each([
  [{WT_SESSION: 'b1'}, true],
  [{ConEmuANSI: 'ON'}, true],
  [{ConEmuANSI: 'OFF'}, false],
  [{TERM_PROGRAM: 'WezTerm'}, true],
  [{TERM_PROGRAM: 'Apple_Terminal'}, false],
  // Older ones would pop up a message for each percent.
  [{TERM_PROGRAM: 'iTerm.app', TERM_PROGRAM_VERSION: '3.6.5'}, false],
  [{TERM_PROGRAM: 'iTerm.app', TERM_PROGRAM_VERSION: '3.6.6'}, true],
  [{TERM_PROGRAM: 'iTerm.app', TERM_PROGRAM_VERSION: '3.10.0beta1'}, true],
  [{TERM_PROGRAM: 'iTerm.app'}, false],
  [{VTE_VERSION: '7600'}, false],
  [{VTE_VERSION: '8001'}, true],
  [{WT_SESSION: 'b1', TMUX: '/tmp/tmux'}, false],
  [{WT_SESSION: 'b1', CI: 'true'}, false],
  [{}, false],
])('%j: %s', (env, knows) => expect(knowsProgress({env})).toBe(knows));

describeInTerminal('on a terminal', () => {
  const env = {TERM_PROGRAM: 'ghostty'};
  const last = (received: string) => {
    const at = received.lastIndexOf('\u001b]9;4;');
    return received.slice(at, received.indexOf('\\', at) + 1);
  };

  longTest('it is gone after work that succeeds, and none is told with --quiet', async () => {
    const here = await desk();
    const terminal = here.open(['contacts', 'export', 'all.csv'], {env});
    expect(await terminal.ended()).toBe(0);
    expect(terminal.received()).toContain('\u001b]9;4;');
    expect(last(terminal.received())).toBe(state('0;0'));
    const quiet = here.open(['contacts', 'export', 'again.csv', '--quiet'], {env});
    expect(await quiet.ended()).toBe(0);
    expect(quiet.received()).not.toContain('\u001b]9;4;');
  });

  describe.each(
    portion(
      [
        ['fails', '500', '', 6],
        ['is interrupted', 'hang', keys.ctrlC, 130],
        ['is interrupted twice', 'hang', keys.ctrlC + keys.ctrlC, 130],
      ] as const,
      1,
    ),
  )('it is gone after work that %s', (_, fault, typed, code) => {
    eitherTest('however it ends', async () => {
      const here = await desk();
      here.sandbox.misbehave(`* *=${fault},after=5`);
      const terminal = here.open(['report', '--retries', '0'], {env});
      if (typed) {
        await terminal.waitFor('Reading the account');
        terminal.type(typed);
      }
      expect(await terminal.ended(), terminal.screen()).toBe(code);
      expect(terminal.received()).toContain('\u001b]9;4;1;');
      expect(last(terminal.received())).toBe(state('0;0'));
    });
  });
});
