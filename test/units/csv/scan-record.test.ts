import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {parse} from 'csv-parse/sync';
import fc from 'fast-check';
import {afterAll, expect, test} from 'vitest';
import {phpMisreads, toCsvCell} from '../../../src/contacts/check/slots.js';
import type {Encoding} from '../../../src/csv/bytes/encodings.js';
import {cellTexts, type RecordView, readCsvRecords} from '../../../src/csv/bytes/read-records.js';
import {Cells, cr, lf} from '../../../src/csv/bytes/scan-record.js';
import {samples} from '../../support/random-runs.js';

const folder = mkdtempSync(join(tmpdir(), 'emk-scan-'));
const path = join(folder, 'scan.csv');

afterAll(() => rmSync(folder, {recursive: true}));

/** Every record with a cell, and its first line. */
async function recordsOf(
  content: Uint8Array,
  options: {delimiter?: string; encoding?: Encoding; loneReturns?: boolean; pieceSize?: number} = {},
) {
  writeFileSync(path, content);
  const {delimiter = ',', encoding = 'utf-8', loneReturns = false, pieceSize} = options;
  const records: {line: number; texts: string[]; fault: string | undefined}[] = [];
  const reading = {
    file: {path, name: 'scan.csv'},
    encoding,
    dialect: {delimiter: delimiter.charCodeAt(0), lineEnd: loneReturns ? cr : lf},
  };
  const visit = (record: RecordView) =>
    records.push({line: record.line, texts: cellTexts(record), fault: record.cells.fault});
  for await (const _ of readCsvRecords(reading, visit, pieceSize));
  return records;
}

const delimiters = fc.constantFrom(',', ';', '\t', '|');
const lineEnds = fc.constantFrom('\n', '\r\n', '\r');

/** Cells as any program may write them: quoted if needed, and sometimes if not. */
const file = fc
  .record({
    delimiter: delimiters,
    end: lineEnds,
    rows: fc.array(
      fc.array(
        fc.tuple(
          fc.string({
            unit: fc.constantFrom('a', 'é', '😀', ' ', '"', ',', ';', '\t', '|', '\n', '\r\n', '\\', "'"),
            maxLength: 8,
          }),
          fc.boolean(),
        ),
        {minLength: 1, maxLength: 5},
      ),
      {minLength: 1, maxLength: 6},
    ),
    endsWithLine: fc.boolean(),
  })
  .map(({delimiter, end, rows, endsWithLine}) => {
    const write = ([text, quote]: [string, boolean]) =>
      quote || /["\r\n]|^[ \t]/.test(text) || text.includes(delimiter) || text === ''
        ? `"${text.replaceAll('"', '""')}"`
        : text;
    const content = rows.map(row => row.map(write).join(delimiter)).join(end) + (endsWithLine ? end : '');
    return {delimiter, loneReturns: end === '\r', content: Buffer.from(content)};
  });

test('finds the cells that csv-parse finds', async () => {
  await fc.assert(
    fc.asyncProperty(file, async ({delimiter, loneReturns, content}) => {
      const expected: string[][] = parse(content, {
        delimiter,
        relax_column_count: true,
        record_delimiter: loneReturns ? ['\r'] : ['\n', '\r\n'],
      });
      const records = await recordsOf(content, {delimiter, loneReturns});
      expect(records.map(({texts}) => texts)).toEqual(expected);
      expect(records.every(({fault}) => fault === undefined)).toBe(true);
    }),
    samples(40),
  );
});

test('finds the same at every split point, in every encoding, good or bad', async () => {
  const anything = fc.string({unit: fc.constantFrom('a', 'é', '😀', ' ', '"', ',', '\n', '\r', '\r\n'), maxLength: 24});
  await fc.assert(
    fc.asyncProperty(
      anything,
      fc.constantFrom('utf-8', 'utf-16le', 'utf-16be', 'windows-1252'),
      fc.boolean(),
      async (text, encoding, loneReturns) => {
        const content = encode(encoding === 'windows-1252' ? text.replaceAll('😀', '€') : text, encoding);
        const whole = await recordsOf(content, {encoding, loneReturns});
        for (let pieceSize = 1; pieceSize < Math.min(content.length, 12); pieceSize++) {
          expect(await recordsOf(content, {encoding, loneReturns, pieceSize})).toEqual(whole);
        }
      },
    ),
    samples(20),
  );
});

test('counts the lines that a record begins on', async () => {
  const content = Buffer.from('a,"1\r\n2"\r\n\r\nb,"x\n\ny"\nc');
  expect((await recordsOf(content)).map(({line, texts}) => [line, texts[0]])).toEqual([
    [1, 'a'],
    [3, ''],
    [4, 'b'],
    [7, 'c'],
  ]);
});

test('ends a row at a line feed too where carriage returns end rows', async () => {
  const content = Buffer.from('a,b\rc\nd,"e\nf"\r\ng\r');
  const records = await recordsOf(content, {loneReturns: true});
  expect(records.map(({texts}) => texts)).toEqual([['a', 'b'], ['c'], ['d', 'e\nf'], ['g']]);
});

test('takes the row after a bad quote for what it is', async () => {
  const content = Buffer.from('a,"b"c,d\n"e",f\n"g,h\ni,j\n');
  expect(await recordsOf(content)).toEqual([
    {line: 1, texts: [], fault: 'stray'},
    {line: 2, texts: ['e', 'f'], fault: undefined},
    {line: 3, texts: [], fault: 'unclosed'},
    {line: 4, texts: ['i', 'j'], fault: undefined},
  ]);
});

test('has room for any number of columns', async () => {
  const cells = Array.from({length: 1000}, (_, index) => (index % 3 === 0 ? `"${index}"` : String(index)));
  const [record] = await recordsOf(Buffer.from(cells.join(',')));
  expect(record?.texts).toEqual(Array.from({length: 1000}, (_, index) => String(index)));
});

test('what is sent is read back by PHP and by everybody else', async () => {
  const cell = fc.string({unit: fc.constantFrom('a', '"', ',', '\\', '\n', ' ', 'é'), maxLength: 8});
  fc.assert(
    fc.property(fc.array(cell, {minLength: 1, maxLength: 4}), cells => {
      const fine = cells.filter(text => !phpMisreads(text) && text.trim() === text);
      fc.pre(fine.join('') !== '');
      const line = Buffer.from(fine.map(toCsvCell).join(','));
      expect(readAsPhp(line.toString())).toEqual(fine);
      const found = new Cells({delimiter: 0x2c, lineEnd: lf});
      expect(found.scan(line, 0, line.length, true)).toBe(line.length);
      expect(cellTexts({bytes: line, cells: found})).toEqual(fine);
    }),
    samples(250),
  );
});

test('rejects no cell that PHP would read rightly', () => {
  const cell = fc.string({unit: fc.constantFrom('a', '"', ',', '\\'), maxLength: 8});
  fc.assert(
    fc.property(cell, text => {
      const read = readAsPhp(`${toCsvCell(text)},end`);
      expect(phpMisreads(text)).toBe(read.length !== 2 || read[0] !== text || read[1] !== 'end');
    }),
    samples(250),
  );
});

function encode(text: string, encoding: Encoding): Buffer {
  if (encoding === 'windows-1252') return Buffer.from(text.replaceAll('€', '\x80'), 'latin1');
  if (encoding === 'utf-8') return Buffer.from(text);
  const bytes = Buffer.from(text, 'utf16le');
  return encoding === 'utf-16be' ? bytes.swap16() : bytes;
}

/** One line as PHP 8's `fgetcsv` reads it, with its backslash rule. */
function readAsPhp(line: string): string[] {
  const cells: string[] = [];
  let at = 0;
  for (;;) {
    let cell = '';
    if (line[at] === '"') {
      at++;
      let state: 'plain' | 'backslash' = 'plain';
      for (; at < line.length; at++) {
        const sign = line[at];
        if (state === 'plain' && sign === '"') {
          if (line[at + 1] !== '"') break;
          at++;
          cell += '"';
          continue;
        }
        cell += sign;
        state = state === 'plain' && sign === '\\' ? 'backslash' : 'plain';
      }
      at++;
    }
    while (at < line.length && line[at] !== ',') cell += line[at++];
    cells.push(cell);
    if (at >= line.length) return cells;
    at++;
  }
}
