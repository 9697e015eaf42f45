/** A file of people as PHP's `fgetcsv` reads it, quirks included: what an upload makes of its cells. */
import fc from 'fast-check';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {samples} from '../../support/random-runs.js';
import {type Account, openAccount} from './account.js';
import * as api from './operations.js';

let account: Account;
beforeAll(async () => {
  account = await openAccount();
});
afterAll(() => account.close());

let lists = 0;

/** The first and last names that an upload of these lines leaves in a list of its own. */
async function namesFrom(lines: string): Promise<readonly unknown[]> {
  lists += 1;
  await account.make(api.contactTypes.create, {name: `List ${lists}`});
  const bytes = Buffer.from(`email,first_name,last_name\n${lines}`);
  const file = {filename: 'a.csv', type: 'text/csv', bytes};
  await account.make(api.contacts.upload, {contact_type_id: String(lists), file});
  const all = await account.list(api.contacts.list);
  return all
    .filter(({contact_type_id}) => contact_type_id === lists)
    .map(({first_name, last_name}) => [first_name, last_name]);
}

const P = 'p@example.com';

test.each([
  ['no line end at the end', `${P},c,d`, [['c', 'd']]],
  // biome-ignore format: one case a line
  ['CRLF', `${P},c,d\r\n${P},e,f\r\n`, [['c', 'd'], ['e', 'f']]],
  ['CR alone, which ends nothing', `${P},b\rc,d\n`, [['b\rc', 'd']]],
  ['a CR that ends the file', `${P},c,d\r`, [['c', 'd']]],
  ['a blank line, which is a row without an address', `${P},c,d\n\n`, [['c', 'd']]],
  ['quotes, commas and line ends in a field', `${P},"a ""x"", b","c\nd"\n`, [['a "x", b', 'c\nd']]],
  ['CRLF kept in a quoted field', `${P},"a\r\nb",c\r\n`, [['a\r\nb', 'c']]],
  ['white space before a quote', `${P},  "b, c",d\n`, [['b, c', 'd']]],
  ['text behind a closing quote', `${P},"a"b,c\n`, [['ab', 'c']]],
  ['a quote inside a plain field', `${P},a "x",b\n`, [['a "x"', 'b']]],
  ['a backslash that hides the closing quote', `${P},"a\\",b\n${P},"c",d\n`, [[`a\\",b\n${P},c"`, 'd']]],
  ['a backslash before another character', `${P},"a\\b",c\n`, [['a\\b', 'c']]],
  ['a backslash at the end of a plain field', `${P},a\\,b\n`, [['a\\', 'b']]],
  ['a quote that never closes', `${P},a,"b\n${P},c,d`, [['a', `b\n${P},c,d`]]],
  ['nothing but a header', '', []],
])('%s', async (_, lines, names) => {
  expect(await namesFrom(lines)).toEqual(names);
});

test('gives back what was written, where no backslash is in it', async () => {
  const cell = fc.string({unit: fc.constantFrom('a', 'é', '"', ',', '\n', ' ', "'", ';')}).map(text => `.${text}.`);
  const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(cell, cell), {minLength: 1}), async rows => {
      expect(await namesFrom(rows.map(cells => `${P},${cells.map(quoted).join(',')}\n`).join(''))).toEqual(rows);
    }),
    samples(10),
  );
});
