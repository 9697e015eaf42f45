import {describe, expect, it, test} from 'vitest';
import {useReading} from '../reading.js';

const {read, report} = useReading();

describe('addresses', () => {
  it('says in words what is wrong with each', async () => {
    const bad = [
      '',
      'ann',
      'ann@',
      '@example.com',
      'ann@example',
      'ann @example.com',
      'ann@example.com; bob@example.com',
      'Ann Lee <ann@example.com> or <lee@example.com>',
      'bob@example.com <ann@example.com>',
      'ann@@example.com',
      'ann..lee@example.com',
      'ann@example..com',
      'mailto:ann.@example.com',
      '“ann”@example.com',
      'ann@bü_cher.de',
      'ann(at)@example.com',
      'ann@exam_ple.com',
      'ann@example.123',
      'ann@-example.com',
      `${'a'.repeat(65)}@example.com`,
      `ann@${'b'.repeat(64)}.com`,
      `ann@${'long.'.repeat(50)}com`,
    ];
    const result = await report(`city,email\n${bad.map(address => `x,${address}\n`).join('')}`);
    expect(result).toBe(`
utf-8 , · 22 rows: 0 good, 22 rejected, 0 repeated
      city,email
   2✗ the address is missing in “email”
   3✗ the address “ann” in “email” has no @
   4✗ the address “ann@” in “email” is not like name@example.com
   5✗ the address “@example.com” in “email” is not like name@example.com
   6✗ the address “ann@example” in “email” is not like name@example.com
   7✗ the address “ann @example.com” in “email” has a space in it
   8✗ the address “ann@example.com; bob@example.com” in “email” holds more than one address
   9✗ the address “Ann Lee <ann@example.com> or <lee@example.com>” in “email” holds more than one address
  10✗ the address “bob@example.com <ann@example.com>” in “email” holds more than one address
  11✗ the address “ann@@example.com” in “email” is not like name@example.com
  12✗ the address “ann..lee@example.com” in “email” is not like name@example.com
  13✗ the address “ann@example..com” in “email” is not like name@example.com
  14✗ the address “mailto:ann.@example.com” in “email” is not like name@example.com
  15✗ the address ““ann”@example.com” in “email” is not like name@example.com
  16✗ the address “ann@bü_cher.de” in “email” is not like name@example.com
  17✗ the address “ann(at)@example.com” in “email” is not like name@example.com
  18✗ the address “ann@exam_ple.com” in “email” is not like name@example.com
  19✗ the address “ann@example.123” in “email” is not like name@example.com
  20✗ the address “ann@-example.com” in “email” is not like name@example.com
  21✗ the address “aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa…” in “email” is not like name@example.com
  22✗ the address “ann@bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb…” in “email” is not like name@example.com
  23✗ the address “ann@long.long.long.long.long.long.long.long.long.long.long.…” in “email” is not like name@example.com
`);
  });

  it('trims what the service would trim', async () => {
    expect(await report('email,city\n \u00a0a@example.com\u200b\t,\ufeffBonn\u00a0\n')).toContain(
      '   2: a@example.com,Bonn\n',
    );
  });

  it('takes an address that needed a close look for the same as one that did not', async () => {
    expect(await report('email\n"a""b@example.com"\n a@example.com\nA@EXAMPLE.com\n')).toContain(
      '3 rows: 1 good, 1 rejected, 1 repeated',
    );
  });
});

describe('cells', () => {
  it('counts them, but for empty ones behind the last', async () => {
    expect(
      await report('email,city\na@example.com,Bonn,,\nb@example.com\nc@example.com,Ulm,x\n,,\nd@example.com,Jena\n'),
    ).toBe(`
utf-8 , · 4 rows: 2 good, 2 rejected, 0 repeated
      email,city
   2: a@example.com,Bonn
   6: d@example.com,Jena
   3✗ there is 1 cell, but 2 in the header: a “,” is missing, or a line break splits the row
   4✗ there are 3 cells, but 2 in the header: a value with a “,” in it needs quotes around it
`);
  });

  it('makes numbers plain and names values that are not numbers', async () => {
    const ages = [
      '42',
      '-7',
      '1.234,5',
      '1 234,5',
      "1'234.5",
      '12,5',
      '1.234',
      '1,234',
      '+5',
      '1e3',
      'forty',
      '1.2.3',
      '0,125',
      '12.345.678',
    ];
    const rows = ages.map((age, index) => `u${index}@example.com;${age}\n`);
    expect(await report(`email;age\n${rows.join('')}`)).toBe(`
utf-8 ; · 14 rows: 10 good, 4 rejected, 0 repeated
      email,age
   2: u0@example.com,42
   3: u1@example.com,-7
   4: u2@example.com,1234.5
   5: u3@example.com,1234.5
   6: u4@example.com,1234.5
   7: u5@example.com,12.5
  10: u8@example.com,5
  11: u9@example.com,1e3
  14: u12@example.com,0.125
  15: u13@example.com,12345678
   8✗ “1.234” in “age” can mean 1234 or 1.234
   9✗ “1,234” in “age” can mean 1234 or 1.234
  12✗ “forty” in “age” is not a number
  13✗ “1.2.3” in “age” is not a number
`);
  });

  it('writes dates as their fields take them, and guesses none', async () => {
    const dates = [
      '2026-04-03',
      '2026-04-03T14:30',
      '2026-04-03 14:30:59',
      '2026/4/3',
      '20260403',
      '25/04/2026',
      '04/25/2026',
      '03/04/2026',
      '03.04.2026',
      '3. April 2026',
      'Apr 3rd, 2026 2:30 PM',
      '3 avr. 2026',
      '31.02.2026',
      '03/04/26',
      '46115',
      'soon',
      '2026-04-03T14:30:00Z',
      '05/05/2026',
    ];
    const rows = dates.map((date, index) => `u${index}@example.com,"${date}"\n`);
    expect(await report(`email,join date\n${rows.slice(0, 11).join('')}`)).toBe(`
utf-8 , · 11 rows: 10 good, 1 rejected, 0 repeated
      email,join_date
   2: u0@example.com,2026-04-03T00:00
   3: u1@example.com,2026-04-03T14:30
   4: u2@example.com,2026-04-03T14:30
   5: u3@example.com,2026-04-03T00:00
   6: u4@example.com,2026-04-03T00:00
   7: u5@example.com,2026-04-25T00:00
   8: u6@example.com,2026-04-25T00:00
  10: u8@example.com,2026-04-03T00:00
  11: u9@example.com,2026-04-03T00:00
  12: u10@example.com,2026-04-03T14:30
   9✗ “03/04/2026” in “join date” can mean 2026-04-03 or 2026-03-04: say which with: emk config set dates dmy (or mdy)
`);
    expect(await report(`email,join date\n${rows.slice(11).join('')}`)).toBe(`
utf-8 , · 7 rows: 3 good, 4 rejected, 0 repeated
      email,join_date
   2: u11@example.com,2026-04-03T00:00
   7: u16@example.com,2026-04-03T14:30
   8: u17@example.com,2026-05-05T00:00
   3✗ “31.02.2026” in “join date” is a date that does not exist
   4✗ “03/04/26” in “join date” has a two-digit year: write all four digits
   5✗ “46115” in “join date” is an Excel day number: format the column as a date and save the file again
   6✗ “soon” in “join date” is not a date: write 2026-04-03 or 2026-04-03 14:30
`);
    expect(await report('email,join_date\na@example.com,12/10\n')).toContain(
      '2✗ “12/10” in “join_date” has no year: write 1990-04-03',
    );
    const slashes = 'email,join_date\na@example.com,03/04/2026\nb@example.com,25/04/2026\n';
    expect(await report(slashes, {dateOrder: 'dmy'})).toContain(
      '2: a@example.com,2026-04-03T00:00\n   3: b@example.com,2026-04-25T00:00',
    );
    expect(await report(slashes, {dateOrder: 'mdy'})).toContain(
      '2: a@example.com,2026-03-04T00:00\n   3✗ “25/04/2026” in “join_date” is a date that does not exist',
    );
  });

  it('rejects only the backslashes that PHP would misread', async () => {
    const content = [
      'email,address_line1',
      'a@example.com,C:\\dir\\',
      'b@example.com,"C:\\dir, D:\\"',
      'c@example.com,"a\\""b"',
      'd@example.com,"a\\, b"',
      'e@example.com,"a, b\\\\"',
      '',
    ].join('\n');
    expect(await report(content)).toBe(`
utf-8 , · 5 rows: 3 good, 2 rejected, 0 repeated
      email,address_line1
   2: a@example.com,C:\\\\dir\\\\
   5: d@example.com,"a\\\\, b"
   6: e@example.com,"a, b\\\\\\\\"
   3✗ “C:\\dir, D:\\” in “address_line1” has a backslash before a quote or at its end: the service would read the next cells as part of it
   4✗ “a\\"b” in “address_line1” has a backslash before a quote or at its end: the service would read the next cells as part of it
`);
  });

  it('takes exactly the guard of an export away', async () => {
    expect(
      await report(
        "email,first_name,age,phone\n'+a@example.com,'=SUM(A1),-5,'+49 30 x\nb@example.com,'tis,7,+49 30 123456\n",
      ),
    ).toContain("   2: +a@example.com,=SUM(A1),-5,+49 30 x\n   3: b@example.com,'tis,7,+49 30 123456\n");
  });

  it('takes an address with a guard for the same as one without', async () => {
    expect(await report("email\n'+a@example.com\n+a@example.com\n'b@example.com\n")).toContain(
      '3 rows: 2 good, 0 rejected, 1 repeated',
    );
  });

  it('knows the calendar in every notation', async () => {
    const dates = [
      '2026-02-28',
      '2026-02-29',
      '2024-02-29',
      '2026-04-31T10:00',
      '2026-13-01',
      '2026-00-10',
      '2026-01-01T24:00',
      '0026-01-01',
    ];
    const result = await report(
      `email,join_date\n${dates.map((date, index) => `u${index}@example.com,${date}\n`).join('')}`,
    );
    expect(result).toContain('8 rows: 2 good, 6 rejected');
    expect(result).toContain('2: u0@example.com,2026-02-28T00:00\n   4: u2@example.com,2024-02-29T00:00\n   3✗');
  });

  it('looks countries up', async () => {
    expect(
      await report('email,country\na@example.com,Germany\nb@example.com,DE\nc@example.com,Atlantis\n', {
        countries: true,
      }),
    ).toContain(
      '! The service does not know this country, kept as written: “Atlantis” (line 4). To see its countries: emk locations countries\n' +
        '      email,country\n   2: a@example.com,85\n   3: b@example.com,85\n   4: c@example.com,Atlantis\n',
    );
  });

  it('names all that is wrong with a row', async () => {
    expect(await report('email,age,join_date\nann,x,2026-02-30\n')).toContain(
      '2✗ the address “ann” in “email” has no @; “x” in “age” is not a number; “2026-02-30” in “join_date” is a date that does not exist',
    );
  });
});

it('sends each good row with the address as it is written and plain values', async () => {
  const {sent} = await read('email,first_name,age\nAnn@Example.com,"Ann, ""A""","1.234,5"\n');
  expect(sent).toMatchObject([{line: 2, values: {email: 'Ann@Example.com', first_name: 'Ann, "A"', age: '1234.5'}}]);
});

test('texts of one hash, or of the same bytes in quotes and without, stay apart in a column with few values', async () => {
  const rows = ['Kxwlex', 'Teyxyv', 'O""Land', '"O""Land"', 'Kxwlex'].map(
    (country, at) => `p${at}@example.com,${country}`,
  );
  const {sent} = await read(`email,country\n${rows.join('\n')}\n`);
  expect(sent.map(({values}) => values['country'])).toEqual(['Kxwlex', 'Teyxyv', 'O""Land', 'O"Land', 'Kxwlex']);
});
