/** A window made narrower or wider while a question is open, drawn by a terminal that breaks lines again. */
import {setTimeout as pause} from 'node:timers/promises';
import xterm from '@xterm/headless';
import {describe, expect, test} from 'vitest';
import {createAsk} from '../../src/commands/prompts.js';
import {fakeHost} from '../accounts/fake-host.js';

/** A window whose cursor stays where it was in the text, as in most terminals. By itself xterm.js moves it too far down. */
function windowOf(columns: number, rows: number) {
  const terminal = new xterm.Terminal({
    ...{cols: columns, rows, scrollback: 500, allowProposedApi: true},
    ...{reflowCursorLine: true, convertEol: true},
  });
  const narrow = async (to: number) => {
    const at = terminal.buffer.active.cursorX;
    const line = terminal.registerMarker(0);
    terminal.resize(to, rows);
    const row = (line?.line ?? 0) + Math.floor(at / to) - terminal.buffer.active.baseY;
    await new Promise<void>(done => terminal.write(`\u001b[${row + 1};${(at % to) + 1}H`, done));
  };
  const host = fakeHost({terminal: true});
  Object.assign(host.stderr, {columns});
  host.stderr.on('data', chunk => terminal.write(String(chunk)));
  host.stderr.write('emk send\nThree mailings stand in the account.\n');
  const screen = () => {
    const {active} = terminal.buffer;
    const lines = Array.from({length: active.length}, (_, at) => active.getLine(at)?.translateToString(true));
    return lines.join('\n').trimEnd();
  };
  const settled = async (): Promise<string> => {
    await new Promise(resolve => setImmediate(() => setImmediate(resolve)));
    await new Promise<void>(resolve => terminal.write('', resolve));
    return screen();
  };
  return {
    ask: createAsk(host, {input: true}).guided,
    async waitFor(text: string) {
      while (!(await settled()).includes(text)) await pause(2);
    },
    async type(keys: string) {
      await settled();
      host.stdin.push(keys);
      return settled();
    },
    async resize(to: number) {
      await settled();
      await narrow(to);
      Object.assign(host.stderr, {columns: to});
      host.stderr.emit('resize');
      return settled();
    },
  };
}

const choices = Array.from({length: 8}, (_, at) => ({
  name: `Mailing ${at + 1} about everything that is new in the shop`,
  note: 'scheduled',
  value: at,
}));
const times = (screen: string, text: string): number => screen.split(text).length - 1;

describe('a window made narrower in the middle of a question', () => {
  test.each([
    ['a list', 'Which mailing should leave on the first of May, after all that was said about it?', ''],
    ['a list in which something is typed', 'Which mailing?', 'mailing 3 about everything that is new in the shop'],
  ])('shows each line of %s once, and those before it stay', async (_, question, typed) => {
    const {ask, type, waitFor, resize} = windowOf(80, 24);
    const answer = ask.pick(question, {from: choices, canGoBack: true});
    await waitFor('Which mailing');
    await type(typed);
    await waitFor(typed);
    for (const columns of [61, 43, 30, 120, 50]) {
      const screen = await resize(columns);
      const words = screen.replace(/\s+/g, '');
      expect(times(words, 'emksend')).toBe(1);
      expect(times(words, 'standintheaccount.')).toBe(1);
      expect(times(words, 'Whichmailing')).toBe(1);
      // The row itself; below the list stands what it has no room for.
      expect(times(words, typed === '' ? 'Mailing3' : '❯Mailing3')).toBe(1);
    }
    await type('\r');
    expect(typeof (await answer)).toBe('number');
  });

  test.each([
    ['narrowed twice', async ({resize}: ReturnType<typeof windowOf>) => [await resize(50), await resize(70)], []],
    ['stopped with Ctrl-Z and continued', async ({type}: ReturnType<typeof windowOf>) => [await type('\u001a')], ['']],
  ])('leaves nothing of a question that fills the window and was %s', async (_, disturb, between) => {
    const window = windowOf(80, 24);
    const {ask, type, waitFor} = window;
    const columns = Array.from({length: 20}, (_, at) => ({
      header: `Column ${at + 1}`,
      examples: ['a value that is long enough', 'and another one'],
      target: at === 0 ? ({kind: 'known', fields: ['email']} as const) : undefined,
      suggested: `column_${at + 1}`,
    }));
    const how = {columns, known: ['email', 'city'], needed: 'email', canGoBack: false};
    const answer = ask.match('Which field does each column fill?', how);
    await waitFor('Column 11');
    await disturb(window);
    await type('-');
    await type('\r');
    await answer;
    expect(await type('')).toBe(
      [
        'emk send',
        'Three mailings stand in the account.',
        ...between,
        '✔ Which field does each column fill? 1 matched, 19 skipped',
      ].join('\n'),
    );
  });
});
