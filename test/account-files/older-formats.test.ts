/** Lock files and journals of another emk: nothing is guessed from them. */
import {createHash} from 'node:crypto';
import {mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {beforeEach, expect, test} from 'vitest';
import {journalLine} from '../journal-line.js';
import {useFreshShell} from '../use-shell.js';

const shell = useFreshShell({seed: {kind: 'empty'}});
beforeEach(async () => {
  mkdirSync(at('a'));
});

const at = (path: string): string => join(shell().folder, path);

const LOCK = 'a/emk.lock.json';
const JOURNAL = 'a/.emk-apply.jsonl';

const apply = async (...names: readonly string[]): Promise<void> => {
  writeFileSync(at('a/lists.yaml'), `lists:\n${names.map(name => `  - name: ${name}\n`).join('')}`);
  expect(await shell().emk('account apply a --yes --max-delete 9')).toMatchObject({code: 0});
};

/** Puts a journal of format 1 beside the files, as after a kill. */
const leaveJournal = (...steps: readonly object[]): void => {
  const {publicKey, baseUrl} = shell().sandbox;
  const key = createHash('sha256').update(publicKey).digest('hex').slice(0, 16);
  const begin = {step: 'begin', target: {origin: new URL(baseUrl).origin, key}};
  writeFileSync(at(JOURNAL), [begin, ...steps].map(journalLine).join(''));
};

test.each([LOCK, JOURNAL])('%s of an unknown format is refused, and nothing is changed', async path => {
  await apply('Leads');
  if (path === JOURNAL) leaveJournal();
  const text = readFileSync(at(path), 'utf8');
  const of = (version: number) => {
    if (path === LOCK) return text.replace('"version": 3', `"version": ${version}`);
    return journalLine({...JSON.parse(text).record, version});
  };
  writeFileSync(at(path), of(9));
  for (const line of ['account apply a --yes', 'undo a --yes']) {
    const {code, stderr} = await shell().emk(line);
    expect([code, stderr]).toEqual([3, expect.stringContaining('its format is 9')]);
  }
  expect(readFileSync(at(path), 'utf8')).toBe(of(9));
});
