/** What cannot be copied is not deleted: the copy comes first, and a failed one ends the deletion. */
import {existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {describe, expect, test} from 'vitest';
import {startShell} from '../../support/shell.js';
import {useFreshShell} from '../../support/use-shell.js';

const shell = useFreshShell();

const copies = (): string => join(shell().folder, 'state/deleted');
const copied = (): string[] => (existsSync(copies()) ? readdirSync(copies()) : []);

const changing = async (): Promise<string[]> =>
  (await shell().sandbox.requests()).flatMap(({method, path}) =>
    method === 'DELETE' || /delete/.test(path) ? [`${method} ${path}`] : [],
  );

const lines: ReadonlyArray<readonly [line: string, reads: string]> = [
  ['lists delete 2', 'GET /contacts/list'],
  ['segments delete 1', 'GET /segment/email/list'],
  ['mailings delete UTR', 'GET /single-send/details'],
  ['contacts delete 1', 'GET /contacts/details'],
  [`contacts delete ${Array.from({length: 21}, (_, at) => at + 1).join(' ')}`, 'GET /contacts/list'],
];

describe.each(lines)('%s', (line, reads) => {
  const deleting = async () => {
    const [{utr}] = JSON.parse((await shell().emk('mailings list -o json --limit 1')).stdout);
    return (await shell().emk(`${line.replace('UTR', utr)} --yes --retries 1`)).code;
  };

  test('deletes nothing where the copy cannot be written', async () => {
    mkdirSync(dirname(copies()), {recursive: true});
    writeFileSync(copies(), 'a file where the folder belongs');
    expect(await deleting()).toBe(3);
    expect(await changing()).toEqual([]);
  });

  test('deletes nothing where what goes cannot be read, and leaves no half of a copy', async () => {
    shell().sandbox.misbehave(`${reads}=500`);
    expect(await deleting()).toBe(6);
    expect(await changing()).toEqual([]);
    expect(copied()).toEqual([]);
  });
});

describe('a copy', () => {
  const inCopy = (): unknown[] => {
    const [name = ''] = copied();
    const lines = readFileSync(join(copies(), name), 'utf8').trim().split('\n').slice(1);
    return lines.map(line => JSON.parse(line)).flatMap(({kind, record}) => (record ? [[kind, record.id]] : []));
  };

  test('holds what goes, and nothing else', async () => {
    expect((await shell().emk('contacts delete 1 2 --yes')).code).toBe(0);
    expect(inCopy()).toEqual([
      ['contacts', 1],
      ['contacts', 2],
    ]);
  });

  test('of a list holds its people with their places in segments, and nobody of another list', {
    tags: ['long'],
  }, async () => {
    const people: Array<{id: number}> = JSON.parse((await shell().emk('contacts list --list 2 -o json')).stdout);
    expect(people.length).toBeGreaterThan(0);
    expect((await shell().emk('lists delete 2 --yes --max-delete 1000')).code).toBe(0);
    expect(inCopy()).toEqual([
      ['lists', 2],
      ...people.map(({id}) => ['contacts', id]),
      // Ann and Greta. Paula is in the segment without a contact.
      ...[1, 2].map(id => ['segments recipients', id]),
    ]);
  });

  test('is not made of what was deleted before', {tags: ['long']}, async () => {
    const listing = await startShell({settings: {deletedRows: 'listed'}});
    try {
      const [{id: first}, {id: second}] = JSON.parse((await listing.emk('contacts list --list 2 -o json')).stdout);
      await listing.emk(`contacts delete ${first} --yes`);
      expect(await listing.emk('lists delete 2 --yes --max-delete 1000')).toMatchObject({code: 0});
      const folder = join(listing.folder, 'state/deleted');
      const copy = readFileSync(join(folder, readdirSync(folder).sort()[1] ?? ''), 'utf8');
      const ids = copy
        .trim()
        .split('\n')
        .slice(1)
        .map(line => JSON.parse(line))
        .flatMap(({kind, record}) => (kind === 'contacts' ? [record.id] : []));
      expect(ids).not.toContain(first);
      expect(ids).toContain(second);
    } finally {
      await listing.close();
    }
  });

  test('is not made by a dry run', async () => {
    await shell().emk('contacts delete 1 --dry-run');
    expect(copied()).toEqual([]);
  });
});
