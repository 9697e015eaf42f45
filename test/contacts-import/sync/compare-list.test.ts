/** Who in a list is new, gone or duplicated, found by hashes alone, against a model that keeps the addresses. */
import fc from 'fast-check';
import {expect} from 'vitest';
import type {ImportService, ListedContact} from '../../../src/contacts-import/send/service.js';
import {compareList} from '../../../src/contacts-import/sync/compare-list.js';
import {comparedField} from '../../../src/contacts-import/sync/compared-field.js';
import {readRows} from '../../../src/contacts-import/sync/read-rows.js';
import {ambiguous, fresh, same, toChange} from '../../../src/contacts-import/sync/row-table.js';
import {longTest} from '../../in-two-parts.js';
import {samples} from '../../random-runs.js';
import {check} from '../reading.js';

const field = (name: string) => comparedField({name, type: 'text'}, undefined);
const terms = {key: field('email'), fields: [field('city'), field('country')], clear: false};

const addressAt = (at: number) => `p${at}@example.com`;
const person = fc.record({at: fc.nat(9), city: fc.constantFrom('Bonn', 'Ulm', 'Köln'), upper: fc.boolean()});

const toContact = ({at, city, upper}: {at: number; city: string; upper: boolean}, place: number): ListedContact => ({
  id: 100 + place,
  email: at === 0 ? null : upper ? addressAt(at).toUpperCase() : addressAt(at),
  city,
  country: 'Germany',
});

/** A service that lists some contacts, and others the first time: its list grows while it is read. */
function serviceOf(contacts: readonly ListedContact[], before: readonly ListedContact[] | undefined): ImportService {
  const readings = before === undefined ? [contacts] : [before, contacts];
  return {
    count: async () => contacts.length,
    isGone: async () => false,
    async *contacts() {
      yield readings.length > 1 ? (readings.shift() ?? []) : contacts;
    },
  };
}

longTest(
  'a list is compared by hashes as it would be by its addresses',
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(person, {minLength: 1, maxLength: 8}),
        fc.array(person, {maxLength: 12}),
        fc.option(fc.array(person, {maxLength: 12}), {nil: undefined}),
        fc.uniqueArray(fc.nat(9), {maxLength: 3}),
        async (file, list, before, out) => {
          const lines = file.map(
            ({at, city, upper}) => `${upper ? addressAt(at).toUpperCase() : addressAt(at)},${city},Germany`,
          );
          const checked = await check(`email,city,country\n${lines.join('\n')}\n`);
          const rows = await readRows(checked, terms);
          const contacts = list.map(toContact);
          const earlier = before?.map(toContact);
          const leftOut = new Set(out.map(addressAt));
          const service = serviceOf(contacts, earlier?.length === contacts.length ? undefined : earlier);
          const {baseline, gone, doubles, keyless} = await compareList(service, {
            rows,
            terms,
            wanted: new Set([0]),
            leftOut,
            unsubscribed: undefined,
          });

          const kept = file.filter((one, at) => file.findIndex(other => other.at === one.at) === at);
          expect(rows.size).toBe(kept.length);
          for (const [row, {at, city}] of kept.entries()) {
            const theirs = list.filter(one => one.at === at && at !== 0);
            const state =
              theirs.length === 0 ? fresh : theirs.length > 1 ? ambiguous : theirs[0]?.city === city ? same : toChange;
            expect(rows.states[row]).toBe(state);
          }
          const inFile = new Set(file.map(({at}) => at));
          const listed = new Set(list.flatMap(({at}) => (at === 0 ? [] : [at])));
          for (let at = 0; at < 10; at++) {
            const row = {line: at, address: addressAt(at)};
            expect(baseline.result.has(row)).toBe(listed.has(at));
          }
          expect(baseline.result.size).toBe(listed.size);
          const absent = list.filter(({at}) => at !== 0 && !inFile.has(at) && !leftOut.has(addressAt(at)));
          expect(gone.ids).toHaveLength(absent.length);
          expect(keyless.ids).toHaveLength(list.filter(({at}) => at === 0).length);
          const several = list.filter(
            ({at}) => inFile.has(at) && listed.has(at) && list.filter(one => one.at === at).length > 1,
          );
          expect(doubles.ids).toHaveLength(several.length);
        },
      ),
      samples(40),
    );
  },
  600_000,
);
