/** A pulled file of contacts comes back to an account that has changed: only what the person changed is sent. */
import {mkdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import fc from 'fast-check';
import {describe, expect} from 'vitest';
import {atTerminal} from '../at-terminal.js';
import {eachPart, longTest, test} from '../in-two-parts.js';
import {useFreshShell} from '../use-shell.js';

const shell = useFreshShell({seed: {kind: 'demo'}});

const emk = async (line: string, expected = 0) => {
  const ran = await shell().emk(line);
  expect({line, code: ran.code, stderr: ran.stderr}).toMatchObject({code: expected});
  return ran;
};

const place = (name: string): string => join(shell().folder, 'a', name);
const staff = 'contacts/staff.csv';
const change = (from: string | RegExp, to: string): void =>
  writeFileSync(place(staff), readFileSync(place(staff), 'utf8').replace(from, to));

const people = async (columns = 'email'): Promise<string> =>
  (await emk(`contacts list --type Staff --columns ${columns} -o csv --sort email`)).stdout;

const plan = async (code = 0) => {
  const {stdout} = await emk('account plan a --contacts --exit-code --json', code);
  return JSON.parse(stdout);
};

test('an apply names who has left and adds who is new in the file; after it, the plan is empty', async () => {
  await emk('account pull a --contacts --only contact-types');
  await emk('contacts delete olga@acme.example --yes');
  const [, someone = ''] = readFileSync(place(staff), 'utf8').split('\n');
  change(/$/, `${someone.replace(/\w+@acme/, 'nina@acme')}\n`);
  const {stdout} = await emk('account plan a --contacts');
  expect(stdout).toContain('no longer on this list, and not added again: olga@acme.example');
  await emk('account apply a --contacts --yes');
  expect(await people()).toContain('nina@acme.example');
  expect(await people()).not.toContain('olga@acme.example');
  expect(await plan()).toMatchObject({contacts: [{type: 'Staff', create: {count: 0}, come_back: {away: 1}}]});
});

longTest('a list that is gone is made again with all its people', async () => {
  await emk('account pull a --contacts --only contact-types');
  await emk('contact-types delete Staff --yes');
  await emk('account apply a --contacts --yes');
  expect(await people()).toContain('olga@acme.example');
});

test('what is kept of the people shows no address and no value, and two pulls keep the same', async () => {
  await emk('account pull a --contacts --only contact-types');
  const kept = readFileSync(place('contacts/staff.base'));
  expect(kept.toString('latin1')).not.toMatch(/acme|olga/i);
  expect((await emk('account pull a --contacts --only contact-types')).stderr).toContain('No file changed.');
  expect(readFileSync(place('contacts/staff.base'))).toEqual(kept);
});

describe('a cell that both changed', () => {
  const both = async (): Promise<void> => {
    await emk('account pull a --contacts --only contact-types');
    await emk('contacts update carla@acme.example --city Kiel');
    change(',,carla@acme.example,,Germany,,Berlin', 'Carla,,carla@acme.example,,Germany,,Ulm');
  };
  const carla = async (): Promise<string> => (await people('email,first_name,city')).split('\n')[1] ?? '';
  const line = 'account apply a --contacts';
  const question = 'City of carla@acme.example was changed in your file and on the list.';

  test('is in the plan, is left by a script, which makes the other changes and ends with 8, and waits', async () => {
    await both();
    expect(await plan(10)).toMatchObject({
      contacts: [
        {
          update: {count: 1},
          come_back: {known: true, conflicts: 1, first: {conflicts: [{field: 'city', file: 'Ulm', list: 'Kiel'}]}},
        },
      ],
    });
    const {stdout, stderr} = await emk(`${line} --yes --allow-automations`, 8);
    expect(stdout).toContain('City of carla@acme.example, file "Ulm", list "Kiel"');
    expect(stderr).toContain('1 cell that somebody else changed too was not applied.');
    expect(await carla()).toBe('carla@acme.example,Carla,Kiel');
    expect(await plan()).toMatchObject({contacts: [{update: {count: 0}, come_back: {conflicts: 1}}]});
  });

  longTest.each([
    ['Enter keeps what the account says', '\r', 8, 'Kiel'],
    ['the person may have theirs written', '\u001b[B\r', 0, 'Ulm'],
  ])('is asked about at a terminal, where %s', async (_, keys, code, city) => {
    await both();
    const yes = ['Change the contacts of "Staff" (1 to change', 'y\r'] as const;
    const ran = await atTerminal(shell(), line, [question, keys], yes);
    expect([ran.code, await carla()]).toEqual([code, `carla@acme.example,Carla,${city}`]);
    expect((await plan()).contacts).toHaveLength(code === 0 ? 0 : 1);
  });
});

describe('an apply that knows no base', () => {
  test('of a pulled folder adds nobody, changes nothing, and ends with 8', async () => {
    await emk('account pull a --contacts --only contact-types');
    rmSync(place('contacts/staff.base'));
    await emk('contacts delete olga@acme.example --yes');
    await emk('contacts update carla@acme.example --city Kiel');
    const before = await people('email,city');
    const {stdout, stderr} = await emk('account apply a --contacts --yes', 8);
    expect(stdout).toContain('emk cannot tell what you changed: contacts/staff.base is missing');
    expect(stdout).toContain('not on this list, and not added: olga@acme.example');
    expect(stderr).toContain('1 cell that differs and the changes of 1 person who is not on "Staff" were not applied.');
    expect(await people('email,city')).toBe(before);
  });

  longTest('of files that a person wrote brings people in', async () => {
    mkdirSync(place('contacts'), {recursive: true});
    shell().write('a/contact-types.yaml', 'contact-types:\n  - name: Staff\n');
    shell().write(
      'a/contacts/staff.csv',
      'email,country,city\nzoe@acme.example,Germany,Bonn\ncarla@acme.example,Germany,Ulm\n',
    );
    await emk('account apply a --contacts --yes --allow-automations');
    expect(await people('email,city')).toContain('carla@acme.example,Ulm');
    expect(await people('email,city')).toContain('zoe@acme.example,Bonn');
  });
});

longTest('a person with a new address is still the same, also for --prune', async () => {
  await emk('account pull a --contacts --only contact-types');
  await emk('contacts update carla@acme.example --email carla@acme.test');
  change(',,carla@acme.example,,Germany,,Berlin', ',,carla@acme.example,,Germany,,Ulm');
  await emk('account apply a --contacts --prune --only contact-types --yes');
  expect(await people('email,city')).toContain('carla@acme.test,Ulm');
});

describe('people who join after the pull', () => {
  const join = (name: string) =>
    emk(`contacts create --email ${name}@new.example --type Staff --country Germany --yes`);
  const prune = 'a --contacts --prune --only contact-types';

  test('stay where --prune deletes only whose line is gone; they are told, and are no change', async () => {
    await emk('account pull a --contacts --only contact-types');
    await join('ines');
    await join('jon');
    const told = '2 people joined since the pull and stay: ines@new.example, jon@new.example';
    expect((await emk(`account plan ${prune} --exit-code`)).stdout).toContain(told);
    const [alone] = JSON.parse((await emk(`account plan ${prune} --exit-code --json`)).stdout).contacts;
    expect(alone).toMatchObject({
      ...{type: 'Staff', delete: {count: 0}},
      joined: {count: 2, first: ['ines@new.example', 'jon@new.example']},
    });
    change(/^Olga.*\n/m, '');
    expect((await emk(`account plan ${prune} --exit-code`, 10)).stdout).toContain('1 to delete: olga@acme.example');
    const {stdout} = await emk(`account apply ${prune} --yes --json`);
    expect(JSON.parse(stdout)).toMatchObject({
      contacts: [{type: 'Staff', deleted: 1}],
      joined: [{type: 'Staff', people: {count: 2}}],
    });
    expect((await people()).trim().split('\n').slice(1)).toEqual([
      'carla@acme.example',
      'ines@new.example',
      'jon@new.example',
    ]);
    expect((await emk(`account apply ${prune} --yes`)).stdout).toContain(`Contacts of "Staff": ${told}`);
  });

  longTest('are not counted as people whom --prune would delete', async () => {
    await emk('account pull a --contacts --only contact-types');
    await join('ines');
    const {stdout} = await emk('account plan a --contacts --only contact-types');
    expect(stdout).toContain('1 person joined since the pull and stays: ines@new.example');
    expect(stdout).not.toContain('kept without --prune');
  });

  longTest('leave a saved plan as good as it was', async () => {
    await emk('account pull a --contacts --only contact-types');
    change(/^Olga.*\n/m, '');
    await emk(`account plan ${prune} --out plan.json`);
    await join('ines');
    await emk('account apply plan.json --yes');
    expect(await people()).toBe('email\ncarla@acme.example\nines@new.example\n');
  });

  longTest('are others than those whom an apply has added: they go with their line', async () => {
    await emk('account pull a --contacts --only contact-types');
    const all = readFileSync(place(staff), 'utf8');
    const [, someone = ''] = all.split('\n');
    change(/$/, `${someone.replace(/\w+@acme/, 'nina@acme')}\n`);
    await emk('account apply a --contacts --only contact-types --yes');
    writeFileSync(place(staff), all.replace(/Berlin/, 'Ulm'));
    await emk('account apply a --contacts --only contact-types --yes');
    expect(await people()).toContain('nina@acme.example');
    await emk(`account apply ${prune} --yes`);
    expect(await people()).toBe('email\ncarla@acme.example\nolga@acme.example\n');
  });

  longTest('stay where the file names nobody any more, and so do all others', async () => {
    await emk('account pull a --contacts --only contact-types');
    await join('ines');
    writeFileSync(place(staff), readFileSync(place(staff), 'utf8').split('\n')[0] ?? '');
    const before = await people();
    const {stdout} = await emk(`account apply ${prune} --yes`, 8);
    expect(stdout).toContain('the file names none of the 3 contacts on this list');
    expect(await people()).toBe(before);
  });
});

longTest('of changes of which some fail, only those that are done are noted as what the file says', async () => {
  await emk('account pull a --contacts --only contact-types');
  change(/Berlin/g, 'Ulm');
  const {carla, olga} = {carla: 'carla@acme.example,Berlin', olga: 'olga@acme.example,Ulm'};
  shell().sandbox.misbehave('POST /contacts/update=413,after=1');
  await emk('account apply a --contacts --yes --allow-automations', 8);
  shell().sandbox.faults.clear();
  expect(await people('email,city')).toBe(`email,city\n${carla}\n${olga}\n`);
  // Olga's cell is noted, so a change of somebody else stays. Carla's cell is still to be changed.
  await emk('contacts update olga@acme.example --city Kiel');
  const [staffs] = (await plan(10)).contacts;
  expect(staffs).toMatchObject({update: {count: 1, first: ['carla@acme.example']}, come_back: {conflicts: 0}});
  await emk('account apply a --contacts --yes --allow-automations');
  expect(await people('email,city')).toBe('email,city\ncarla@acme.example,Ulm\nolga@acme.example,Kiel\n');
});

describe('live automations that start', () => {
  const addNina = async (): Promise<void> => {
    await emk('account pull a --contacts --only contact-types');
    const newsletter = place('contacts/newsletter.csv');
    const text = readFileSync(newsletter, 'utf8');
    const [, one = ''] = text.split('\n');
    writeFileSync(newsletter, `${text}${one.replace(/[^,]+@[^,]+/, 'nina@new.example')}\n`);
  };

  longTest('are in a dry run, which changes nothing', async () => {
    await addNina();
    const line = 'account apply a --contacts --dry-run';
    expect((await emk(line)).stdout).toContain('This starts the live automation "Welcome".');
    expect(JSON.parse((await emk(`${line} --json`)).stdout)).toMatchObject({automations: ['Welcome']});
    expect((await emk('contacts list --type Newsletter --columns email -o csv')).stdout).not.toContain('nina');
  });

  test('are in the line for next time, once a person has said yes to them', async () => {
    await addNina();
    const ran = await atTerminal(shell(), 'account apply a --contacts', [
      'starts the live automation "Welcome"',
      'y\r',
    ]);
    expect([ran.code, ran.stderr]).toEqual([
      0,
      expect.stringMatching(/Next time: emk account apply --allow-automations a --contacts/),
    ]);
    expect((await emk('contacts list --type Newsletter --columns email -o csv')).stdout).toContain('nina');
  });
});

longTest('people of a segment who left stay away from it, and that is no change', async () => {
  await emk('account pull a');
  await emk('segments recipients delete --segment 1 ann@example.com --yes');
  await emk('unsubscribers add --email ann@example.com --yes');
  const stays = {changes: [], stay_away: {count: 1, first: ['ann@example.com']}};
  expect(await plan()).toMatchObject(stays);
  expect((await emk('account apply a --yes')).stdout).toBe('No changes.\n');
  expect(await plan()).toMatchObject(stays);
  expect((await emk('segments recipients list 1 --columns email -o csv')).stdout).not.toContain('ann@');
});

longTest('who is deleted by --prune may come back with a line', async () => {
  await emk('account pull a --contacts --only contact-types');
  const all = readFileSync(place(staff), 'utf8');
  writeFileSync(place(staff), all.replace(/^Olga.*\n/m, ''));
  await emk('account apply a --contacts --prune --only contact-types --yes');
  expect(await people()).not.toContain('olga@acme.example');
  writeFileSync(place(staff), all);
  await emk('account apply a --contacts --yes');
  expect(await people()).toContain('olga@acme.example');
});

longTest('unsubscribes are sent until they are done', async () => {
  await emk('unsubscribers add --email gone@owed.example');
  await emk('account pull a');
  await emk('unsubscribers delete gone@owed.example --yes');
  for (const fault of ['POST /global-unsubscribes/save=502-html:5', 'GET /global-unsubscribes=500:3,after=2'])
    shell().sandbox.misbehave(fault);
  await emk('account apply a --yes');
  shell().sandbox.faults.clear();
  const {stdout} = await emk('unsubscribers list --where email_address=gone@owed.example --count');
  expect(stdout.trim()).toBe('1');
});

const names = ['ann', 'bob', 'cid', 'dora'] as const;
const fields = ['first_name', 'city', 'postal_code'] as const;
type Cells = Record<string, string>;
const someEdits = fc.dictionary(
  fc.constantFrom(...names.flatMap(name => fields.map(field => `${name} ${field}`))),
  fc.constantFrom('', 'x', 'y'),
  {maxKeys: 6},
);
const rounds = fc.array(
  fc.record({mine: someEdits, theirs: someEdits, leaves: fc.constantFrom(...names, '', '', '')}),
  {
    minLength: 3,
    maxLength: 3,
  },
);

longTest(
  'whatever both sides do, apply after apply: only cells that the person alone changed are sent, and nobody comes back',
  async () => {
    await emk('contact-types create People');
    const write = (cells: Cells): void => {
      const rows = names.map(name => `${name}@x.example,Germany,${fields.map(field => cells[`${name} ${field}`])}`);
      writeFileSync(place('contacts/people.csv'), `email,country,${fields}\n${rows.join('\n')}\n`);
    };
    await fc.assert(
      fc.asyncProperty(rounds, async all => {
        const file: Cells = Object.fromEntries(names.flatMap(name => fields.map(field => [`${name} ${field}`, 'was'])));
        const [base, account] = [{...file}, {...file}];
        const gone = new Set<string>();
        rmSync(join(shell().folder, 'a'), {recursive: true, force: true});
        const rows = names.map(name => `${name}@x.example,Germany,was,was,was`);
        shell().write('all.csv', `email,country,${fields}\n${rows.join('\n')}\n`);
        await emk('contacts sync all.csv --type People --update --yes --allow-automations');
        await emk('account pull a --contacts --only contact-types');
        for (const {mine, theirs, leaves} of all) {
          await shell().sandbox.account.store.transaction(db => {
            if (leaves !== '') db.run('DELETE FROM contacts WHERE email = ?', [`${leaves}@x.example`]);
            for (const [cell, value] of Object.entries(theirs)) {
              const [name, field] = cell.split(' ');
              db.run(`UPDATE contacts SET ${field} = ? WHERE email = ?`, [value, `${name}@x.example`]);
            }
          });
          if (leaves !== '') gone.add(leaves);
          Object.assign(account, theirs);
          Object.assign(file, mine);
          write(file);
          await shell().emk('account apply a --contacts --only contact-types --yes --allow-automations');
          for (const cell of Object.keys(file)) {
            const wanted = file[cell] as string;
            if (wanted === base[cell] || gone.has(cell.split(' ')[0] ?? '')) continue;
            if (account[cell] !== base[cell] && account[cell] !== wanted) continue;
            account[cell] = wanted;
            base[cell] = wanted;
          }
          const {stdout} = await emk(`contacts list --type People --columns email,${fields} -o csv --sort email`);
          const expected = names
            .filter(name => !gone.has(name))
            .map(name => `${name}@x.example,${fields.map(field => account[`${name} ${field}`])}`);
          expect(stdout.trim().split('\n').slice(1)).toEqual(expected);
        }
      }),
      {numRuns: eachPart(1, 12)},
    );
  },
  300_000,
);
