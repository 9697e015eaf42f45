/** What emk keeps of a person goes with an erasure, whichever spelling of the address is typed. */
import {existsSync, readdirSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {useFreshShell} from '../../support/use-shell.js';

const shell = useFreshShell();
const spellings = ['jörg@münchen.example', 'JO\u0308RG@mu\u0308nchen.example', 'jörg@xn--mnchen-3ya.example'];

const copies = (): readonly string[] => {
  const folder = join(shell().folder, 'state', 'deleted');
  return existsSync(folder) ? readdirSync(folder) : [];
};

test.each(spellings.flatMap(kept => spellings.map(typed => [kept, typed] as const)))(
  'a copy of %s is struck by %s',
  async (kept, typed) => {
    for (const line of [`contacts create --list 2 --country India --email ${kept}`, `contacts delete ${kept} --yes`])
      expect(await shell().emk(line)).toMatchObject({code: 0});
    expect(copies()).toHaveLength(1);
    const {code, stdout} = await shell().emk(`contacts erase ${typed} --yes -o json`);
    expect([code, JSON.parse(stdout).files.length]).toEqual([0, 1]);
    expect(copies()).toEqual([]);
  },
);
