/** A mistyped custom field or list is refused: it would match nobody, or everybody. */
import {expect, test} from 'vitest';
import {useShell} from '../../support/use-shell.js';

const shell = useShell();
const field = 'emk fields list';

test.each([
  [['--where', 'custom_field.agee='], '--where names a field "agee"', field],
  [['--where', 'custom_field.nothing_like_it!=3'], '--where names a field "nothing_like_it"', field],
  [['--sort', '-custom_field.agee'], '--sort names a field "agee"', field],
  [['--columns', 'id,custom_field.agee'], '--columns names a field "agee"', field],
  [['--where', 'contact_type=Newsleter'], 'There is no list "Newsleter"', 'emk lists list'],
  [['--where', 'contact_type!=Newsleter'], 'There is no list "Newsleter"', 'emk lists list'],
  [['--where', 'contact_type.name!=Newsleter'], 'There is no list "Newsleter"', 'emk lists list'],
])('%j is refused', async (options, why, hint) => {
  await shell().emk('fields create age --kind number');
  const {code, stdout, stderr} = await shell().emk(['contacts', 'list', ...options]);
  expect([[2, 4].includes(code), stdout]).toEqual([true, '']);
  expect(stderr).toContain(why);
  expect(stderr).toContain(hint);
});

test('and so is a field of one contact', async () => {
  expect(await shell().emk('contacts show 1 --columns id,custom_field.agee')).toMatchObject({code: 2, stdout: ''});
});

test('what there is, is found by its name, its id and as text alike', {tags: ['long']}, async () => {
  const found = async (where: string) => (await shell().emk(['contacts', 'list', '-o', 'id', '--where', where])).stdout;
  const wanted = await found('contact_type_id=1');
  expect(wanted).toMatch(/^(?:\d+\n)+$/);
  for (const where of ['contact_type=Newsletter', 'contact_type=newsletter', 'contact_type=1'])
    expect(await found(where), where).toBe(wanted);
  for (const where of ['contact_type.name=Newsletter', 'contact_type="Newsletter"'])
    expect(await found(where)).toBe(wanted);
  expect(await found('contact_type="Newsleter"')).toBe('');
  expect((await shell().emk(['contacts', 'list', '--where', 'custom_field.age='])).code).toBe(0);
});

test('a custom field has the name that its column has, too', {tags: ['long']}, async () => {
  const line = ['contacts', 'list', '--columns', 'Email,Father name', '--where', 'father name=', '--limit', '1', '-o'];
  expect((await shell().emk([...line, 'table'])).stdout).toMatch(/^Email +Father name$/m);
  expect((await shell().emk([...line, 'csv'])).stdout).toMatch(/^email,custom_field.father_name$/m);
  expect((await shell().emk(['fields', 'delete', 'Father name', '--dry-run'])).stdout).toContain('delete?id=12');
});

test('a column that does not exist stops a change before it is sent', async () => {
  const line = 'contacts update 3 --city Bonn --columns xyzzy';
  const changes = async () => (await shell().sandbox.requests()).filter(({method}) => method !== 'GET');
  const before = await changes();
  const {code, stderr} = await shell().emk(line);
  expect([code, stderr]).toEqual([2, expect.stringContaining('--columns names a field "xyzzy"')]);
  expect(await changes()).toEqual(before);
});
