import {existsSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {useFreshShell} from '../support/use-shell.js';

const shell = useFreshShell({seed: {kind: 'empty'}});

const leads = (count: number): string =>
  [
    'Email Address,First Name,Country',
    ...Array.from({length: count}, (_, at) => `p${at}@example.com,First${at},Germany`),
  ].join('\n');

const listed = async (): Promise<number> => Number((await shell().emk('contacts list --count')).stdout);

test('the summary says what was done', {tags: ['long']}, async () => {
  shell().write('leads.csv', `${leads(3)}\np1@example.com,Again,\nnobody,No,`);
  const line = 'contacts import leads.csv --list Leads --create-list --max-errors 1 -o json';
  const {code, stdout} = await shell().emk(line);
  expect([code, JSON.parse(stdout)]).toMatchObject([8, {result: 'partial', added: 3, verified: 3}]);
  expect(readFileSync(join(shell().folder, 'leads.rejected.csv'), 'utf8')).toContain('nobody,No,');
  const again = await shell().emk('contacts import leads.csv --list leads --max-errors 1 -o json');
  expect(JSON.parse(again.stdout)).toMatchObject({
    result: 'partial',
    list: {id: 1, name: 'Leads'},
    added: 0,
    skipped: {listed: 3, repeated: 1},
    files: {rejected: join(shell().folder, 'leads.rejected.csv')},
  });
  expect(await listed()).toBe(3);
  shell().write('leads.csv', leads(3));
  const nothing = await shell().emk('contacts import leads.csv --list Leads -o json');
  expect([nothing.code, JSON.parse(nothing.stdout)]).toMatchObject([0, {added: 0, skipped: {listed: 3}}]);
});

test('a lost answer is looked into, and nothing is sent twice', async () => {
  shell().write('leads.csv', leads(40));
  shell().sandbox.misbehave(
    'POST /contacts/upload-csv=lost-reply:1',
    'POST /contacts/upload-csv=502-html:1,status=504',
  );
  expect((await shell().emk('contacts import leads.csv --list Leads --create-list')).code).toBe(0);
  expect(await listed()).toBe(40);
});

test('what is uploaded is UTF-8 with LF, no mark, but the header has of the sample', async () => {
  shell().write('leads.csv', Buffer.from('\uFEFFE-Mail;Vorname\r\nzoe@example.com;Zoë\r\n', 'utf16le'));
  expect((await shell().emk('contacts import leads.csv --list Leads --create-list')).code).toBe(0);
  const {stdout} = await shell().emk('contacts list -o json');
  expect(JSON.parse(stdout)).toMatchObject([{email: 'zoe@example.com', first_name: 'Zoë'}]);
});

test('a list must be named, and one that is not there is not made without being asked', {
  tags: ['long'],
}, async () => {
  shell().write('leads.csv', leads(1));
  expect((await shell().emk('contacts import leads.csv')).code).toBe(2);
  expect((await shell().emk('contacts import leads.csv --list Nowhere')).code).toBe(4);
  const dry = await shell().emk('contacts import leads.csv --list Nowhere --create-list --dry-run -o json');
  expect(JSON.parse(dry.stdout)).toMatchObject({result: 'planned', list: {id: null, name: 'Nowhere'}, to_add: 1});
  expect((await shell().emk('lists list --count')).stdout).toBe('0\n');
});

test('past imports can be looked at', {tags: ['long']}, async () => {
  expect((await shell().emk('contacts import status -o json')).stdout).toBe('[]\n');
  shell().write('leads.csv', leads(2));
  await shell().emk('contacts import leads.csv --list Leads --create-list');
  const {stdout} = await shell().emk('contacts import status -o json');
  const [run] = JSON.parse(stdout);
  expect(run).toMatchObject({source: 'leads.csv', result: 'done', added: 2, resumable: false});
  expect(existsSync(run.journal)).toBe(true);
  expect((await shell().emk(`contacts import status ${run.id.slice(0, 8)}`)).stdout).toContain('leads.csv → "Leads"');
  expect((await shell().emk('contacts import resume')).code).toBe(4);
});

test('a dry run makes no request that is not a read', async () => {
  shell().write('leads.csv', leads(2));
  expect((await shell().emk('contacts import leads.csv --list Leads --create-list --dry-run')).code).toBe(0);
  expect((await shell().sandbox.requests()).filter(({method}) => method !== 'GET')).toEqual([]);
});

test('a file that does not pass names its first bad rows and why, and how many are good', async () => {
  const bad = Array.from({length: 7}, (_, at) => `nobody${at},No,`).join('\n');
  shell().write('leads.csv', `${leads(2)}\n${bad}`);
  const {code, stdout, stderr} = await shell().emk('contacts import leads.csv --list Leads --create-list --dry-run');
  expect(code).toBe(2);
  expect(stdout).toContain('9 rows: 2 good · 7 rejected');
  expect(stderr).toMatch(/Line 4: .*nobody0/);
  expect(stderr).toContain('Line 8: ');
  expect(stderr).not.toContain('Line 9: ');
  expect(stderr).toContain('2 more such lines.');
});

test('a folder that is not there is told as such, before anything is sent', async () => {
  shell().write('leads.csv', `${leads(2)}\nnobody,No,`);
  const {code, stderr} = await shell().emk(
    'contacts import leads.csv --list Leads --create-list --rejects no/where.csv',
  );
  expect(code).toBe(2);
  expect(stderr).toMatch(/no\/where\.csv.*--rejects FILE/s);
  expect((await shell().emk('contacts export no/where.csv')).code).toBe(2);
  expect((await shell().emk('contacts sample no/where.csv')).code).toBe(2);
  expect((await shell().sandbox.requests()).filter(({method}) => method !== 'GET')).toEqual([]);
});

test('a list that is not there can be made, which the error says', async () => {
  shell().write('leads.csv', leads(1));
  const {code, stderr} = await shell().emk('contacts import leads.csv --list Nowhere');
  expect(code).toBe(4);
  expect(stderr).toContain('--create-list');
  expect((await shell().emk('contacts import leads.csv --list 99')).stderr).not.toContain('--create-list');
});

test('a country that the service does not list is named before anything is sent, and refused in --set', {
  tags: ['long'],
}, async () => {
  shell().write(
    'leads.csv',
    'email,country\na@example.com,DE\nb@example.com,Atlantis\nc@example.com,Deutschland\nd@example.com,Atlantis',
  );
  const {code, stderr} = await shell().emk('contacts import leads.csv --list Leads --create-list --dry-run');
  expect(code).toBe(0);
  expect(stderr).toMatch(/“Atlantis” \(lines 3, 5\)/);
  expect(stderr).not.toContain('“Deutschland”');
  const set = await shell().emk('contacts import leads.csv --list Leads --create-list --set country=Germnay --dry-run');
  expect([set.code, set.stderr]).toEqual([2, expect.stringContaining('“Germnay”')]);
});

test('a resumed import uses the fields it has made, also where two columns have one name', {
  tags: ['long'],
}, async () => {
  shell().write('leads.csv', 'email,Notes,Notes,Größe\na@example.com,tea,cake,42\nb@example.com,water,,');
  shell().sandbox.misbehave('POST /contacts/upload-csv=500:4');
  const broken = await shell().emk('contacts import leads.csv --list Leads --create-list --create-fields');
  expect(broken.code).toBe(8);
  const {code, stderr} = await shell().emk('contacts import resume');
  expect(stderr).not.toContain('error');
  expect(code).toBe(0);
  const {stdout} = await shell().emk('contacts export --columns email,notes,notes_2,grosse');
  expect(stdout).toBe('email,notes,notes_2,grosse\na@example.com,tea,cake,42\nb@example.com,water,,\n');
});

test('a field that was deleted meanwhile is made again by a resume', {tags: ['long']}, async () => {
  shell().write('leads.csv', 'email,Size\na@example.com,42');
  shell().sandbox.misbehave('POST /contacts/upload-csv=500:4');
  await shell().emk('contacts import leads.csv --list Leads --create-list --create-fields');
  const fields = JSON.parse((await shell().emk('fields list --where is_reserved=no -o json')).stdout);
  const {id} = fields.find((field: {field_name: string}) => field.field_name === 'size');
  expect((await shell().emk(`fields delete ${id} --yes`)).code).toBe(0);
  const {code, stderr} = await shell().emk('contacts import resume');
  expect([code, stderr]).toEqual([0, expect.stringContaining('Created the custom field size')]);
  expect((await shell().emk('contacts export --columns size')).stdout).toBe('size\n42\n');
});
