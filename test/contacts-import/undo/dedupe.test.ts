import {beforeEach, expect, test} from 'vitest';
import {useFreshShell} from '../../use-shell.js';

const shell = useFreshShell({seed: {kind: 'empty'}});
beforeEach(async () => {
  await shell().emk('lists create Leads');
});

const add = async (email: string, type = 'Leads', more = ''): Promise<string> =>
  (
    await shell().emk(
      `contacts create --list ${type} --email ${email} --country 101 --first-name A --allow-duplicate -o id ${more}`,
    )
  ).stdout.trim();

const ids = async (): Promise<string[]> =>
  (await shell().emk('contacts list -o id --sort id')).stdout.trim().split('\n').filter(Boolean);

const file = (...rows: readonly string[]): void => {
  shell().write('doubles.csv', `${['line,email,keep,surplus', ...rows].join('\n')}\n`);
};

test('only the surplus goes: one kept, of the same address and list', async () => {
  const [ada, twin, bo, moved] = [
    await add('ada@example.com'),
    await add('ADA@example.com'),
    await add('bo@example.com'),
    await add('bo@example.com'),
  ];
  await shell().emk('lists create Customers');
  await shell().emk(`contacts update ${moved} --list Customers`);
  file(`2,ada@example.com,${ada},${twin} 999`, `3,bo@example.com,${bo},${moved}`);
  const {code, stdout, stderr} = await shell().emk('contacts dedupe doubles.csv --yes -o json');
  expect(JSON.parse(stdout)).toMatchObject({
    done: [Number(twin)],
    failed: [
      {id: Number(moved), error: {message: expect.stringContaining('it is on another list than the contact to keep')}},
    ],
  });
  expect(code).toBe(8);
  expect(stderr).toContain('1 to delete · 1 gone already · 1 skipped');
  expect(await ids()).toEqual([ada, bo, moved]);
});

test('where the one to keep is gone or has another address, its surplus stays', {tags: ['long']}, async () => {
  const [ada, twin] = [await add('ada@example.com'), await add('ada@example.com')];
  file(`2,ada@example.com,${ada},${twin}`);
  await shell().emk(`contacts delete ${ada} --yes`);
  const gone = await shell().emk('contacts dedupe doubles.csv --yes');
  expect([gone.code, gone.stderr]).toEqual([8, expect.stringContaining('the contact to keep is gone')]);
  const again = await add('ada@example.com');
  await shell().emk(`contacts update ${again} --email ada@new.example`);
  file(`2,ada@example.com,${again},${twin}`);
  const other = await shell().emk('contacts dedupe doubles.csv --yes');
  expect(other.stderr).toContain('the contact to keep has another address now');
  expect(await ids()).toEqual([twin, again]);
});

test('it asks, counts and shows as other deletes do', {tags: ['long']}, async () => {
  const [ada, twin] = [await add('ada@example.com'), await add('ada@example.com', 'Leads', '--last-name Lovelace')];
  file(`2,ada@example.com,${ada},${twin}`);
  const asked = await shell().emk('contacts dedupe doubles.csv');
  expect([asked.code, asked.stderr]).toEqual([2, expect.stringContaining('In a script, add --yes')]);
  expect(asked.stderr).toContain('ada@example.com: keeps one, deletes 1');
  expect(asked.stderr).toContain('Deleted too: values that the kept contact does not have, of ada@example.com');
  expect((await shell().emk('contacts dedupe doubles.csv --yes --max-delete 0')).code).toBe(2);
  const dry = await shell().emk('contacts dedupe doubles.csv --dry-run -o json');
  expect([dry.code, dry.stdout]).toEqual([0, expect.stringContaining('strIds[0]')]);
  expect(await ids()).toHaveLength(2);
  expect((await shell().emk('contacts dedupe doubles.csv --yes')).code).toBe(0);
  const twice = await shell().emk('contacts dedupe doubles.csv --yes');
  expect([twice.code, twice.stderr]).toEqual([0, expect.stringContaining('gone already')]);
});

test('a file that cannot be meant is refused with its line', async () => {
  file('2,ada@example.com,7,8', '3,bo@example.com,8,9');
  expect((await shell().emk('contacts dedupe doubles.csv --yes')).stderr).toContain('8 is both kept and surplus');
  shell().write('doubles.csv', 'line,email,ids\n2,ada@example.com,7 8\n');
  const {code, stderr} = await shell().emk('contacts dedupe doubles.csv --yes');
  expect([code, stderr]).toEqual([2, expect.stringContaining('does not have the columns email, keep, surplus')]);
  file('2,ada@example.com,seven,8');
  expect((await shell().emk('contacts dedupe doubles.csv --yes')).stderr).toContain('"seven" is not an id');
});
