/** Names of written files are links on terminals that know them, and nothing else about the text changes. */
import {hostname} from 'node:os';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {describe, expect} from 'vitest';
import {linkFile} from '../../src/output/text/file-links.js';
import {toStream} from '../../src/output/text/terminal.js';
import {fakeHost} from '../accounts/fake-host.js';
import {longTest, test} from '../in-two-parts.js';
import {describeInTerminal, desk} from '../terminal/terminal.js';

const knowing = {TERM_PROGRAM: 'ghostty'};

/** A terminal in /work whose person has these files written. */
function terminal(files: readonly string[], env: Record<string, string> = knowing) {
  const stderr = Object.assign(fakeHost().stderr, {isTTY: true});
  const host = fakeHost({cwd: '/work', env, stderr});
  for (const file of files) linkFile(host, file);
  return (text: string) => String(toStream(stderr)(text, 'words'));
}

const linked = (path: string, shown: string) =>
  `\u001b]8;;file://${hostname().toLowerCase()}${path}\u001b\\${shown}\u001b]8;;\u001b\\`;

test('a name leads to the whole path, on the machine where the file is', () => {
  const shown = terminal(['/work/left over.csv']);
  expect(shown('Wrote 3 people to left over.csv.\n')).toBe(
    `Wrote 3 people to ${linked('/work/left%20over.csv', 'left over.csv')}.\n`,
  );
  expect(shown('In /work/left over.csv, ./left over.csv')).toBe(
    `In ${linked('/work/left%20over.csv', '/work/left over.csv')}, ${linked('/work/left%20over.csv', './left over.csv')}`,
  );
});

test('whatever a name has in it, it is the same file', () => {
  const name = 'Käthe; 100% #1 (a+b)?.csv';
  const shown = terminal([`/work/${name}`])(`"${name}"`);
  const [before, address = '', text, , after] = shown.split('\u001b');
  expect(address).toMatch(/^\]8;;[!-~]+$/);
  expect(fileURLToPath(address.slice(']8;;'.length).replace(hostname().toLowerCase(), ''))).toBe(`/work/${name}`);
  expect([before, text, after]).toEqual(['"', `\\${name}`, '\\"']);
});

test('a part of another name is no link, and of two names the longer one counts', () => {
  const shown = terminal(['/work/a.csv', '/work/b/a.csv']);
  for (const other of ['aa.csv', 'a.csv.gz', 'c/a.csv', 'a.csv/x', '../a.csv', 'a.csvs'])
    expect(shown(other)).toBe(other);
  expect(shown('b/a.csv')).toBe(linked('/work/b/a.csv', 'b/a.csv'));
});

test('texts of others make no links', () => {
  const shown = terminal(['/work/a.csv']);
  expect(shown('\u001b]8;;https://evil.example\u001b\\a.csv\u001b]8;;\u001b\\')).not.toContain('\u001b]8;;https');
});

describe('only terminals that say so get links', () => {
  test.each([
    [{TERM_PROGRAM: 'WezTerm'}, true],
    [{TERM_PROGRAM: 'Apple_Terminal'}, false],
    [{WT_SESSION: 'b1'}, true],
    [{VTE_VERSION: '7600'}, true],
    [{VTE_VERSION: '5000'}, false],
    [{TERM: 'xterm-kitty'}, true],
    [{TERM: 'xterm-256color'}, false],
    [{...knowing, TMUX: '/tmp/tmux'}, false],
    [{...knowing, NO_COLOR: '1'}, false],
    [{...knowing, EMK_PLAIN: '1'}, false],
    [{...knowing, CI: 'true'}, false],
    [{...knowing, CLAUDECODE: '1'}, false],
    [{...knowing, FORCE_HYPERLINK: '0'}, false],
    [{FORCE_HYPERLINK: '1', NO_COLOR: '1'}, true],
    [{}, false],
  ])('%j: %s', (env, knows) => {
    expect(terminal(['/work/a.csv'], env)('a.csv') === 'a.csv').toBe(!knows);
  });
});

describeInTerminal('on a terminal', () => {
  longTest('an export says where it is, and the screen is the same', async () => {
    const here = await desk();
    const terminal = here.open(['contacts', 'export', 'all.csv'], {env: knowing});
    expect(await terminal.ended()).toBe(0);
    expect(terminal.screen()).toMatch(/^Exported \d+ contacts to all\.csv\.$/m);
    expect(terminal.received()).toContain(linked(join(here.folder, 'all.csv'), 'all.csv'));
  });
});
