import {gzipSync} from 'node:zlib';
import {parse} from 'csv-parse/sync';
import fc from 'fast-check';
import {describe, expect, test as it, test} from 'vitest';
import {samples} from '../../support/random-runs.js';
import {useReading} from '../reading.js';

const {read, report} = useReading();

const windows = (text: string): Uint8Array => Buffer.from(text, 'latin1');
const utf16 = (text: string, bigEndian = false): Buffer => {
  const bytes = Buffer.from(text, 'utf16le');
  return bigEndian ? bytes.swap16() : bytes;
};

describe('encodings', () => {
  const text = 'Email,First Name,City\nzoe@example.com,Zoë,Łódź\n';

  it('reads UTF-8 with and without a byte order mark', async () => {
    const golden = `
utf-8 , · 1 rows: 1 good, 0 rejected, 0 repeated
      email,first_name,city
   2: zoe@example.com,Zoë,Łódź
`;
    expect(await report(text)).toBe(golden);
    expect(await report(`\uFEFF${text}`)).toBe(golden);
  });

  it('reads UTF-16 in both orders by its mark, or where it is named', async () => {
    for (const bigEndian of [false, true]) {
      const golden = `
utf-16${bigEndian ? 'be' : 'le'} , · 1 rows: 1 good, 0 rejected, 0 repeated
      email,first_name,city
   2: zoe@example.com,Zoë,Łódź
`;
      const encoding = `utf-16${bigEndian ? 'be' : 'le'}`;
      expect(await report(utf16(text, bigEndian), {encoding})).toBe(golden);
      expect(await report(utf16(text, bigEndian))).toContain('add --encoding utf-16le');
      expect(await report(utf16(`\uFEFF${text}`, bigEndian))).toBe(golden);
    }
  });

  it('keeps characters beyond the basic plane in UTF-16', async () => {
    expect(await report(utf16('\uFEFFemail,city\na@example.com,𝒳😀\n'))).toContain('a@example.com,𝒳😀');
  });

  it('names half a character in UTF-16', async () => {
    expect(
      await report(Buffer.concat([utf16('\uFEFFemail,city\na@example.com,'), Buffer.from([0x3d, 0xd8, 0x0a, 0x00])])),
    ).toBe(`
error 2: Line 2 of leads.csv is not UTF-16le.
  Save the file as “CSV UTF-8”, or name its encoding with --encoding.
`);
  });

  it('guesses Windows-1252 and says so', async () => {
    expect(await report(windows('email;city\na@example.com;M\xfcnchen\nb@example.com;\x80 100\n'))).toBe(`
windows-1252 ; · 2 rows: 2 good, 0 rejected, 0 repeated
! leads.csv is not UTF-8 (line 2), so it was read as Windows-1252. If that is wrong, add --encoding.
      email,city
   2: a@example.com,München
   3: b@example.com,€ 100
`);
  });

  it('says nothing when Windows-1252 was asked for', async () => {
    expect(await report(windows('email\tcity\na@example.com\tM\xfcnchen\n'), {encoding: 'windows-1252'})).toBe(`
windows-1252 tab · 1 rows: 1 good, 0 rejected, 0 repeated
      email,city
   2: a@example.com,München
`);
  });

  it('takes the mark of UTF-8 off a file whose encoding is named', async () => {
    const file = Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), windows('email;city\na@example.com;M\xfcnchen\n')]);
    expect(await report(file, {encoding: 'windows-1252'})).toBe(`
windows-1252 ; · 1 rows: 1 good, 0 rejected, 0 repeated
      email,city
   2: a@example.com,München
`);
  });

  it('names a byte that Windows-1252 does not have', async () => {
    expect(await report(windows('email,city\na@example.com,\x8d\n'), {encoding: 'windows-1252'})).toContain(
      'error 2: Line 2 of leads.csv is not Windows-1252.',
    );
  });

  it('guesses nothing in a damaged UTF-8 file: the rest of it would be damaged', async () => {
    const damaged = Buffer.concat([
      Buffer.from('email,city\na@example.com,München\nb@example.com,Köln\nc@example.com,'),
      Buffer.from([0xff, 0x0a]),
    ]);
    expect(await report(damaged)).toBe(`
error 2: leads.csv is not UTF-8 (line 4), and emk cannot be sure of its encoding.
  Save the file as “CSV UTF-8”. Or name the encoding: --encoding windows-1251, macintosh, windows-1250, shift_jis, gb18030…
`);
  });

  it('guesses nothing when UTF-8 was asked for', async () => {
    expect(await report(windows('email,city\na@example.com,M\xfcnchen\n'), {encoding: 'utf-8'})).toContain(
      'error 2: Line 2 of leads.csv is not UTF-8.',
    );
  });

  it('refuses a NUL and names its line', async () => {
    expect(await report('email,city\na@example.com,Bonn\nb@example.com,\0\n')).toBe(`
error 2: Line 3 of leads.csv has a NUL character, which text never has.
  Export it again as “CSV UTF-8”. If it is UTF-16, add --encoding utf-16le.
`);
  });

  it('does not know other encodings', async () => {
    expect(await report('email\n', {encoding: 'ebcdic'})).toBe(`
error 2: emk does not know the encoding “ebcdic”.
  Use --encoding auto, utf-8, utf-16le, windows-1252, macintosh, windows-1251, shift_jis, gb18030 or another standard name.
`);
  });
});

describe('files that only bear the name of a CSV', () => {
  it.each([
    [
      'an Excel workbook',
      Buffer.from('PK\x03\x04....[Content_Types].xml....xl/workbook.xml', 'latin1'),
      'an Excel workbook or a zip archive',
    ],
    ['a zip archive', Buffer.from('PK\x03\x04leads.csv', 'latin1'), 'an Excel workbook or a zip archive'],
    ['an old workbook', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]), 'an old Excel workbook'],
    [
      'an XML workbook',
      '<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?>',
      'a web page or an XML document',
    ],
    ['a web page', '\n<!DOCTYPE html><html><body>Please sign in</body></html>', 'a web page or an XML document'],
    ['a table of HTML', '<table><tr><td>email</td></tr></table>', 'a web page or an XML document'],
    ['a PDF', '%PDF-1.7\n', 'a PDF document'],
    ['a gzip', gzipSync('email\na@example.com\n'), 'a gzip archive'],
    ['JSON', '[{"email": "a@example.com"}]', 'JSON'],
  ])('names %s', async (_, content, is) => {
    expect(await report(content)).toContain(`error 2: leads.csv is ${is}, not CSV.`);
  });

  it('says what to do with a workbook', async () => {
    expect(await report(Buffer.from('PK\x03\x04xl/', 'latin1'))).toContain(
      'open it in a spreadsheet, and save or export it as “CSV UTF-8”.',
    );
  });
});

describe('files with nothing to import', () => {
  it.each([
    ['', 'leads.csv is empty.'],
    ['\uFEFF', 'leads.csv is empty.'],
    ['\n\r\n  \n', 'leads.csv is empty.'],
    ['email,first_name\n', 'leads.csv has a header but no rows.'],
    ['email,first_name\n\n,,\n', 'leads.csv has a header but no rows.'],
    ['sep=;\nemail;city\n', 'leads.csv has a header but no rows.'],
  ])('%j', async (content, message) => {
    expect(await report(content)).toContain(`error 2: ${message}`);
  });

  it('tells a missing header from a header', async () => {
    expect(await report('ann@example.com,Ann\nbob@example.com,Bob\n')).toBe(`
error 2: leads.csv has no header: line 1 already holds the address ann@example.com.
  Add a first line that names the columns, such as email,first_name,last_name. For people as you paste them: emk contacts create
`);
    expect(await report('ann@example.com\n')).toContain('such as email.');
    // Whoever named this "column" as the addresses would lose the first person.
    const pasted = 'Ann Lee <ann@example.com>\nBob <bob@example.com>\n';
    expect(await report(pasted)).toContain('already holds the address ann@example.com.');
  });

  it('names a file that is not there, and a folder', async () => {
    expect(await report('', {path: '/nowhere/leads.csv'})).toContain('error 2: There is no file /nowhere/leads.csv');
    expect(await report('', {path: '/tmp'})).toContain('is a folder.');
  });
});

describe('delimiters', () => {
  it.each([
    [',', ','],
    [';', ';'],
    ['\t', 'tab'],
    ['|', '|'],
  ])('finds %j though the values are full of other ones', async (delimiter, name) => {
    const rows = [
      ['Email', 'Notes', 'City'],
      ['a@example.com', '"a,b;c|d"', 'Bonn'],
      ['b@example.com', '"x; y, z"', 'Köln'],
    ];
    expect(await report(rows.map(row => row.join(delimiter)).join('\n'))).toBe(`
utf-8 ${name} · 2 rows: 2 good, 0 rejected, 0 repeated
left out: Notes
! Skipped, because no field fits: “Notes”. Use --map Notes=FIELD or --create-fields.
      email,city
   2: a@example.com,Bonn
   3: b@example.com,Köln
`);
  });

  it('takes the one that Excel says', async () => {
    expect(await report('sep=|\r\nEmail|First Name\r\na@example.com|Smith, Ann; Dr\r\n')).toBe(`
utf-8 | · 1 rows: 1 good, 0 rejected, 0 repeated
      email,first_name
   3: a@example.com,"Smith, Ann; Dr"
`);
  });

  it('trusts known headers and rows of one length, not the number of signs', async () => {
    expect(await report('Email;Name, Vorname\na@example.com;Lee, Ann\n')).toContain('utf-8 ; ·');
    const map = [['Mail x (alt, neu, privat, Firma)', 'email']] as const;
    expect(await report('Kunde;Mail x (alt, neu, privat, Firma)\nLee;a@example.com\n', {map})).toContain('utf-8 ; ·');
  });

  it('needs none for a single column', async () => {
    expect(await report('E-Mail\na@example.com\n')).toContain('2: a@example.com\n');
  });
});

describe('line ends', () => {
  it.each([
    ['LF', '\n'],
    ['CRLF', '\r\n'],
    ['CR', '\r'],
  ])('%s, also within quotes, and counts lines as an editor does', async (_, end) => {
    const content = [
      'email,address_line1',
      `a@example.com,"Street 1${end}2nd floor"`,
      '',
      'b@example.com,x,y',
      'c@example.com,z',
      '',
    ].join(end);
    expect(await report(content)).toBe(`
utf-8 , · 3 rows: 2 good, 1 rejected, 0 repeated
      email,address_line1
   2: a@example.com,"Street 1${JSON.stringify(end).slice(1, -1)}2nd floor"
   6: c@example.com,z
   5✗ there are 3 cells, but 2 in the header: a value with a “,” in it needs quotes around it
`);
  });

  it('takes a last line without an end', async () => {
    expect(await report('email,city\na@example.com,Bonn')).toContain('2: a@example.com,Bonn\n');
    expect(await report('email,city\na@example.com,"Bonn"')).toContain('2: a@example.com,Bonn\n');
    expect(await report('email,city\na@example.com,')).toContain('2: a@example.com,\n');
  });
});

describe('quotes', () => {
  it('follows RFC 4180, and writes quotes only where they are needed', async () => {
    expect(
      await report(
        '"email","first_name","city"\n"a@example.com","Ann ""Ace"" O","Bonn, Rhein"\n"b@example.com","","Köln"\n',
      ),
    ).toBe(`
utf-8 , · 2 rows: 2 good, 0 rejected, 0 repeated
      email,first_name,city
   2: a@example.com,"Ann ""Ace"" O","Bonn, Rhein"
   3: b@example.com,,Köln
`);
  });

  it('takes blanks around quotes for what they are, and a quote within a word for a letter', async () => {
    expect(await report('email, first_name\na@example.com, "Smith, Ann" \nb@example.com,5" Bob\n')).toBe(`
utf-8 , · 2 rows: 2 good, 0 rejected, 0 repeated
      email,first_name
   2: a@example.com,"Smith, Ann"
   3: b@example.com,"5"" Bob"
`);
  });

  it('rejects one row for one bad quote, and names it', async () => {
    expect(
      await report(
        'email,first_name,city\na@example.com,"Ann,Bonn\nb@example.com,Bob,Köln\nc@example.com,"Cy" x,Ulm\nd@example.com,Di,Jena\n',
      ),
    ).toBe(`
utf-8 , · 4 rows: 2 good, 2 rejected, 0 repeated
      email,first_name,city
   3: b@example.com,Bob,Köln
   5: d@example.com,Di,Jena
   2✗ a quote is opened in “first_name” and never closed
   4✗ there is text after the closing quote in “first_name”: write a quote inside a value twice
`);
    expect(
      await report('email,first_name,city\na@example.com,Ann,Bonn\nb@example.com,"Bob,Köln\nc@example.com,Cy,Ulm\n'),
    ).toBe(`
utf-8 , · 3 rows: 2 good, 1 rejected, 0 repeated
      email,first_name,city
   2: a@example.com,Ann,Bonn
   4: c@example.com,Cy,Ulm
   3✗ a quote is opened in “first_name” and never closed
`);
  });

  test('a file is sent as it was but for its writing', {tags: ['long']}, async () => {
    const cell = fc
      .string({unit: fc.constantFrom('a', 'Z', 'é', '"', ',', ';', '\n', ' ', '0'), maxLength: 8})
      .map(text => text.trim());
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(cell, cell), {minLength: 1, maxLength: 8}),
        fc.constantFrom(',', ';', '\t', '|'),
        async (rows, delimiter) => {
          const quoted = (texts: readonly string[]) =>
            texts.map(text => `"${text.replaceAll('"', '""')}"`).join(delimiter);
          const people = rows.map((row, index) => [`u${index}@example.com`, ...row]);
          const {sent} = await read([['email', 'city', 'state'], ...people].map(quoted).join('\n'));
          expect(sent.flatMap(({text}) => parse(text) as string[][])).toEqual(people);
        },
      ),
      samples(20),
    );
  });

  it('names the line of a header whose quotes do not match', async () => {
    expect(await report('"email,city\na@example.com,Bonn\n')).toContain(
      'error 2: The header of leads.csv, on line 1, has unmatched quotes.',
    );
  });

  test('gives up a quote that is open for a megabyte, and no more than its row', {tags: ['long']}, async () => {
    const rows = Array.from({length: 70_000}, (_, index) => `u${index}@example.com,some more text`);
    const result = await report(['email,city', 'a@example.com,"Bonn', ...rows, ''].join('\n'));
    expect(result).toContain('70001 rows: 70000 good, 1 rejected');
    expect(result).toContain('\n   3: u0@example.com,some more text\n');
    expect(result).toContain('\n   2✗ a quote is opened in “city” and never closed\n');
  });

  it('refuses a row that is longer than a megabyte', async () => {
    expect(await report(`email,city\na@example.com,Bonn\nb@example.com,${'x'.repeat(2_000_000)}\n`)).toBe(`
error 2: The row on line 3 of leads.csv is longer than 1 MB.
  Look there for a quote that is never closed. Or the file is not CSV.
`);
  });
});
