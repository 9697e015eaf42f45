import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {Readable} from 'node:stream';
import fc from 'fast-check';
import {afterAll, describe, expect, it} from 'vitest';
import {isAddressIn} from '../../../src/contacts/cells/cell-rules.js';
import {EmkError} from '../../../src/core/errors.js';
import {readPeople} from '../../../src/csv/columns/people.js';
import {isAddress} from '../../../src/records/fields/email-address.js';
import {samples} from '../../support/random-runs.js';

const folder = mkdtempSync(join(tmpdir(), 'emk-addresses-'));
const path = join(folder, 'list.txt');

afterAll(() => rmSync(folder, {recursive: true}));

const nobodyTypes = () => ({stdin: Readable.from([]), interrupted: new AbortController().signal});

describe('lists of addresses', () => {
  const list = async (content: string | Uint8Array, options = {}) => {
    writeFileSync(path, content);
    const {people, rejected, warnings} = await readPeople(nobodyTypes(), path, options);
    return [
      people.map(({email}) => email).join(' '),
      ...rejected.map(({line, reason}) => `${line}✗ ${reason}`),
      ...warnings,
    ];
  };

  it.each<[string, string | Uint8Array, string[]]>([
    ['one a line', 'a@example.com\nb@example.com\n', ['a@example.com b@example.com']],
    [
      'one a line, blank lines, blanks, other line ends',
      '\uFEFF a@example.com\r\n\r\nb@example.com \r\n',
      ['a@example.com b@example.com'],
    ],
    ['several a line', 'a@example.com, b@example.com\nc@example.com\n', ['a@example.com b@example.com c@example.com']],
    ['each once, whatever its case', 'Ann@example.com\nann@Example.com\n', ['Ann@example.com']],
    [
      'bad ones by their lines',
      'a@example.com\n\nann\n"Ann" <b@example.com>\n',
      ['a@example.com b@example.com', '3✗ "ann" is not an email address: it has no @'],
    ],
    [
      'a bad one first',
      'ann@\nb@example.com\n',
      ['b@example.com', '1✗ "ann@" is not an email address: it is not like name@example.com'],
    ],
    [
      'a column with a header',
      'Name;E-Mail\nAnn;a@example.com\nBob;\n',
      ['a@example.com', '3✗ the address is missing'],
    ],
    [
      'an export of unsubscribes',
      'id,user_id,unsubscribe_groups_id,email_address,created_at\n1,2,,a@example.com,x\n',
      ['a@example.com'],
    ],
    [
      'a header nobody knows',
      'Who left\na@example.com\n',
      ['a@example.com', 'emk read line 1, “Who left”, as a header.'],
    ],
    [
      'Windows-1252',
      Buffer.from('Größe,Email\n1,a@example.com\n', 'latin1'),
      [
        'a@example.com',
        'list.txt is not UTF-8 (line 1), so it was read as Windows-1252. If that is wrong, add --encoding.',
      ],
    ],
    ['UTF-16', Buffer.from('\uFEFFa@example.com\r\n', 'utf16le'), ['a@example.com']],
  ])('%s', async (_, content, expected) => {
    expect(await list(content)).toEqual(expected);
  });

  it('takes the column that is named', async () => {
    expect(await list('Old Email,New Email\na@example.com,b@example.com\n', {column: 'new email'})).toEqual([
      'b@example.com',
    ]);
    await expect(list('Old,New\na@example.com,b@example.com\n', {column: 'Now'})).rejects.toThrow(
      '--column: the file has no column “Now”.',
    );
  });

  it.each<[string | Uint8Array, string]>([
    ['', 'list.txt is empty.'],
    ['x,y\n1,2\n', 'No column of list.txt has the email addresses. Its columns are “x”, “y”.'],
    [Buffer.from('PK\x03\x04xl/', 'latin1'), 'list.txt is an Excel workbook or a zip archive, not CSV.'],
    ['a@example.com\nb@exam\0ple.com\n', 'Line 2 of list.txt has a NUL character, which text never has.'],
    [
      Buffer.concat([Buffer.from('é,ü\na@example.com\n'), Buffer.from([0xff])]),
      'list.txt is not UTF-8 (line 3), and emk cannot be sure of its encoding.',
    ],
  ])('refuses %j', async (content, message) => {
    await expect(list(content)).rejects.toThrow(message);
    await expect(list(content)).rejects.toBeInstanceOf(EmkError);
  });

  it('reads files and standard input alike', async () => {
    writeFileSync(path, 'a@example.com\n');
    const {signal: interrupted} = new AbortController();
    const host = () => ({stdin: Readable.from([Buffer.from('a@exam'), Buffer.from('ple.com\n')]), interrupted});
    expect((await readPeople(host(), path)).people).toMatchObject([{email: 'a@example.com'}]);
    expect((await readPeople(host(), '-')).people).toMatchObject([{email: 'a@example.com'}]);
    await expect(
      readPeople({interrupted, stdin: Object.assign(Readable.from([]), {isTTY: true})}, '-'),
    ).rejects.toThrow('Standard input is empty.');
    await expect(readPeople(host(), '/nowhere/list.txt')).rejects.toThrow(
      'There is no file /nowhere/list.txt that you may read.',
    );
  });
});

it('judges an address of ASCII alike as bytes and as text', () => {
  const part = fc.string({
    unit: fc.constantFrom('a', 'Z', '0', '-', '.', '_', '+', "'", '@', ' ', 'é', 'bc'),
    maxLength: 9,
  });
  const long = fc.constantFrom('a'.repeat(64), 'a'.repeat(65), `${'a.'.repeat(90)}a`, 'b'.repeat(63));
  const text = fc.tuple(
    fc.oneof(part, part, long),
    fc.constantFrom('@', '@', '@', ''),
    fc.oneof(part, part, long),
    fc.constantFrom('.com', '.c', '.co-m', '.1a', '', '.a1', '.com-'),
  );
  const outcomes = new Set<boolean>();
  fc.assert(
    fc.property(text, parts => {
      const address = parts.join('');
      const bytes = Buffer.from(` ${address},`);
      const good = isAddressIn(bytes, 1, bytes.length - 1);
      outcomes.add(good);
      expect(good).toBe(isAddress(address) && /^[ -~]*$/.test(address));
    }),
    samples(400),
  );
  expect(outcomes.size).toBe(2);
});
