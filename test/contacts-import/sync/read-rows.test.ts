/** Rows are hashed in place; this compares with the slow way: decode, convert, and hash as a text. */
import fc from 'fast-check';
import {expect} from 'vitest';
import type {CheckOptions} from '../../../src/contacts-import/file/contract.js';
import type {SyncSettings} from '../../../src/contacts-import/journal/settings.js';
import {cellValue, keyOf, readRows} from '../../../src/contacts-import/sync/read-rows.js';
import {countsOf, makeRowTable} from '../../../src/contacts-import/sync/row-table.js';
import {agreeOnTerms} from '../../../src/contacts-import/sync/terms.js';
import {longTest, test} from '../../in-two-parts.js';
import {samples} from '../../random-runs.js';
import {check, custom, reserved} from '../reading.js';

const fields = [...reserved, ...custom];

const countries = new Map([
  ['germany', {id: '1', name: 'Germany'}],
  ['de', {id: '1', name: 'Germany'}],
  ['1', {id: '1', name: 'Germany'}],
  ['österreich', {id: '2', name: 'Austria'}],
  ['austria', {id: '2', name: 'Austria'}],
]);
const findCountry = (text: string) => countries.get(text.trim().toLowerCase());

const text = fc.oneof(
  {weight: 3, arbitrary: fc.constantFrom('Bonn', 'bonn', 'New York', "O'Hara", '5"" pipe', '"5"" pipe"', '"a,b"')},
  {
    weight: 1,
    arbitrary: fc.constantFrom('', ' ', '""', '" "', ' Köln ', 'Ł', '\u00a0x', "'=1+1", "'x", '"x\\ y"', '\\N', '<b>'),
  },
  {weight: 1, arbitrary: fc.string({maxLength: 6}).map(cell => `"${cell.replaceAll('"', '""')}"`)},
);
const row = fc.record({
  email: fc
    .constantFrom('Ann', 'ann', 'bo', 'cy', 'DÖ', '"e.e"')
    .chain(name =>
      fc
        .constantFrom('@example.com', '@Example.COM ', '@x.org')
        .map(domain => (name.endsWith('"') ? `"e.e${domain.trim()}"` : name + domain)),
    ),
  alt_email: fc.constantFrom('', 'A@b.org', ' a@b.org', '"Ä@b.org"', '"a""b@b.org"'),
  whole: fc.oneof(text, fc.constantFrom('Ludwig van Beethoven', '"Lovelace, Ada"')),
  city: text,
  country: fc.constantFrom('', 'Germany', 'germany', 'DE', '1', 'Österreich', 'Austria', 'Atlantis', '"Germany"'),
  age: fc.constantFrom('', '7', '07', ' 7', '"1,5"', '1.5', '-3', '1e3'),
  join_date: fc.constantFrom('', '2026-04-03 14:30', '2026-04-03T14:30', '03.04.2026', '2026-04-03 14:30:00'),
  phone: fc.oneof(text, fc.nat(99).map(String)),
});

const story = fc.record({
  rows: fc.array(row, {minLength: 1, maxLength: 12}),
  key: fc.constantFrom('email', 'email', 'phone', 'age', 'alt_email', 'country', 'first_name'),
  clear: fc.boolean(),
  set: fc.constantFrom<CheckOptions['set']>(
    [],
    [
      ['city', ' Ulm'],
      ['state', 'Bavaria'],
      ['country', 'de'],
    ],
  ),
  knows: fc.boolean(),
  sampleHeader: fc.constantFrom(undefined, ['Name', 'Email', 'State']),
});

longTest(
  'rows that are hashed in place are those that are read value by value',
  async () => {
    let compared = 0;
    await fc.assert(
      fc.asyncProperty(story, async ({rows, key, clear, set, knows, sampleHeader}) => {
        // A column of names is recognised by its contents, so there is always one.
        const lines = [...rows.map(one => Object.values(one).join()), 'zed@example.com,,Ada Lovelace,,,,,'];
        const checked = await check(`email,alt_email,name,city,country,age,join_date,phone\n${lines.join('\n')}\n`, {
          set,
          sampleHeader,
          dateOrder: 'dmy',
          countries: knows ? cell => findCountry(cell)?.name : undefined,
        });
        const sync: SyncSettings = {update: 'all', gone: 'report', maxGone: null, key, clear, concurrency: 1};
        const {terms} = agreeOnTerms(checked, sync, fields, knows ? findCountry : undefined);
        const slow: {line: number; key: string; values: (string | undefined)[]}[] = [];
        for await (const batch of checked.goodValues()) {
          for (const good of batch) {
            const values = terms.fields.map(field => cellValue(field, good.values[field.name] ?? '', clear));
            slow.push({line: good.line, key: keyOf(good, terms.key), values});
          }
        }
        const first = slow.map(one => (one.key === '' ? -1 : slow.findIndex(other => other.key === one.key)));
        const repeated = slow.filter((one, at) => one.key !== '' && first[at] !== at);
        const read = readRows(checked, terms);
        if (repeated.length > 0) {
          await expect(read).rejects.toThrow(
            `line${repeated.length === 1 ? '' : 's'} ${repeated
              .slice(0, 5)
              .map(({line}) => line)
              .join(', ')}`,
          );
          return;
        }
        const table = await read;
        expect(table.size).toBe(slow.length);
        expect(countsOf(table).keyless).toBe(slow.filter(one => one.key === '').length);
        for (const [at, one] of slow.entries()) {
          if (one.key !== '') expect(table.find(one.key)).toBe(at);
          for (const [field, value] of one.values.entries()) {
            expect(table.says(at, field)).toBe(value !== undefined);
            if (value === undefined) continue;
            expect(table.differs(at, field, value)).toBe(false);
            expect(table.differs(at, field, `${value}x`)).toBe(true);
            compared++;
          }
        }
      }),
      samples(40),
    );
    expect(compared).toBeGreaterThan(150);
  },
  600_000,
);

test('a row has the id of its contact, however large the service lets ids become', () => {
  const rows = makeRowTable(2, 1);
  for (const id of [7, 2 ** 32 - 1, 2 ** 32, Number.MAX_SAFE_INTEGER, 8]) {
    rows.setId(1, id);
    expect([rows.idOf(0), rows.idOf(1)]).toEqual([0, id]);
  }
});
