import {describe, expect, test} from 'vitest';
import {MalformedForm, parseForm, parseQuery} from '../../../src/sandbox/http/form.js';
import {settingsWith} from '../../../src/sandbox/service/settings.js';
import {multipart, type Part, urlencoded} from './raw.js';

const settings = settingsWith();

const parse = ({headers = {}, body = ''}: ReturnType<typeof multipart>, changes = {}) =>
  parseForm(headers['content-type'], Buffer.from(body), {...settings, ...changes});

const formOf = async (parts: readonly Part[], changes = {}) => (await parse(multipart(parts), changes)).form;

const numbered = (count: number): [string, string][] =>
  Array.from({length: count}, (_, at) => [`strIds[${at}]`, `${at}`]);

describe('a form as PHP reads it', () => {
  test('takes brackets for arrays, indexed or not, and the last of equal names', async () => {
    expect(
      await formOf([
        ['a[0]', 'x'],
        ['a[5]', 'y'],
        ['a[]', 'z'],
        ['b', '1'],
        ['b', '2'],
      ]),
    ).toEqual({a: ['x', 'y', 'z'], b: '2'});
  });

  test('replaces an item of the same index', async () => {
    expect(
      await formOf([
        ['a[1]', 'x'],
        ['a[1]', 'y'],
      ]),
    ).toEqual({a: ['y']});
  });

  test('takes deeper brackets for arrays within arrays, which are no text', async () => {
    expect(
      await formOf([
        ['a[0][x]', '7'],
        ['a[0][y]', '8'],
        ['a[1]', '9'],
        ['a[][]', 'x'],
        ['a[1]z', '5'],
      ]),
    ).toEqual({a: [{nested: true}, '5', {nested: true}]});
  });

  test('rewrites dots and spaces in names, and a bracket that is never closed', async () => {
    expect(
      await formOf([
        ['a.b', '1'],
        ['c d', '2'],
        ['e[f', '3'],
        [' g', '4'],
      ]),
    ).toEqual({a_b: '1', c_d: '2', e_f: '3', g: '4'});
  });

  test('trims spaces of every kind and makes empty text null', async () => {
    const blank = '\u00a0\u200b\ufeff \t\n';
    expect(
      await formOf([
        ['a', `${blank}x y${blank}`],
        ['b', blank],
        ['c[0]', ''],
        ['d', '0'],
      ]),
    ).toEqual({a: 'x y', b: null, c: [null], d: '0'});
  });

  test('leaves text alone where the settings say so', async () => {
    expect(
      await formOf(
        [
          ['a', ' x '],
          ['b', ''],
        ],
        {trimText: false, emptyToNull: false},
      ),
    ).toEqual({a: ' x ', b: ''});
  });

  test('drops what is beyond a thousand fields, one later in a urlencoded form', {tags: ['long']}, async () => {
    const inMultipart = await parse(multipart(numbered(1500)));
    expect([(inMultipart.form['strIds'] as string[]).length, inMultipart.dropped]).toEqual([1000, 500]);
    const inUrlencoded = await parse(urlencoded(numbered(1500)));
    expect([(inUrlencoded.form['strIds'] as string[]).length, inUrlencoded.dropped]).toEqual([1001, 499]);
  });

  test('keeps a file byte for byte, with its name', async () => {
    const bytes = Buffer.from([0xff, 0x00, 0x0d, 0x0a, 0x22]);
    expect(await formOf([['file', bytes, 'a "b".csv'.replaceAll('"', '')]])).toEqual({
      file: {filename: 'a b.csv', type: 'text/csv', bytes},
    });
  });

  test('takes a file without a name for no file', async () => {
    expect(
      await formOf([
        ['file', '', ''],
        ['id', '3'],
      ]),
    ).toEqual({id: '3'});
  });

  test('fails over text that is not UTF-8, in either encoding', async () => {
    await expect(formOf([['a', Buffer.from([0xe9])]])).rejects.toThrow(MalformedForm);
    await expect(parseForm('application/x-www-form-urlencoded', Buffer.from('a=%E9'), settings)).rejects.toThrow(
      MalformedForm,
    );
  });

  test('takes nothing from a multipart body that ends early or names no boundary', async () => {
    const {headers = {}, body = ''} = multipart([
      ['a', 'x'],
      ['file', 'y'.repeat(100), 'a.csv'],
    ]);
    const torn = Buffer.from(body).subarray(0, body.length - 60);
    for (const [type, bytes] of [
      [headers['content-type'], torn],
      ['multipart/form-data', Buffer.from(body)],
    ] as const) {
      expect(await parseForm(type, bytes, settings)).toMatchObject({form: {}, tooLarge: [], sent: []});
    }
  });

  test('reads plus, percent and a stray percent in a urlencoded form', async () => {
    const {form} = await parseForm(
      'application/x-www-form-urlencoded; charset=UTF-8',
      Buffer.from('a=1+2%2B3&b=5%&c&%C3%A9=%C3%BC'),
      settings,
    );
    expect(form).toEqual({a: '1 2+3', b: '5%', c: null, é: 'ü'});
  });

  test('reads a query in the same way', () => {
    expect(parseQuery('contact_id=%207&x[]=1&x[]=2', settings)).toEqual({contact_id: '7', x: ['1', '2']});
  });
});
