/** A file of `contacts export --edit` comes back to a list that has changed: only what the person changed is sent. */

import {readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {tries} from '../support/sample.js';
import {useFreshShell} from '../support/use-shell.js';

const shell = useFreshShell();

const header = 'email,first_name,city,postal_code,country';
const rows = ['ann', 'bob', 'cid', 'dora', 'eve', 'fay'].map(
  (name, at) => `${name}@example.org,${name},Bonn,5311${at},Germany`,
);

const emk = async (line: string, expected = 0) => {
  const ran = await shell().emk(line);
  expect({line, code: ran.code, stderr: ran.stderr}).toMatchObject({code: expected});
  return ran;
};

/** A list of six people, and their file, gone out to be edited. */
async function sendOut(columns = 'first_name,city,postal_code'): Promise<void> {
  await emk('lists create People');
  await emk('lists create Others');
  shell().write('six.csv', `${[header, ...rows].join('\n')}\n`);
  await emk('contacts import six.csv --list People --yes');
  await emk(`contacts export people.csv --list People --edit${columns && ` --columns ${columns}`}`);
}

const path = (name: string): string => join(shell().folder, name);
const change = (edit: (text: string) => string, name = 'people.csv'): void =>
  writeFileSync(path(name), edit(readFileSync(path(name), 'utf8')));

const people = async (columns = 'email,first_name,city,postal_code'): Promise<string[]> => {
  const {stdout} = await emk(`contacts list --list People --columns ${columns} -o csv --sort email`);
  return stdout.trim().split('\n').slice(1);
};

const idOf = async (name: string): Promise<string> =>
  (await emk(`contacts find ${name}@example.org -o id`)).stdout.trim();

const back = 'contacts sync people.csv --list People --update --yes';

const changesSent = async (): Promise<number> =>
  (await shell().sandbox.requests()).filter(({method, path: to}) => method !== 'GET' && /contacts\//.test(to)).length;

test('the last column begins with a letter, so that no spreadsheet makes a number of it', async () => {
  await sendOut('');
  const [head = '', ...lines] = readFileSync(path('people.csv'), 'utf8').trim().split('\n');
  expect(head).toMatch(/^email,first_name,.*,postal_code,emk_row$/);
  for (const line of lines) expect(line).toMatch(/,r\d+-[0-9a-f]{12}$/);
  expect(lines).toHaveLength(6);
  const {stderr} = await emk('contacts export people.csv --edit --overwrite', 2);
  expect(stderr).toContain('--edit');
});

test('a file that nobody touched changes nothing, whatever others did meanwhile', async () => {
  await sendOut();
  await emk('contacts update eve@example.org --postal-code 99999');
  await emk('contacts delete bob@example.org --yes');
  const before = await changesSent();
  const {stdout} = await emk(back, 8);
  expect(stdout).toContain('bob@example.org');
  expect([await changesSent(), await people()]).toMatchObject([before, {length: 5}]);
});

test('who is deleted, moved or has a new address stays so, and only the changed cell is sent', async () => {
  await sendOut();
  await emk('contacts delete bob@example.org --yes');
  await emk('contacts update cid@example.org --list Others');
  await emk('contacts update dora@example.org --email dora@example.net');
  await emk('contacts update eve@example.org --postal-code 99999');
  change(text => text.replace('fay@example.org,fay,Bonn', 'fay@example.org,fay,Ulm'));
  const {stdout} = await emk(`${back} --json`, 8);
  expect(JSON.parse(stdout)).toMatchObject({
    ...{to_add: 0, fields: {city: 1}, away: ['bob@example.org', 'cid@example.org'], done: {added: 0, changed: 1}},
  });
  expect(await people()).toEqual([
    ...['ann@example.org,ann,Bonn,53110', 'dora@example.net,dora,Bonn,53113'],
    ...['eve@example.org,eve,Bonn,99999', 'fay@example.org,fay,Ulm,53115'],
  ]);
});

test('a person who left the list and whose line nobody touched is only named', async () => {
  await sendOut('');
  await emk('contacts delete bob@example.org --yes');
  const {stdout} = await emk(back);
  expect(stdout).toContain('bob@example.org');
});

test('somebody whom others changed meanwhile is left alone by name, and the rest is done', async () => {
  await sendOut();
  await emk('contacts update ann@example.org --city Kiel');
  change(text => text.replace('ann@example.org,ann', 'ann@example.org,Anna').replace('fay,Bonn', 'fay,Ulm'));
  const {stderr, stdout} = await emk(`${back} --json`, 8);
  expect(stderr).toContain('ann@example.org');
  expect(JSON.parse(stdout)).toMatchObject({
    ...{done: {changed: 1}, refused: [{line: 2, email: 'ann@example.org', why: 'meanwhile'}]},
  });
  const now = await people();
  expect([now[0], now[5]]).toEqual(['ann@example.org,ann,Kiel,53110', 'fay@example.org,fay,Ulm,53115']);
});

describe('an address', () => {
  test('may be changed in the file', async () => {
    await sendOut();
    const id = await idOf('ann');
    change(text => text.replace('ann@example.org', 'anna@example.org'));
    const {stderr} = await emk(back);
    expect(stderr).toContain('ann@example.org');
    expect([await idOf('anna'), (await people())[0]]).toEqual([id, 'anna@example.org,ann,Bonn,53110']);
  });

  test('that somebody else on the list has is not taken, nor one of somebody who unsubscribed', async () => {
    await sendOut();
    await emk('contacts delete bob@example.org --yes');
    await emk('unsubscribes add --email gone@example.org');
    shell().write('new.csv', `${header}\nnew@example.org,new,Bonn,1,Germany\n`);
    await emk('contacts import new.csv --list People --yes');
    change(text => text.replace('ann@example.org', 'new@example.org').replace('eve@example.org', 'gone@example.org'));
    const {stdout} = await emk(`${back} --json`, 8);
    expect(JSON.parse(stdout).refused).toMatchObject([
      ...[{email: 'new@example.org', why: 'occupied'}, {why: 'away'}, {email: 'gone@example.org', why: 'left'}],
    ]);
    expect((await people()).map(line => line.split('@')[0])).toEqual(['ann', 'cid', 'dora', 'eve', 'fay', 'new']);
  });
});

test('a spreadsheet may sort the rows, drop a column, rename the file, encode and separate it otherwise', async () => {
  await sendOut();
  await emk('contacts update eve@example.org --postal-code 99999');
  const [head = '', ...lines] = readFileSync(path('people.csv'), 'utf8').trim().split('\n');
  const cells = [head, ...lines.reverse()].map(line => line.split(','));
  const text = cells.map(([email, first, city, , mark]) => [city, first, email, mark].join(';')).join('\r\n');
  shell().write('Kopie.csv', Buffer.from(text.replace('Bonn;fay', 'Köln;fay'), 'latin1'));
  await emk('contacts sync Kopie.csv --list People --update --yes');
  expect((await people()).slice(4)).toEqual(['eve@example.org,eve,Bonn,99999', 'fay@example.org,fay,Köln,53115']);
});

test('a new line is a new person, and a deleted line deletes nobody and says so', async () => {
  await sendOut();
  change(text => `${text.replace(/^bob.*\n/m, '')}nina@example.org,Nina,Ulm,89073,\n`);
  expect((await emk(back)).stderr).toContain('1 person');
  expect((await people()).filter(line => /bob|nina/.test(line))).toEqual([
    ...['bob@example.org,bob,Bonn,53111', 'nina@example.org,Nina,Ulm,89073'],
  ]);
  change(text => `${text.replace(/^nina.*\n/m, '')}bob@example.org,Robert,Ulm,1,\n`);
  expect((await emk(back, 8)).stderr).toContain('emk_row');
  expect((await people())[1]).toBe('bob@example.org,bob,Bonn,53111');
});

describe('a column that emk cannot trust is refused before anything is sent:', () => {
  const refused = async (edit: (text: string) => string, says: string, line = back): Promise<void> => {
    await sendOut();
    change(edit);
    change(text => text.replace('fay@example.org,fay,Bonn', 'fay@example.org,fay,Ulm'));
    const before = await changesSent();
    expect((await emk(line, 2)).stderr).toContain(says);
    expect(await changesSent()).toBe(before);
  };

  test('a cell that is unreadable', () =>
    refused(text => text.replace(/r(\d+)-(\w+)\n/, '$1-$2\n'), 'line 2 of people.csv'));

  test('the same id twice', () =>
    refused(text => `${text}${/^bob.*$/m.exec(text)?.[0].replace('bob@', 'bob2@')}\n`, 'line 8 of people.csv'));

  test('the rows of another list', () =>
    refused(text => text, 'emk_row', 'contacts sync people.csv --list Others --update --yes'));

  test('no cell at all', () => refused(text => text.replace(/,r\d+-\w+$/gm, ','), 'emk_row'));

  test('an address twice', () => refused(text => text.replace('bob@example.org', 'ann@example.org'), 'people.csv'));

  test('people who are to go', () => refused(text => text, '--gone', `${back} --gone delete`));
});

test('without the column, a plan shows some people before and after', async () => {
  await sendOut();
  change(text => text.replace(/,[^,\n]*$/gm, '').replace('ann,Bonn', 'Anna,Ulm'));
  const {stdout} = await emk('contacts sync people.csv --list People --update --dry-run', 10);
  expect(stdout).toContain('"ann" → "Anna", City "Bonn" → "Ulm"');
  expect((await people())[0]).toBe('ann@example.org,ann,Bonn,53110');
});

test('whatever others change meanwhile, cells that the person did not change are never written', {
  tags: ['long'],
  timeout: 120_000,
}, async () => {
  await sendOut();
  const fields = ['first_name', 'city', 'postal_code'] as const;
  const names = ['ann', 'bob', 'cid', 'dora', 'eve', 'fay'] as const;
  const edits = fc.dictionary(
    fc.constantFrom(...names.flatMap(name => fields.map(field => `${name} ${field}`))),
    fc.constantFrom('x', 'y', 'z'),
    {maxKeys: 5},
  );
  await fc.assert(
    fc.asyncProperty(edits, edits, async (mine, theirs) => {
      await emk(`contacts export out.csv --list People --edit --columns ${fields.join()} --overwrite`);
      const [head = '', ...lines] = readFileSync(path('out.csv'), 'utf8').trim().split('\n');
      for (const [cell, value] of Object.entries(theirs)) {
        const [name = '', field = ''] = cell.split(' ');
        await emk(`contacts update ${await idOf(name)} --${field.replace('_', '-')} ${value}`);
      }
      const before = await people();
      const edited = lines.map(line => {
        const cells = line.split(',');
        const name = (cells[0] ?? '').split('@')[0];
        return cells.map((cell, at) => mine[`${name} ${fields[at - 1]}`] ?? cell).join(',');
      });
      writeFileSync(path('out.csv'), `${[head, ...edited].join('\n')}\n`);
      const {code} = await shell().emk('contacts sync out.csv --list People --update --yes');
      expect([0, 8]).toContain(code);
      const after = await people();
      const unasked = after.flatMap((line, row) =>
        line.split(',').flatMap((cell, at) => {
          const was = before[row]?.split(',')[at];
          const name = line.split('@')[0];
          return cell === was || mine[`${name} ${fields[at - 1]}`] === cell ? [] : [`${line} ${was}`];
        }),
      );
      expect(unasked).toEqual([]);
      // Each edited line is in the list, or the run says that somebody else was there first.
      const isDone = edited.every((line, at) => line === lines[at] || after.includes(line.replace(/,r\d.*/, '')));
      expect([code, isDone]).toEqual([isDone ? code : 8, isDone]);
    }),
    {numRuns: tries(1, 10)},
  );
});
