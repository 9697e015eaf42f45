/** An edited file comes back to a list that has changed: only what the person changed is sent, and nobody comes back. */
import {copyFileSync, readFileSync, renameSync, rmSync, statSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import fc from 'fast-check';
import {describe, expect} from 'vitest';
import {atTerminal} from '../at-terminal.js';
import {eachPart, longTest, test} from '../in-two-parts.js';
import {useFreshShell} from '../use-shell.js';

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
  await emk('contact-types create People');
  await emk('contact-types create Others');
  shell().write('six.csv', `${[header, ...rows].join('\n')}\n`);
  await emk('contacts import six.csv --type People --yes');
  await emk(`contacts edit --type People --columns ${columns} --out people.csv`);
}

const path = (name: string): string => join(shell().folder, name);
const change = (edit: (text: string) => string, name = 'people.csv'): void =>
  writeFileSync(path(name), edit(readFileSync(path(name), 'utf8')));

const people = async (columns = 'email,first_name,city,postal_code'): Promise<string[]> => {
  const {stdout} = await emk(`contacts list --type People --columns ${columns} -o csv --sort email`);
  return stdout.trim().split('\n').slice(1);
};

const idOf = async (name: string): Promise<string> =>
  (await emk(`contacts find ${name}@example.org -o id`)).stdout.trim();

const back = 'contacts edit --type People --from people.csv --yes';

test('who is erased, deleted, moved or has a new address stays so, and only the changed cell is sent', async () => {
  await sendOut();
  // Their file still has her.
  await emk('contacts erase ann@example.org --yes', 8);
  await emk('contacts delete bob@example.org --yes');
  await emk('contacts update cid@example.org --type Others');
  await emk('contacts update dora@example.org --email dora@example.net');
  await emk('contacts update eve@example.org --postal-code 99999');
  change(text => text.replace('fay@example.org,fay,Bonn', 'fay@example.org,fay,Ulm'));
  const {stderr, stdout} = await emk(`${back} --json`);
  expect(stderr).toContain('no longer on this list, and not added again: ann@example.org, bob@example.org');
  expect(JSON.parse(stdout)).toMatchObject({
    new: 0,
    fields: {city: 1},
    come_back: {known: true, away: 3, conflicts: 0},
    done: {added: 0, changed: 1},
  });
  expect(await people()).toEqual([
    'dora@example.net,dora,Bonn,53113',
    'eve@example.org,eve,Bonn,99999',
    'fay@example.org,fay,Ulm,53115',
  ]);
});

longTest('what is changed for a person with a new address reaches that person', async () => {
  await sendOut();
  await emk('contacts update dora@example.org --email dora@example.net');
  change(text => text.replace('dora@example.org,dora,Bonn', 'dora@example.org,dora,Ulm'));
  await emk(back);
  expect((await people())[3]).toBe('dora@example.net,dora,Ulm,53113');
});

test('a change of a person who has left is not sent, and a script learns that', async () => {
  await sendOut();
  await emk('contacts delete bob@example.org --yes');
  change(text => text.replace('bob@example.org,bob,Bonn', 'bob@example.org,bob,Ulm'));
  const {stderr} = await emk(back, 8);
  expect(stderr).toContain('The changes of 1 person who is no longer on "People" were not applied.');
  expect(await people()).toHaveLength(5);
});

describe('a cell that both changed', () => {
  const both = async (): Promise<void> => {
    await sendOut();
    await emk('contacts update ann@example.org --city Kiel');
    change(text => text.replace('ann@example.org,ann,Bonn', 'ann@example.org,Anna,Ulm'));
  };

  test('is left by a script, which still makes the other changes and ends with 8', async () => {
    await both();
    const {stderr} = await emk(back, 8);
    expect(stderr).toContain('changed in the file and on the list: City of ann@example.org, file "Ulm", list "Kiel"');
    expect((await people())[0]).toBe('ann@example.org,Anna,Kiel,53110');
  });

  longTest.each([
    ['Enter keeps what the list says', '\r', 8, 'Kiel'],
    ['the person may have theirs written', '\u001b[B\r', 0, 'Ulm'],
  ])('is asked about at a terminal, where %s', async (_, keys, code, city) => {
    await both();
    const question = 'City of ann@example.org was changed in your file and on the list.';
    const line = 'contacts edit --type People --from people.csv';
    const ran = await atTerminal(shell(), line, [question, keys], ['Change 1', 'y\r']);
    expect([ran.code, (await people())[0]]).toEqual([code, `ann@example.org,Anna,${city},53110`]);
  });

  longTest('and is the same on both sides needs nothing', async () => {
    await both();
    change(text => text.replace('Anna,Ulm', 'ann,Kiel'));
    const {stderr, stdout} = await emk(back);
    expect(stdout + stderr).toContain('No changes');
  });
});

describe('a spreadsheet may', () => {
  longTest(
    'sort the rows, drop a column, save under another name in another encoding, and separate by semicolons',
    async () => {
      await sendOut();
      await emk('contacts update eve@example.org --postal-code 99999');
      const [head = '', ...lines] = readFileSync(path('people.csv'), 'utf8').trim().split('\n');
      const cells = [head, ...lines.reverse()].map(line => line.split(','));
      const text = cells.map(([email, first, city, , mark]) => [city, first, email, mark].join(';')).join('\r\n');
      shell().write('Kopie.csv', Buffer.from(text.replace('Bonn;fay', 'Köln;fay'), 'latin1'));
      rmSync(path('people.csv'));
      await emk('contacts edit --type People --from Kopie.csv --yes');
      expect((await people()).slice(4)).toEqual(['eve@example.org,eve,Bonn,99999', 'fay@example.org,fay,Köln,53115']);
    },
  );

  longTest('lose the column of ids, as long as the file stays in its place', async () => {
    await sendOut();
    await emk('contacts delete bob@example.org --yes');
    change(text => text.replace(/,[^,\n]*$/gm, ''));
    change(text => text.replace('ann@example.org,ann,Bonn', 'ann@example.org,ann,Ulm'));
    await emk(back);
    expect((await people())[0]).toBe('ann@example.org,ann,Ulm,53110');
    expect(await people()).toHaveLength(5);
  });
});

longTest('a new line is a new person, once, and a deleted line changes nothing', async () => {
  await sendOut();
  change(text => `${text.replace(/^bob.*\n/m, '')}nina@example.org,Nina,Ulm,89073,\n`);
  const {stderr} = await emk(back);
  expect(stderr).not.toContain('cannot tell');
  expect((await people()).filter(line => /bob|nina/.test(line))).toEqual([
    'bob@example.org,bob,Bonn,53111',
    'nina@example.org,Nina,Ulm,89073',
  ]);
  await emk('contacts delete nina@example.org --yes');
  await emk(back);
  expect(await people()).toHaveLength(6);
});

longTest('an address that was changed in the file is no new person', async () => {
  await sendOut();
  change(text => text.replace('ann@example.org', 'anna@example.org'));
  const {stderr} = await emk(back, 2);
  expect(stderr).toContain('emk people update ann@example.org --email anna@example.org');
  await emk('contacts delete ann@example.org --yes');
  await emk(back, 8);
  expect(await people()).toHaveLength(5);
});

longTest('a person of the list who was not in the file keeps cells that say something else', async () => {
  await sendOut();
  await emk('contacts edit --type People --columns first_name,city --where first_name=ann --out ann.csv');
  change(text => `${text}bob@example.org,Robert,,\n`, 'ann.csv');
  await emk('contacts edit --type People --from ann.csv --yes', 8);
  expect((await people())[1]).toBe('bob@example.org,bob,Bonn,53111');
});

longTest(
  'in the editor too, rows that nobody touched keep what others write meanwhile, and nobody comes back',
  async () => {
    await sendOut();
    const bob = await idOf('bob');
    const script = shell().write(
      'editor.mjs',
      `import {readFileSync, writeFileSync} from 'node:fs';
const headers = {publickey: process.env.EMK_PUBLIC_KEY, secretkey: process.env.EMK_SECRET_KEY};
const url = '${shell().sandbox.baseUrl}/contacts/delete?contact_id=${bob}';
const {status} = await (await fetch(url, {method: 'DELETE', headers})).json();
const path = process.argv[2];
const text = readFileSync(path, 'utf8').replace('ann@example.org,ann', 'ann@example.org,Anna');
writeFileSync(path, status === 'success' ? text : '');`,
    );
    const {publicKey, secretKey} = shell().sandbox;
    const ran = await shell().emk('contacts edit --type People --columns first_name --yes', {
      env: {
        EDITOR: `EMK_PUBLIC_KEY=${publicKey} EMK_SECRET_KEY=${secretKey} ${JSON.stringify(process.execPath)} ${JSON.stringify(script)}`,
      },
    });
    expect([ran.code, ran.stderr]).toEqual([0, expect.stringContaining('not added again: bob@example.org')]);
    expect((await people()).slice(0, 2)).toEqual(['ann@example.org,Anna,Bonn,53110', 'cid@example.org,cid,Bonn,53112']);
  },
);

describe('without a record of what the file said', () => {
  const away = async (): Promise<void> => {
    await sendOut();
    renameSync(path('state/edits'), path('elsewhere'));
    await emk('contacts delete bob@example.org --yes');
    change(text => text.replace('ann@example.org,ann,Bonn', 'ann@example.org,ann,').replace('eve,Bonn', 'eve,Ulm'));
  };

  test('a script is refused', async () => {
    await away();
    const {stderr} = await emk(back, 2);
    expect(stderr).toContain('emk cannot tell what you changed in people.csv');
    expect(await people()).toHaveLength(5);
  });

  longTest('a person is asked; nobody is added and no field is emptied', async () => {
    await away();
    const {code, stderr} = await atTerminal(shell(), 'contacts edit --type People --from people.csv', [
      'Change 1',
      'y\r',
    ]);
    expect([code, stderr]).toEqual([0, expect.stringContaining('So emk adds nobody and empties no field.')]);
    expect((await people()).filter(line => /ann|bob|eve/.test(line))).toEqual([
      'ann@example.org,ann,Bonn,53110',
      'eve@example.org,eve,Ulm,53114',
    ]);
  });
});

test('what was written out holds no address and no value, and is private', async () => {
  await sendOut();
  const token = /emk_id_(\w+)/.exec(readFileSync(path('people.csv'), 'utf8'))?.[1];
  const base = path(`state/edits/${token}.base`);
  expect(statSync(base).mode & 0o777).toBe(0o600);
  expect(readFileSync(base, 'latin1')).not.toMatch(/ann|example|Bonn|5311/);
});

longTest(
  'whatever others change meanwhile, cells that the person did not change are never written',
  async () => {
    await sendOut();
    copyFileSync(path('people.csv'), path('out.csv'));
    const fields = ['first_name', 'city', 'postal_code'] as const;
    const names = ['ann', 'bob', 'cid', 'dora', 'eve', 'fay'] as const;
    const edits = fc.dictionary(
      fc.constantFrom(...names.flatMap(name => fields.map(field => `${name} ${field}`))),
      fc.constantFrom('x', 'y', 'z'),
      {maxKeys: 5},
    );
    await fc.assert(
      fc.asyncProperty(edits, edits, async (mine, theirs) => {
        await emk('contacts edit --type People --columns first_name,city,postal_code --out out.csv --overwrite');
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
        await shell().emk('contacts edit --type People --from out.csv --yes');
        const unasked = (await people()).flatMap((line, row) =>
          line.split(',').flatMap((cell, at) => {
            const was = before[row]?.split(',')[at];
            const name = line.split('@')[0];
            return cell === was || mine[`${name} ${fields[at - 1]}`] === cell ? [] : [`${line} ${was}`];
          }),
        );
        expect(unasked).toEqual([]);
      }),
      {numRuns: eachPart(1, 10)},
    );
  },
  120_000,
);
