import {describe, expect, test} from 'vitest';
import {csvLines, tsvLines} from '../../src/csv/write-lines.js';

const values = ['a "b", c\r\nd', 'a\tb\\', '', null, undefined, -5, 1.5e21, true, false, {a: ['"']}, []];

describe('CSV', () => {
  test('has a cell for every kind of value', () => {
    expect(csvLines({raw: true})([values])).toBe(
      '"a ""b"", c\r\nd",a\tb\\,,,,-5,1.5e+21,true,false,"{""a"":[""\\""""]}",\n',
    );
  });

  test('has quotes around a lone line end of either kind', () => {
    expect(csvLines({raw: true})([['a\r', 'b\n', ' c ']])).toBe('"a\r","b\n", c \n');
  });

  test.each([
    [[['']], '""\n'],
    [[[null], [undefined]], '""\n""\n'],
    [[['', null]], ',\n'],
    [[], ''],
  ])('of %j is %j', (rows, text) => {
    expect(csvLines({raw: true})(rows)).toBe(text);
  });

  test('says once that cells are guarded, however many batches there are', () => {
    let guarded = 0;
    const toLines = csvLines({raw: false, onGuard: () => guarded++});
    expect(toLines([['x', 1]])).toBe('x,1\n');
    expect(guarded).toBe(0);
    expect(toLines([['=1', '@x']]) + toLines([['-a,b', -5]])).toBe(`'=1,'@x\n"'-a,b",-5\n`);
    expect(guarded).toBe(1);
  });

  test('is cleaned before it is guarded, so that nothing hides a formula', () => {
    const toLines = csvLines({raw: false, clean: text => text.replaceAll('\u200b', '')});
    expect(toLines([['\u200b=1', {a: '\u200b'}]])).toBe(`'=1,"{""a"":""""}"\n`);
  });
});

describe('TSV', () => {
  test('has a line for every row and no quotes of its own', () => {
    expect(tsvLines()([values])).toBe(
      'a "b", c\\r\\nd\ta\\tb\\\\\t\t\t\t-5\t1.5e+21\ttrue\tfalse\t{"a":["\\\\""]}\t\n',
    );
  });

  test('leaves a row of one empty cell empty, as line tools expect', () => {
    expect(tsvLines()([[''], [null], ['"']])).toBe('\n\n"\n');
  });
});
