/** Columns that fill several fields: full names and joined addresses, and the messages about them. */
import {expect, test} from 'vitest';
import {useReading} from '../reading.js';

const {read, report} = useReading();

const rowsOf = async (...typed: Parameters<typeof read>) => (await read(...typed)).sent.map(({values}) => values);

const shops = 'email,name\na@example.com,Kalyan Silks\nb@example.com,Bhima Jewellers\n';

test('names that are no people fill the first name as a whole', async () => {
  expect(await report(shops)).toBe(`
utf-8 , · 2 rows: 2 good, 0 rejected, 0 repeated
! “name” fills First name, going by “Kalyan Silks”.
      email,first_name
   2: a@example.com,Kalyan Silks
   3: b@example.com,Bhima Jewellers
`);
});

test('a later row decides as much as the first', async () => {
  const rows = Array.from({length: 60}, (_, row) => `r${row}@example.com,${row < 45 ? 'Ada Lovelace' : 'Acme Ltd'}\n`);
  expect((await rowsOf(`email,name\n${rows.join('')}`))[0]).toMatchObject({first_name: 'Ada Lovelace'});
});

const joined = 'email,Address\na@example.com,1 Dock Road  New York  NY  10001  US\nb@example.com,somewhere\n';

test('an address in one cell fills the fields of its parts', async () => {
  expect(await rowsOf(joined, {countries: true})).toEqual([
    {
      email: 'a@example.com',
      address_line1: '1 Dock Road',
      address_line2: '',
      city: 'New York',
      state_province_region: 'NY',
      postal_code: '10001',
      country: '237',
    },
    {
      email: 'b@example.com',
      address_line1: 'somewhere',
      address_line2: '',
      city: '',
      state_province_region: '',
      postal_code: '',
      country: '',
    },
  ]);
});

test('--set fills the parts that an address has not', async () => {
  expect(await rowsOf(joined, {set: [['country', 'Germany']]})).toMatchObject([{country: 'US'}, {country: 'Germany'}]);
});

test('a country in an address that the service does not list is named', async () => {
  const {warnings} = await read(joined.replace('US', 'Atlantis'), {countries: true});
  expect(warnings).toContain(
    'The service does not know this country, kept as written: “Atlantis” (line 2). To see its countries: emk locations countries',
  );
});

test('parts do not replace columns of their own, and --map keeps the address whole', async () => {
  const file = 'email,Address,City\na@example.com,1 Dock Road  New York  NY  10001  US,Brooklyn\n';
  expect(await rowsOf(file)).toMatchObject([{address_line1: '1 Dock Road', city: 'Brooklyn', postal_code: '10001'}]);
  expect(await rowsOf(file, {map: [['Address', 'address_line1']]})).toEqual([
    {email: 'a@example.com', address_line1: '1 Dock Road  New York  NY  10001  US', city: 'Brooklyn'},
  ]);
});

test('a mark before a number is no part of it, and stays before words that begin so', async () => {
  const file =
    "email,Zip,Phone,City,age\na@example.com,'1234AB,'+31 20 555 0101,'s-Gravenhage,'42\nb@example.com,'0123,,'t Harde,\n";
  expect(await rowsOf(file)).toMatchObject([
    {postal_code: '1234AB', phone: '+31 20 555 0101', city: "'s-Gravenhage", age: '42'},
    {postal_code: '0123', city: "'t Harde"},
  ]);
});
