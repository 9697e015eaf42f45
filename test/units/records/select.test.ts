import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {UsageError} from '../../../src/core/errors.js';
import {contact} from '../../../src/endpoints/contacts.js';
import {toView} from '../../../src/records/view/select.js';
import {printed, someone} from '../../support/listed.js';
import {samples} from '../../support/random-runs.js';

const view = (input: Parameters<typeof toView>[0], more: Partial<Parameters<typeof toView>[1]> = {}) =>
  toView(input, {shape: contact, columns: ['id', 'email'], ...more});

describe('--columns', () => {
  test('gives the fields in the order asked, each once', () => {
    expect(view({columns: 'email, id,contact_type.name,email'})).toMatchObject({
      columns: ['email', 'id', 'contact_type.name'],
      chosen: true,
    });
  });

  test('without it the list has its own, and JSON stays whole', () => {
    expect(view({})).toMatchObject({columns: ['id', 'email'], chosen: false, open: false});
  });

  test('all is every field, those included that only the records know', () => {
    expect(view({columns: 'all'})).toMatchObject({columns: Object.keys(contact), chosen: false, open: true});
  });

  test.each(['emial', 'email.domain', '', ' , '])('%j is refused', columns => {
    expect(() => view({columns})).toThrow(UsageError);
  });

  test('a column that is drawn from a field leaves the field to conditions and to the order', () => {
    const drawn = {path: 'email', instead: ['email'], needs: ['email'], read: () => '███'};
    const {conditions, order} = view({where: 'email~x', sort: '-email'}, {computed: [drawn]});
    expect([conditions[0]?.path, order?.paths]).toEqual(['email', ['email']]);
  });

  test('a name that is nothing else may be a custom field, which only the account can tell', () => {
    expect(view({columns: 'loyalty_points'}).columns).toEqual(['custom_field.loyalty_points']);
    const own = {pathOf: (path: string) => path.toLowerCase(), kindAt: () => undefined};
    expect(view({columns: 'Loyalty'}, {own}).columns).toEqual(['custom_field.loyalty']);
  });
});

const sorted = async (sort: string | string[], rows: readonly object[], limit?: number): Promise<unknown[]> => {
  const keys = [sort].flat().map(key => `--sort=${key}`);
  const line = `contacts list ${keys.join(' ')} ${limit === undefined ? '' : `--limit ${limit}`} -o json`;
  const others = {customFields: [{id: 12, field_name: 'age', field_type: 'number'}]};
  return JSON.parse((await printed(line, rows, {others})).out);
};

describe('--sort', () => {
  const cities = (rows: unknown[]): unknown[] => rows.map(row => (row as {city: unknown}).city);

  test('puts numbers before dates before texts, and nothing last', async () => {
    const values = [null, 'b', 'A', 10, '9', '', '2026-03-04', 'a', undefined, 2.5];
    const rows = values.map((city, id) => ({id, city}));
    expect(cities(await sorted('city', rows))).toEqual([
      2.5,
      '9',
      10,
      '2026-03-04',
      'a',
      'A',
      'b',
      null,
      '',
      undefined,
    ]);
    expect(cities(await sorted('-city', rows))).toEqual([
      'b',
      'A',
      'a',
      '2026-03-04',
      10,
      '9',
      2.5,
      null,
      '',
      undefined,
    ]);
  });

  test('by several fields, nested and custom ones too', async () => {
    const rows = [
      someone({id: 1, contact_type: {name: 'B'}, custom_field: {age: {field_name: 'age', field_value: '9'}}}),
      someone({id: 2, contact_type: {name: 'A'}, custom_field: {age: {field_name: 'age', field_value: '9'}}}),
      someone({id: 3, contact_type: {name: 'A'}, custom_field: {age: {field_name: 'age', field_value: '10'}}}),
    ];
    const ids = (await sorted('contact_type.name,-custom_field.age', rows)).map(row => (row as {id: number}).id);
    expect(ids).toEqual([3, 2, 1]);
  });

  test('given several times compares by each in turn', async () => {
    const rows = [
      {id: 1, city: 'B', first_name: 'x'},
      {id: 2, city: 'A', first_name: 'x'},
      {id: 3, city: 'A', first_name: 'y'},
      {id: 4, city: 'A', first_name: 'y'},
    ];
    const ids = async (...sort: string[]) => (await sorted(sort, rows)).map(row => (row as {id: number}).id);
    expect(await ids('city', '-first_name,-id')).toEqual([4, 3, 2, 1]);
    expect(await ids('-first_name', 'city')).toEqual([3, 4, 2, 1]);
    expect(view({sort: ['city', '-id']}).order?.paths).toEqual(['city', 'id']);
  });

  test('that names nothing the second time is refused', () => {
    expect(() => view({sort: ['city', '']})).toThrow('--sort "" names no field.');
  });

  test.each(['', '-', 'id,', 'emial'])('%j is refused', sort => {
    expect(() => view({sort})).toThrow(UsageError);
  });

  test('keeps the order of equals, and with a limit gives the first of the whole', {tags: ['long']}, async () => {
    const city = fc.constantFrom(1, 2, '3', 'x', null);
    await fc.assert(
      fc.asyncProperty(fc.array(city, {maxLength: 3000}), fc.nat(5), async (values, limit) => {
        const rows = values.map((value, id) => ({id, city: value}));
        const whole = await sorted('city', rows);
        const place = [1, 2, '3', 'x', null];
        const expected = rows.toSorted((a, b) => place.indexOf(a.city) - place.indexOf(b.city) || a.id - b.id);
        expect(whole).toEqual(expected);
        expect(await sorted('city', rows, limit)).toEqual(expected.slice(0, limit));
      }),
      samples(10),
    );
  });

  test('with a limit does not keep what can no longer be among the first', {tags: ['long']}, async () => {
    const many = Array.from({length: 10_000}, (_, row) => ({id: (row * 7919) % 10_000}));
    const {out} = await printed('contacts list --sort=-id --limit 3 -o id', many);
    expect(out).toBe('9999\n9998\n9997\n');
  });
});
