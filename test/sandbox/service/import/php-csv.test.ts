import fc from 'fast-check';
import {expect, test} from 'vitest';
import {phpCsv} from '../../../../src/sandbox/service/import.js';

const read = (text: string) => [...phpCsv(text)];

test.each([
  [
    'plain rows',
    'a,b\nc,d\n',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  [
    'no line end at the end',
    'a,b\nc,d',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  [
    'CRLF',
    'a,b\r\nc,d\r\n',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  ['CR alone, which ends nothing', 'a,b\rc,d\re,f', [['a', 'b\rc', 'd\re', 'f']]],
  ['a CR that ends the file', 'a,b\r', [['a', 'b']]],
  ['a byte order mark', '\uFEFFa,b\n', [['\uFEFFa', 'b']]],
  ['a blank line, which is a row', 'a\n\nb\n', [['a'], [''], ['b']]],
  ['quotes, commas and line ends in a field', '"a ""x"", b","c\nd"\ne\n', [['a "x", b', 'c\nd'], ['e']]],
  ['CRLF kept in a quoted field', '"a\r\nb",c\r\nd\r\n', [['a\r\nb', 'c'], ['d']]],
  ['white space before a quote', 'a,  "b, c"\n', [['a', 'b, c']]],
  ['text behind a closing quote', '"a"b,c\n', [['ab', 'c']]],
  ['a quote inside a plain field', 'a "x",b\n', [['a "x"', 'b']]],
  ['a backslash that hides the closing quote', '"a\\",b\n"c",d\n', [['a\\",b\nc"', 'd']]],
  ['a backslash before another character', '"a\\b",c\n', [['a\\b', 'c']]],
  ['a backslash at the end of a plain field', 'a\\,b\n', [['a\\', 'b']]],
  ['a quote that never closes', 'a,"b\nc,d\n', [['a', 'b\nc,d\n']]],
  ['an empty file', '', []],
  [
    'empty fields',
    ',\n"",\n',
    [
      ['', ''],
      ['', ''],
    ],
  ],
])('%s', (_, text, rows) => {
  expect(read(text)).toEqual(rows);
});

test('gives back what was written, where no backslash is in it', () => {
  const cell = fc.string({unit: fc.constantFrom('a', 'é', '"', ',', '\n', ' ', "'", ';')});
  const rows = fc.array(fc.array(cell, {minLength: 1, maxLength: 4}), {maxLength: 5});
  fc.assert(
    fc.property(rows, table => {
      const text = table.map(row => `${row.map(text => `"${text.replaceAll('"', '""')}"`).join(',')}\n`).join('');
      expect(read(text)).toEqual(table);
    }),
  );
});
