import {parse} from 'csv-parse/sync';
import {describe, expect, test} from 'vitest';
import {csvLines, tsvLines} from '../../../src/csv/bytes/write-lines.js';

const values = ['a "b", c\r\nd', 'a\tb\\', '', null, undefined, -5, 1.5e21, true, false, {a: ['"']}, []];

const unguarded = (line: string): string => line.trim().slice(1, -1);

describe('CSV', () => {
  test('has a cell for every kind of value', () => {
    expect(csvLines()([values])).toBe('"a ""b"", c\r\nd","a\tb\\",,,,-5,1.5e+21,true,false,"{""a"":[""\\""""]}",\n');
  });

  test('has quotes around a lone line end of either kind', () => {
    expect(csvLines()([['a\r', 'b\n', ' c ']])).toBe('"a\r","b\n", c \n');
  });

  test.each([
    [[['']], '""\n'],
    [[[null], [undefined]], '""\n""\n'],
    [[['', null]], ',\n'],
    [[], ''],
  ])('of %j is %j', (rows, text) => {
    expect(csvLines()(rows)).toBe(text);
  });

  test.each([
    ['x;=1+1', '"x;=1+1"\n'],
    ['x\t=1+1', '"x\t=1+1"\n'],
    ['=1;=2', `"'=1;=2"\n`],
    ['a;b', '"a;b"\n'],
  ])('has quotes around %j, which holds what others split at', (cell, text) => {
    expect(csvLines()([[cell]])).toBe(text);
    expect(parse(text, {delimiter: ';'})).toEqual([[unguarded(text)]]);
  });

  test('says once that cells are guarded, however many batches there are', () => {
    let guarded = 0;
    const toLines = csvLines({onGuard: () => guarded++});
    expect(toLines([['x', 1]])).toBe('x,1\n');
    expect(guarded).toBe(0);
    expect(toLines([['=1', '@x']]) + toLines([['-a,b', -5]])).toBe(`'=1,'@x\n"'-a,b",-5\n`);
    expect(guarded).toBe(1);
  });

  test('is cleaned before it is guarded, so that nothing hides a formula', () => {
    const toLines = csvLines({clean: text => text.replaceAll('\u200b', '')});
    expect(toLines([['\u200b=1', {a: '\u200b'}]])).toBe(`'=1,"{""a"":""""}"\n`);
  });
});

describe('TSV', () => {
  test('has a line for every row and no quotes of its own', () => {
    expect(tsvLines()([values])).toBe(
      'a "b", c\\r\\nd\ta\\tb\\\\\t\t\t\t-5\t1.5e+21\ttrue\tfalse\t{"a":["\\\\""]}\t\n',
    );
  });

  test('guards what a spreadsheet would run as CSV does', () => {
    let guarded = 0;
    const row = ['=1+1', '+49 30 123456', '-5', '@x', '\t=1', "'=1"];
    expect(tsvLines({onGuard: () => guarded++})([row])).toBe("'=1+1\t+49 30 123456\t-5\t'@x\t\\t=1\t''=1\n");
    expect(guarded).toBe(1);
  });

  test('leaves a row of one empty cell empty, as line tools expect', () => {
    expect(tsvLines()([[''], [null], ['"']])).toBe('\n\n"\n');
  });
});
