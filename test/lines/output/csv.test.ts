/** CSV, TSV and Markdown of any list: other readers find what the service sent, and no text is a formula or markup. */
import {parse} from 'csv-parse/sync';
import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {unguardFormula} from '../../../src/csv/bytes/formula-guard.js';
import {anyCharacter} from '../../support/any-character.js';
import {lines, printed, someone} from '../../support/listed.js';
import {samples} from '../../support/random-runs.js';

const as = (format: string, columns: string, rows: readonly object[] | string, more = '', look = {}) =>
  printed(`contacts list --columns ${columns} -o ${format} ${more}`, rows, look);

test('cells are what the service sent, objects as JSON, nothing as nothing', async () => {
  const {out} = await as(
    'csv',
    'id,city,alt_email,custom_field,custom_field.age,contact_type.name,created_at',
    [someone({city: 'Rome, "Eternal"\nCity', alt_email: null}), someone({id: 2, custom_field: null})],
    '',
    {others: {customFields: [{id: 12, field_name: 'age', field_type: 'number'}]}},
  );
  expect(out).toBe(
    lines(
      'id,city,alt_email,custom_field,custom_field.age,contact_type.name,created_at',
      '1,"Rome, ""Eternal""\nCity",,"{""age"":{""field_name"":""age"",""field_value"":""36""}}",36,Newsletter,2026-03-04T13:05:09.000000Z',
      '2,London,,,,Newsletter,2026-03-04T13:05:09.000000Z',
    ),
  );
});

test('a record is never lost, even when its only cell is empty', async () => {
  const {out} = await as('csv', 'alt_email', [{alt_email: null}, {alt_email: 'a@b.c'}]);
  expect(parse(out, {columns: true, skip_empty_lines: true})).toEqual([{alt_email: ''}, {alt_email: 'a@b.c'}]);
});

test('formulas are guarded, which is said once', async () => {
  const {out, notices} = await as('csv', 'city', [{city: '=1'}, {city: '@x'}, {city: -5}, {city: '+49 30 123456'}]);
  expect(out).toBe("city\n'=1\n'@x\n-5\n+49 30 123456\n");
  expect(notices).toHaveLength(1);
});

test('on a terminal nothing in a cell moves the cursor', async () => {
  expect((await as('csv', 'city', [{city: 'a\u001b[2J\nb'}], '', {width: 80})).out).toBe('city\na␛[2J↵b\n');
});

test('what is not JSON ends the list, after the rows before it', async () => {
  for (const damaged of ['garbage', '{"id":01,"city":"Rome"}', '{"id":3,"city":"Ro\nme"}', '']) {
    const {code, out} = await as('csv', 'id,city', `[{"id":1,"city":"Rome"},{"id":2,"city":null},${damaged}]`);
    expect([code === 0, out.includes('me"') || out.includes('garbage')]).toEqual([false, false]);
  }
});

describe('for every list', () => {
  const cell = fc.oneof(
    {
      weight: 4,
      arbitrary: fc.constantFrom('London', 'a@b.c', '', ' Rome', 'Zoë', '🙂', "it's", '2026-03-04T13:05:09Z'),
    },
    fc.string({unit: anyCharacter, maxLength: 8}),
    fc.string({
      unit: fc.constantFrom('"', ',', '\n', '\r', "'", '=', '\t', ' ', 'x', '\\', ';', '+', '@'),
      maxLength: 5,
    }),
    fc.constant(null),
  );
  const rows = fc.array(fc.record({id: fc.nat(), city: cell, state: cell, x: fc.jsonValue({maxDepth: 2})}), {
    minLength: 1,
    maxLength: 60,
  });
  /** The ways in which services write the same JSON, of which emk copies some row by row. */
  const written = fc.constantFrom<(records: readonly object[]) => string>(
    records => JSON.stringify(records),
    records => JSON.stringify(records).replaceAll('/', '\\/').replaceAll('ë', '\\u00eb'),
    records => JSON.stringify(records, null, 1),
  );
  const texts = (list: ReadonlyArray<{city: string | null; state: string | null}>) =>
    list.map(({city, state}) => ({city: city ?? '', state: state ?? ''}));

  test('another reader finds in CSV what was written, once the guard is gone', async () => {
    await fc.assert(
      fc.asyncProperty(rows, written, async (list, write) => {
        const read: {city: string; state: string}[] = parse((await as('csv', 'city,state', write(list))).out, {
          columns: true,
        });
        const unguarded = read.map(({city, state}) => ({city: unguardFormula(city), state: unguardFormula(state)}));
        expect(unguarded).toEqual(texts(list));
      }),
      samples(60),
    );
  });

  test('TSV gives a line to each record and a cell to each field, and loses nothing', async () => {
    const unescaped = (text: string): string =>
      text.replace(/\\(.)/g, (_, letter: string) => ({t: '\t', n: '\n', r: '\r'})[letter] ?? letter);
    await fc.assert(
      fc.asyncProperty(rows, async list => {
        const [header, ...rest] = (await as('tsv', 'city,state', list)).out.slice(0, -1).split('\n');
        expect(header).toBe('city\tstate');
        const read = rest.map(line => line.split('\t').map(text => unescaped(unguardFormula(text))));
        expect(read).toEqual(texts(list).map(({city, state}) => [city, state]));
      }),
      samples(40),
    );
  });

  test('Markdown has as many cells in every line as it has columns, and no markup of theirs', async () => {
    const nasty = fc.constantFrom(
      '</script>',
      '|',
      '\\|',
      '\\',
      '`|`',
      'a\nb',
      '\u001b[31m',
      '\u202e',
      '<img onerror=x>',
    );
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(nasty, fc.string({unit: anyCharacter})), {minLength: 1}), async names => {
        const some = names.map(name => someone({first_name: name, contact_type: {id: 1, name}}));
        const {out} = await as('md', 'id,first_name,contact_type', some);
        const drawn = out.trimEnd().split('\n');
        expect(drawn).toHaveLength(names.length + 2);
        for (const line of drawn) expect(line.match(/(?<!\\)(?:\\\\)*\|/g)).toHaveLength(4);
        for (const wild of ['<', '>', '\u001b', '\u202e']) expect(out).not.toContain(wild);
      }),
      samples(40),
    );
  });
});

test('a Markdown table is aligned in its source too, numbers at the right', async () => {
  const {out} = await as('md', 'id,first_name,contact_type', [
    someone(),
    someone({id: 20, first_name: '名前', contact_type: {id: 4, name: 'A|B'}}),
    someone({id: 3, first_name: '_a_ **b**', contact_type: {id: 4, name: '[a](b)'}}),
  ]);
  expect(out).toBe(
    lines(
      '|  ID | First name      | List       |',
      '| --: | --------------- | ---------- |',
      '|   1 | Ada             | Newsletter |',
      '|  20 | 名前            | A\\|B       |',
      '|   3 | \\_a\\_ \\*\\*b\\*\\* | \\[a\\](b)   |',
    ),
  );
});
