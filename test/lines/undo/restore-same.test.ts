/** A restore brings back every deleted record, however many look the same, and none that is there: seen in the account. */
import {readdirSync, readFileSync, renameSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {said} from '../../support/said.js';
import {useFreshShell} from '../../support/use-shell.js';

const shell = useFreshShell({seed: {kind: 'demo'}});

const update = (...lines: readonly string[]): Promise<void> =>
  shell().sandbox.account.store.transaction(db => {
    for (const line of lines) db.run(line);
  });

const listed = async (line: string): Promise<readonly string[]> =>
  (await shell().emk(`${line} -o csv`)).stdout.trim().split('\n').slice(1).sort();

const emails = () => listed('automations emails list Welcome --columns subject,waiting_period,waiting_type');
const automations = () => listed('automations list --columns automation_name,automation_for,automation_schedule_count');

/** The last copy. */
const lastCopy = (): string =>
  `undo ${readdirSync(join(shell().folder, 'state/deleted'))
    .filter(name => name.endsWith('.jsonl'))
    .sort((one, other) => one.localeCompare(other, 'en', {numeric: true}))
    .at(-1)
    ?.replace('.jsonl', '')} --yes --allow-automations`;

/** Two more emails of "Welcome" with one subject, equal to each other. */
const twoReminders = (): Promise<void> =>
  update(
    'CREATE TEMP TABLE two AS SELECT * FROM automation_schedules WHERE automation_id = 1 LIMIT 1',
    "UPDATE two SET id = 90, utr = '00000000-0000-4000-8000-000000000090', subject = 'Reminder'",
    'INSERT INTO automation_schedules SELECT * FROM two',
    "UPDATE two SET id = 91, utr = '00000000-0000-4000-8000-000000000091'",
    'INSERT INTO automation_schedules SELECT * FROM two',
    'DROP TABLE two',
  );

/** Restores copies, from the last deletion to the first, twice. */
async function allBack(...names: readonly string[]): Promise<void> {
  for (const _ of ['once', 'again'])
    for (const name of [...names].reverse())
      expect(await shell().emk(`undo ${name} --yes --allow-automations`)).toMatchObject({code: 0});
}

const copies = (): readonly string[] =>
  readdirSync(join(shell().folder, 'state/deleted')).map(name => name.replace('.jsonl', ''));

test('equal records that were deleted one after the other all come back, and none of them twice', async () => {
  await twoReminders();
  const before = await emails();
  for (const utr of ['90', '91'])
    await shell().emk(`automations emails delete 00000000-0000-4000-8000-0000000000${utr} --automation Welcome --yes`);
  expect(await emails()).toHaveLength(before.length - 2);
  await allBack(...copies());
  expect(await emails()).toEqual(before);
});

test('after a lost answer and a refusal, the same line brings back the rest, and nothing twice', async () => {
  await twoReminders();
  const before = await automations();
  expect((await shell().emk('automations delete Welcome --yes')).code).toBe(0);
  const line = `${lastCopy()} EMK_SETTLE=20ms EMK_MAX_WAIT=0`;
  shell().sandbox.misbehave('POST /automations/create=lost-reply:1');
  shell().sandbox.misbehave('POST /automations/schedule/create=500,after=2');
  expect((await shell().emk(line)).code).not.toBe(0);
  expect(await emails()).toHaveLength(2);
  shell().sandbox.faults.clear();
  for (const _ of ['once', 'again']) expect((await shell().emk(line)).code).toBe(0);
  expect(await emails()).toHaveLength(4);
  expect(await automations()).toEqual(before);
});

test('emails that come back count, and those that are refused between them are named', {tags: ['long']}, async () => {
  await twoReminders();
  await update(
    'CREATE TEMP TABLE two AS SELECT * FROM automation_schedules WHERE id = 91',
    "UPDATE two SET id = 92, utr = '00000000-0000-4000-8000-000000000092'",
    'INSERT INTO automation_schedules SELECT * FROM two',
  );
  expect((await shell().emk('automations delete Welcome --yes')).code).toBe(0);
  const line = lastCopy();
  const path = join(shell().folder, 'state/deleted', `${line.split(' ')[1]}.jsonl`);
  let met = 0;
  const odd = readFileSync(path, 'utf8').replaceAll(/"waiting_type":[^,}]+/g, type =>
    [1, 3, 4].includes(met++) ? '"waiting_type":"9"' : type,
  );
  writeFileSync(path, odd);
  const {code, stdout} = await shell().emk(`${line} EMK_SETTLE=20ms EMK_MAX_WAIT=0 -o json`);
  expect([code, JSON.parse(stdout).sum]).toEqual([8, {wanted: 6, done: 3, left: 0, impossible: 3, doubtful: 0}]);
  expect(await emails()).toHaveLength(2);
});

test('what refers to something that came back finds it by its name', {tags: ['long']}, async () => {
  await shell().emk('automations delete Welcome --yes');
  const first = lastCopy();
  await shell().emk(['senders', 'delete', '1', '--yes', '--force', 'sender-exists']);
  const sender = lastCopy();
  expect((await shell().emk('senders list -o id')).stdout).not.toMatch(/^1$/m);
  expect(await shell().emk(first)).toMatchObject(said(8, `${sender.split(' ')[1]}`));
  expect((await shell().emk(sender)).code).toBe(0);
  expect((await shell().emk(first)).code).toBe(0);
  expect(await emails()).toHaveLength(2);
});

test('a record that cannot come back is counted and named, although the people of its copy come back', async () => {
  await shell().emk('lists delete Newsletter --yes --max-delete 100 --force audience-exists');
  const line = lastCopy();
  const path = join(shell().folder, 'state/deleted', `${line.split(' ')[1]}.jsonl`);
  const record = {id: 77, utr: 'u77', automation_id: 999, subject: 'Lost', sender_id: 1};
  writeFileSync(path, `${readFileSync(path, 'utf8')}${JSON.stringify({kind: 'automations emails', record})}\n`);
  const {code, stdout, stderr} = await shell().emk(`${line} -o json`);
  expect([code, stderr]).toEqual([8, expect.stringContaining('automation 999')]);
  const {sum, added} = JSON.parse(stdout);
  expect(sum).toEqual({wanted: added + 2, done: added + 1, left: 0, impossible: 1, doubtful: 0});
  expect(await listed('contacts list --list Newsletter --columns email')).toHaveLength(added);
});

test('contacts of two lists come back each into its own, and both are told', {tags: ['long']}, async () => {
  const people = () => listed('contacts list --columns email,contact_type_id');
  const before = await people();
  expect((await shell().emk('contacts delete 4 16 --yes')).code).toBe(0);
  const {code, stdout, stderr} = await shell().emk(lastCopy());
  expect([code, stderr, stdout]).toEqual([
    0,
    expect.stringContaining('→ "Newsletter": 1 added'),
    expect.stringContaining('→ "Staff": 1 added'),
  ]);
  expect(await people()).toEqual(before);
});

test('where one of two lists cannot be read, what came back into the other is no failure of all', async () => {
  const people = () => listed('contacts list --columns email,contact_type_id');
  const before = await people();
  expect((await shell().emk('contacts delete 4 16 --yes')).code).toBe(0);
  shell().sandbox.misbehave('GET /contacts/list=500,after=2');
  expect(await shell().emk(`${lastCopy()} EMK_MAX_WAIT=0`)).toMatchObject(said(8, 'The service failed'));
  shell().sandbox.faults.clear();
  expect(await people()).toHaveLength(before.length - 1);
  expect((await shell().emk(lastCopy())).code).toBe(0);
  expect(await people()).toEqual(before);
});

test('a contact whose list is gone comes back into a list of that name', {tags: ['long']}, async () => {
  const [before] = await listed('contacts list --list Staff --columns email');
  const [id] = await listed('contacts list --list Staff --columns id');
  await update(`UPDATE contacts SET email = '${before}' WHERE id = ${id}`);
  expect((await shell().emk(`contacts delete ${id} --yes`)).code).toBe(0);
  const line = lastCopy();
  expect((await shell().emk('lists delete Staff --yes --force audience-exists')).code).toBe(0);
  const path = join(shell().folder, 'state/deleted', `${lastCopy().split(' ')[1]}.jsonl`);
  renameSync(path, `${path}.away`);
  expect(await shell().emk(line)).toMatchObject(said(4, /is gone/));
  renameSync(`${path}.away`, path);
  const {code, stderr} = await shell().emk(line);
  expect([code, stderr]).toEqual([0, expect.stringContaining('The list "Staff" was created.')]);
  expect(await listed('contacts list --list Staff --columns email')).toEqual([before]);
  expect(await listed('lists list --columns name --where name=Staff')).toEqual(['Staff']);
});

test('a place in a segment waits for a contact that could not come back, and comes with it', async () => {
  const places = () => listed('segments recipients list 1 --columns email');
  const before = await places();
  expect((await shell().emk('contacts delete 10 --yes')).code).toBe(0);
  shell().sandbox.misbehave('POST /contacts/upload-csv=500');
  const {code, stdout} = await shell().emk(`${lastCopy()} EMK_MAX_WAIT=0 EMK_SETTLE=20ms -o json`);
  expect(code).not.toBe(0);
  const {wanted, done, left, impossible} = JSON.parse(stdout).sum;
  expect([wanted, done + left + impossible]).toEqual([2, 2]);
  shell().sandbox.faults.clear();
  expect(await shell().emk(lastCopy())).toMatchObject({code: 0});
  expect(await places()).toEqual(before);
});

test('a segment, which the API cannot create, is not said to come back', async () => {
  const {stderr} = await shell().emk('segments delete "Joined in spring" --yes');
  expect(stderr).toContain('To bring it back, after you have created it again in the service: emk undo');
  const undone = await shell().emk(lastCopy());
  expect([undone.code, undone.stderr]).toEqual([4, expect.stringContaining('which is gone.')]);
  expect(undone.stderr).toContain('Create it in the service with the same name');
});

test('a copy that this emk knows only in part is refused', async () => {
  await shell().emk('notifications delete 1 --yes');
  const path = join(shell().folder, 'state/deleted', `${lastCopy().split(' ')[1]}.jsonl`);
  const whole = readFileSync(path, 'utf8');
  writeFileSync(path, `${whole}{"kind":"widgets","record":{"id":1}}\n`);
  expect(await shell().emk(lastCopy())).toMatchObject(said(3, '"widgets"'));
  expect((await shell().emk('notifications list -o id')).stdout).not.toMatch(/^1$/m);
});

test('a copy with a damaged line is refused before anything comes back, one with a torn end is not', async () => {
  await shell().emk('notifications delete 1 --yes');
  const line = lastCopy();
  const path = join(shell().folder, 'state/deleted', `${line.split(' ')[1]}.jsonl`);
  const whole = readFileSync(path, 'utf8');
  writeFileSync(path, whole.replace('\n', '\n{"kind":"notific\n'));
  expect(await shell().emk(line)).toMatchObject(said(3, /^error: Line 2 of .* is damaged/m));
  expect(await listed('notifications list --columns email_address')).toHaveLength(1);
  writeFileSync(path, `${whole}{"kind":"notific`);
  expect((await shell().emk(line)).code).toBe(0);
});

test('a copy that is damaged is named, and the others are listed and come back', async () => {
  await shell().emk('notifications delete 1 --yes');
  const line = lastCopy();
  const other = 'state/deleted/2026-03-04-9.jsonl';
  const whole = readFileSync(join(shell().folder, 'state/deleted', `${line.split(' ')[1]}.jsonl`), 'utf8');
  writeFileSync(join(shell().folder, other), whole.replace('\n', '\n{"kind":"lis\n'));
  const list = await shell().emk('undo -o json');
  expect(list).toMatchObject(said(0, /warning.*Line 2 of .*2026-03-04-9.jsonl is damaged/));
  expect(JSON.parse(list.stdout)).toHaveLength(1);
  expect((await shell().emk(line)).code).toBe(0);
  expect(await listed('notifications list --columns email_address')).toHaveLength(2);
});

test('of two restores of one copy at once, one waits or gives up, and nothing comes back twice', async () => {
  const people = () => listed('contacts list --columns email --list Staff');
  const before = await people();
  expect((await shell().emk('lists delete Staff --yes --force audience-exists')).code).toBe(0);
  const line = lastCopy();
  const both = await Promise.all([shell().emk(line), shell().emk(line)]);
  // The clock of the test does not wait.
  expect(both.map(({code}) => code).sort()).toEqual([0, 11]);
  expect((await shell().emk(line)).code).toBe(0);
  expect(await people()).toEqual(before);
  expect(await listed('lists list --columns name --where name=Staff')).toEqual(['Staff']);
});
