/** Messages about an account's files fit a narrow terminal, and no word is broken. */

import {PassThrough} from 'node:stream';
import {beforeEach, expect, test} from 'vitest';
import {displayWidth} from '../../src/output/text/width.js';
import {sample} from '../sample.js';
import {usePulled} from './pulled-shell.js';

const shell = usePulled();
beforeEach(async () => {
  await shell().emk('lists delete Customers --yes');
  await shell().emk('senders update hello@acme.example --postal-code 12345');
});

/** What a terminal with this many columns finally shows: the output, and messages after the progress is gone. */
async function seen(line: string, columns: number, env: Record<string, string> = {}): Promise<string> {
  const terminal = () => Object.assign(new PassThrough(), {isTTY: true, columns});
  const [stdout, stderr] = [terminal(), terminal()];
  await shell().emk(line, {env, host: {stdout, stderr}});
  const said = String(stderr.read() ?? '')
    .split(/\p{Cc}\[K/u)
    .at(-1);
  return `${stdout.read() ?? ''}${said}`.split(/\p{Cc}\[\d+m/u).join('');
}

const inOneLine = (text: string): string => text.replaceAll(/\s+/g, ' ');

test.each(
  sample(
    [
      ['account plan a --prune', ''],
      ['account apply a --dry-run', ''],
      ['undo a --dry-run', 'account apply a --yes'],
      ['account pull b --dry-run', ''],
    ],
    1,
  ),
)('%s', async (line, before) => {
  if (before !== '') await shell().emk(before);
  for (const env of [{}, {NO_COLOR: '1'}] as Array<Record<string, string>>) {
    const wide = await seen(line, 500, env);
    const narrow = await seen(line, 24, env);
    expect(narrow.split('\n').length).toBeGreaterThan(wide.split('\n').length);
    expect(inOneLine(narrow)).toBe(inOneLine(wide));
    const tooWide = narrow.split('\n').filter(each => displayWidth(each) > 24);
    expect(tooWide.filter(each => each.trim().includes(' '))).toEqual([]);
  }
});
