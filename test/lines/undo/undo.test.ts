/** `emk undo`: every kind of run is listed, and taken back after a yes; twice says so, and who left meanwhile stays out. */
import {mkdirSync, rmSync} from 'node:fs';
import {join} from 'node:path';
import {beforeEach, describe, expect, test} from 'vitest';
import {atTerminal} from '../../support/at-terminal.js';
import {moveClock} from '../../support/move-clock.js';
import {errorOf, said} from '../../support/said.js';
import {NOON} from '../../support/shell.js';
import {untilStruck} from '../../support/until-struck.js';
import {useFreshShell} from '../../support/use-shell.js';

const shell = useFreshShell({seed: {kind: 'demo'}});

/** Each line is typed a minute after the last, since runs are told apart by their time. */
let minutes = 0;
const emk = (line: string) => {
  const at = new Date(Date.parse(NOON) + ++minutes * 60_000);
  return shell().emk(line, {host: {now: () => at}});
};

type Run = {readonly id: string; readonly what: string; readonly at: string; readonly undone: boolean};

const runs = async (): Promise<readonly Run[]> => JSON.parse((await emk('undo --list -o json')).stdout);
const newest = async (): Promise<Run> => (await runs())[0] as Run;
const column = async (line: string): Promise<readonly string[]> =>
  (await emk(`${line} -o csv`)).stdout.trim().split('\n').slice(1).sort();
const staff = () => column('contacts list --list Staff --columns email');
const lists = () => column('lists list --columns name');
const mailings = () => column('mailings list --columns single_send_name,subject,sent_at');

const later = (): Promise<void> => moveClock(shell().sandbox, '1m');

async function done(line: string): Promise<void> {
  const {code, stderr} = await emk(`${line} --yes`);
  expect([line, code, stderr]).toEqual([line, 0, stderr]);
}

async function applied(): Promise<void> {
  mkdirSync(join(shell().folder, 'files'));
  shell().write('files/lists.yaml', 'lists:\n  - name: From files\n');
  await done('account apply files');
}

/** Each kind of run: what makes it, what is seen of it in the account, and what takes it back. */
const kinds: ReadonlyArray<{
  readonly what: string;
  readonly make: () => Promise<void>;
  readonly seen: () => Promise<readonly string[]>;
  readonly more?: string;
}> = [
  {
    what: 'import',
    make: async () => {
      shell().write('leads.csv', 'email,country\nada@example.com,India\nbo@example.com,India\n');
      await done('import leads.csv --list Staff --allow-automations');
    },
    seen: staff,
  },
  {
    what: 'sync',
    make: async () => {
      await emk('contacts export staff.csv --list Staff');
      shell().write('more.csv', 'email,country\nada@example.com,India\n');
      await done('contacts sync more.csv --list Staff --allow-automations');
    },
    seen: staff,
  },
  {
    what: 'deletion',
    make: () => done('lists delete Staff'),
    seen: async () => [...(await lists()), ...(await staff())],
  },
  {what: 'apply', make: applied, seen: lists},
  {
    what: 'cancellation',
    make: () => done('cancel "Autumn preview"'),
    seen: mailings,
    more: '--at "2030-05-01 09:00"',
  },
];

describe.each(kinds)('a run of the kind $what', ({what, make, seen, more = ''}) => {
  test('is listed, and taken back once', async () => {
    const before = await seen();
    await make();
    const run = await newest();
    expect(run).toMatchObject({what, undone: false});
    const after = await seen();
    expect(after).not.toEqual(before);

    const requests = (await shell().sandbox.requests()).length;
    const refused = await emk(`undo ${run.id} ${more}`);
    expect(refused).toMatchObject(said(2, 'In a script, add --yes.'));
    expect((await shell().sandbox.requests()).slice(requests)).toEqual([]);
    expect((await emk(`undo ${run.id} ${more} --dry-run --allow-automations`)).code).toBe(0);
    expect(await seen()).toEqual(after);

    await done(`undo ${run.id} ${more} --allow-automations`);
    const names = (rows: readonly string[]): readonly string[] => rows.map(row => row.replace(/,[^,]*$/, ''));
    expect(names(await seen())).toEqual(names(before));
    expect(await newest()).toMatchObject({what: 'undo', of: run.id});
    expect((await runs()).find(({id}) => id === run.id)).toMatchObject({undone: true});

    const back = await seen();
    const again = await emk(`undo ${run.id} ${more} --yes --allow-automations`);
    expect(again).toMatchObject(said(0, `${run.id} was taken back already.`));
    expect(await seen()).toEqual(back);
  });
});

test('an undo of a deletion, and of an import, is taken back as well', async () => {
  const before = await staff();
  const [id = ''] = await column('contacts list --list Staff --columns id');
  await done(`contacts delete ${id}`);
  const less = await staff();
  await done(`undo ${(await newest()).id} --allow-automations`);
  expect(await staff()).toEqual(before);
  await done(`undo ${(await newest()).id} --allow-automations`);
  expect(await staff()).toEqual(less);
  shell().write('leads.csv', 'email,country\nada@example.com,India\n');
  await done('import leads.csv --list Staff --allow-automations');
  const more = await staff();
  await done(`undo ${(await newest()).id}`);
  expect(await staff()).toEqual(less);
  await done(`undo ${(await newest()).id} --allow-automations`);
  expect(await staff()).toEqual(more);
});

test('who left meanwhile stays out, and who was changed since stays', async () => {
  shell().write('leads.csv', 'email,country\nada@example.com,India\nbo@example.com,India\n');
  await done('import leads.csv --list Staff --allow-automations');
  const {id: imported} = await newest();
  await later();
  await done('contacts update bo@example.com --city Pune');
  await done('contacts delete ada@example.com');
  const {id: deleted} = await newest();
  await done('unsubscribe ada@example.com');
  await emk(`undo ${deleted} --yes --allow-automations`);
  expect(await staff()).not.toContain('ada@example.com');
  expect(await emk(`undo ${imported} --yes`)).toMatchObject(said(0, 'changed since: bo@example.com'));
  expect(await staff()).toContain('bo@example.com');
});

test('who left a segment for good meanwhile is told as left out, and not as there already', async () => {
  const people = 'segments recipients list "Customers in Germany" --columns email';
  const [first = '', second = ''] = await column(people);
  await done(`segments recipients delete ${first} ${second} --segment "Customers in Germany"`);
  const {id} = await newest();
  await done(`unsubscribe ${first}`);
  const {code, stderr} = await emk(`undo ${id} --yes`);
  expect([code, stderr]).toEqual([0, expect.stringContaining('emk skips 1 person')]);
  expect(stderr).not.toContain('there already');
  expect(await column(people)).toEqual(expect.not.arrayContaining([first]));
});

test('a mailing of which nobody knew whether it came back is known as its copy, also when it is cancelled again', async () => {
  await done('cancel "Autumn preview"');
  const {id} = await newest();
  const signal = new AbortController();
  shell().sandbox.misbehave('POST /single/send/create=hang:1,applied');
  const cut = shell().emk(`undo ${id} --yes`, {host: {interrupted: signal.signal}});
  await untilStruck(shell().sandbox);
  signal.abort('SIGINT');
  expect((await cut).code).not.toBe(0);
  const there = await mailings();
  await done(`undo ${id}`);
  await done('cancel "Autumn preview"');
  await done(`undo ${(await newest()).id}`);
  await done(`undo ${id}`);
  expect(await mailings()).toEqual(there);
});

test('a mailing that was brought back and cancelled once more stays cancelled by the undo that is done', async () => {
  await done('cancel "Autumn preview"');
  const {id} = await newest();
  const without = await mailings();
  await done(`undo ${id}`);
  await done('cancel "Autumn preview"');
  await done(`undo ${id}`);
  expect(await mailings()).toEqual(without);
});

test('a mailing whose time is past needs another, and nothing is sent without', async () => {
  await done('cancel "Autumn preview"');
  const {id} = await newest();
  const later = {host: {now: () => new Date('2029-01-01T00:00:00Z')}};
  const before = (await shell().sandbox.requests()).length;
  const {code, stderr} = await shell().emk(`undo ${id} --yes`, later);
  expect([code, stderr]).toEqual([2, expect.stringContaining('--at "2030-05-01 09:00"')]);
  const sent = (await shell().sandbox.requests()).slice(before);
  expect(sent.filter(({method}) => method !== 'GET')).toEqual([]);
});

test('a folder is taken back by its lock file, without the memory of this machine', async () => {
  const before = await lists();
  await applied();
  rmSync(join(shell().folder, 'state'), {recursive: true, force: true});
  expect(await runs()).toEqual([]);
  expect(await emk('undo files')).toMatchObject(said(2, 'add --yes'));
  await done('undo files');
  expect(await lists()).toEqual(before);
});

test('a list with its people comes back after one question', async () => {
  const before = await lists();
  await done('lists delete Staff');
  const {code, stderr} = await atTerminal(shell(), `undo ${(await newest()).id}`, [
    '? Bring back list "Staff" and 2 contacts?',
    'y\r',
  ]);
  expect([code, stderr]).toEqual([0, expect.not.stringContaining('? Import')]);
  expect(await lists()).toEqual(before);
});

describe('which run', () => {
  beforeEach(() => done('lists delete Staff'));

  test('is told by its id', async () => {
    const {id} = await newest();
    expect((await emk(`undo ${id} --yes --dry-run`)).code).toBe(0);
    expect(await emk('undo 1999 --yes')).toMatchObject(said(4, 'There is no run 1999'));
  });

  test('is listed, without what erases, seeds and tests did', async () => {
    await done('contacts erase chloe@example.fr');
    const bare = await emk('undo -o json');
    expect([bare.code, JSON.parse(bare.stdout)]).toEqual([0, [expect.objectContaining({what: 'deletion'})]]);
    expect((await emk('undo --list')).stdout).toMatch(/^To take one back: emk undo \S+$/m);
  });
});

test('an undo that brought back what no import adds is not taken back, and says so before anything changes', async () => {
  await done('notifications delete 1');
  await done(`undo ${(await newest()).id}`);
  const there = (await emk('notifications list -o id')).stdout;
  const refused = await emk(`undo ${(await newest()).id} --yes -o json`);
  expect([refused.code, errorOf(refused)?.code]).toEqual([2, 'usage']);
  expect((await emk('notifications list -o id')).stdout).toBe(there);
});

test('an undo that brought back a mailing names the command that takes it away', async () => {
  await done('cancel "Autumn preview"');
  await done(`undo ${(await newest()).id}`);
  const {id} = await newest();
  expect(errorOf(await emk(`undo ${id} --yes -o json`))?.hint).toContain('emk cancel NAME');
});

test('an undo of several cancelled mailings that broke off makes the others, and none twice', async () => {
  const copied = 'mailings copy "Autumn preview" --at "2030-06-01 09:00" --name Winter --subject Snow';
  await done(copied);
  const before = await mailings();
  await done('mailings delete "Autumn preview" Winter');
  const {id} = await newest();
  shell().sandbox.misbehave('POST /single/send/create=503-maintenance,after=1,retry-after=9999');
  expect((await emk(`undo ${id} --yes`)).code).toBe(8);
  shell().sandbox.faults.clear();
  expect((await mailings()).length).toBe(before.length - 1);
  expect((await runs()).find(run => run.id === id)).toMatchObject({undone: false});
  await done(`undo ${id}`);
  expect(await mailings()).toEqual(before);
  expect((await runs()).find(run => run.id === id)).toMatchObject({undone: true});
});

test('an undo of several cancelled mailings names each that it makes', async () => {
  await done('mailings copy "Autumn preview" --at "2030-06-01 09:00" --name Winter --subject Snow');
  await done('mailings delete "Autumn preview" Winter');
  const {code, stdout, stderr} = await emk(`undo ${(await newest()).id} --yes`);
  for (const name of ['Autumn preview', 'Winter'])
    expect([code, stdout + stderr]).toEqual([0, expect.stringContaining(`"${name}" was created`)]);
});

test('all applies of a folder are taken back together, and marked so', async () => {
  const before = await lists();
  await applied();
  shell().write('files/lists.yaml', 'lists:\n  - name: From files\n  - name: Later\n');
  await done('account apply files');
  await done(`undo ${(await newest()).id}`);
  expect(await lists()).toEqual(before);
  expect((await runs()).filter(({what}) => what === 'apply').map(({undone}) => undone)).toEqual([true, true]);
});

test('the people of a seed are no run of their own', async () => {
  shell().write('seed.yaml', 'lists:\n  - name: Seeded\ncontacts:\n  - {type: Seeded, count: 2, fake: true}\n');
  await done('seed seed.yaml --run r1');
  expect(await runs()).toEqual([]);
});

test('a no after an earlier yes does not say that nothing was changed', async () => {
  await done('automations create --name Seg --kind custom --for segments_1 --group 1');
  await done('automations emails add --automation Seg --from 1 --subject Hi --unit instantly --template 2');
  await done('automations set-live Seg');
  const [ann = ''] = await column('contacts list --where email=ann@example.com --list Customers --columns id');
  await done(`contacts delete ${ann}`);
  const {code, stderr} = await atTerminal(
    shell(),
    `undo ${(await newest()).id}`,
    ['Bring back contact', 'y\r'],
    ['Import 1 contact', 'y\r'],
    ['Bring back 1 recipient', 'n\r'],
  );
  expect([code, stderr.includes('Nothing was changed'), stderr.includes('Interrupted after 1 change.')]).toEqual([
    130,
    false,
    true,
  ]);
});

test('an empty word is no folder: a script with an empty variable takes nothing back', async () => {
  expect(await emk('undo "" --yes')).toMatchObject(said(2, /must not be blank/));
});
