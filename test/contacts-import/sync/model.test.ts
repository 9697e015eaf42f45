/**
 * Syncs of random files and lists, with lost or late answers and killed processes, against a model of what a sync
 * means. Afterwards the account equals the model, and a second run sends nothing.
 */

import fc from 'fast-check';
import {expect, test} from 'vitest';
import type {SyncInput} from '../../../src/contacts-import/command/sync-options.js';
import {UnknownOutcomeError} from '../../../src/errors.js';
import {samples} from '../../random-runs.js';
import {tries} from '../../sample.js';
import {type FakeRun, startFakeRun} from '../fake-run.js';
import {type Fate, gone, Killed, lost} from '../fake-service.js';
import {markOf, tear} from '../journal-file.js';

type Person = {
  readonly at: number;
  readonly upper: boolean;
  readonly first_name: string;
  readonly city: string;
  readonly country: string;
  readonly age: string;
};

const person: fc.Arbitrary<Person> = fc.record({
  at: fc.nat(12),
  upper: fc.boolean(),
  first_name: fc.constantFrom('', 'Ada', 'ada', 'Bo'),
  city: fc.constantFrom('', 'Pune', 'Lyon'),
  country: fc.constantFrom('', 'Germany', 'Germany', 'India'),
  age: fc.constantFrom('', '7', '8'),
});

const uploadFate: fc.Arbitrary<Fate | undefined> = fc.oneof(
  {weight: 5, arbitrary: fc.constant(undefined)},
  {weight: 1, arbitrary: fc.constant({error: lost()})},
  {weight: 1, arbitrary: fc.nat(9).map(applied => ({applied, error: lost()}))},
  {weight: 1, arbitrary: fc.nat(25_000).map(late => ({late, error: lost()}))},
  {weight: 1, arbitrary: fc.nat(60_000).map(late => ({late, error: new UnknownOutcomeError('504', {status: 504})}))},
  {weight: 1, arbitrary: fc.constant({applied: 0, error: gone()})},
  {weight: 1, arbitrary: fc.boolean().map(after => ({killed: true as const, ...(after ? {} : {applied: 0})}))},
  {weight: 1, arbitrary: fc.nat(25_000).map(late => ({killed: true as const, late}))},
);

const changeFate: fc.Arbitrary<Fate | undefined> = fc.oneof(
  {weight: 2, arbitrary: uploadFate},
  {weight: 1, arbitrary: fc.nat(25_000).map(late => ({late}))},
  {weight: 1, arbitrary: fc.constant({applied: 0})},
);

const story = fc.record({
  list: fc.array(person, {maxLength: 14}),
  file: fc.array(person, {minLength: 1, maxLength: 12}),
  blank: fc.nat(1),
  left: fc.array(fc.nat(12), {maxLength: 3}),
  options: fc.record({
    update: fc.constantFrom(undefined, 'all', 'city', 'first_name,country'),
    gone: fc.constantFrom('report', 'delete', 'unsubscribe'),
    clear: fc.boolean(),
  }),
  uploads: fc.array(uploadFate, {maxLength: 4}),
  changes: fc.array(changeFate, {maxLength: 10}),
  deaths: fc.array(fc.integer({min: 1, max: 60}), {maxLength: 3}),
  torn: fc.constantFrom('none', 'half', 'whole'),
});

const FIELDS = ['first_name', 'city', 'country', 'age'] as const;

const addressOf = ({at, upper}: Pick<Person, 'at' | 'upper'>): string => {
  const address = `p${at}@example.com`;
  return upper ? address.toUpperCase() : address;
};

/** A contact in the model: who, and with which values. */
type Held = Readonly<Record<(typeof FIELDS)[number], string>> & {readonly email: string | null};

const toHeld = (one: Person): Held => ({
  email: addressOf(one),
  first_name: one.first_name,
  city: one.city,
  country: one.country,
  age: one.age,
});

/** The account's content after a sync, and whether somebody stays as before for want of a country or for two contacts; or that the sync is refused. */
function modelled(
  list: readonly Held[],
  file: readonly Held[],
  left: ReadonlySet<string>,
  {update, gone: away}: SyncInput,
):
  | {
      readonly list: readonly Held[];
      readonly left: ReadonlySet<string>;
      readonly ends: {readonly exit: number; readonly data?: object};
    }
  | 'refused' {
  const rows = new Map<string, Held>();
  for (const row of file) if (!rows.has(fold(row.email))) rows.set(fold(row.email), row);
  const times = (email: string) => list.filter(one => fold(one.email) === email).length;
  const absent = list.filter(({email}) => email !== null && !rows.has(fold(email)));
  const leaving = absent.filter(({email}) => away === 'delete' || (away === 'unsubscribe' && !left.has(fold(email))));
  if (leaving.length > 0 && absent.length >= list.length) return 'refused';
  const chosen: readonly string[] = update === 'all' ? ['first_name', 'city', 'country'] : (update?.split(',') ?? []);
  const asIn = (row: Held, contact: Held): Held => {
    const says = (name: keyof Held) => row[name] !== '';
    const given = chosen.filter(name => says(name as keyof Held)).map(name => [name, row[name as keyof Held]]);
    return {...contact, ...Object.fromEntries(given)};
  };
  const isAsIn = (row: Held, contact: Held): boolean => JSON.stringify(asIn(row, contact)) === JSON.stringify(contact);
  // Nobody knows which of several contacts a row is about, but one of them may be as it says already.
  let stuck = [...rows].some(([email, row]) => {
    const same = list.filter(one => fold(one.email) === email);
    return same.length > 1 && !same.some(one => isAsIn(row, one));
  });
  const changed = (contact: Held): Held => {
    const row = rows.get(fold(contact.email));
    if (!row || times(fold(contact.email)) > 1) return contact;
    const next = asIn(row, contact);
    if (next.country !== '') return next;
    stuck ||= !isAsIn(row, contact);
    return contact;
  };
  const stays = away === 'delete' ? list.filter(one => !leaving.includes(one)) : list;
  const added = [...rows].filter(([email]) => times(email) === 0 && !left.has(email)).map(([, row]) => row);
  return {
    list: [...stays.map(changed), ...added],
    ends: stuck ? {exit: 8} : {exit: 0, data: {result: 'same'}},
    left: away === 'unsubscribe' ? new Set([...left, ...leaving.map(({email}) => fold(email))]) : left,
  };
}

const fold = (email: string | null): string => (email ?? '').toLowerCase();

const heldIn = ({service}: FakeRun): Held[] =>
  service.listed
    .filter(({contact_type_id}) => contact_type_id === 1)
    .map(({email, first_name, city, country, custom_field}) => ({
      email,
      first_name: String(first_name ?? ''),
      city: String(city ?? ''),
      country: String(country ?? ''),
      age: (custom_field as {age?: {field_value?: string | null}} | null)?.age?.field_value ?? '',
    }));

const inOrder = (some: readonly Held[]): string[] => some.map(one => JSON.stringify(Object.entries(one).sort())).sort();

function fill({service}: FakeRun, list: readonly Held[], blank: number, left: ReadonlySet<string>): void {
  service.custom.push({field_name: 'age', field_type: 'number'});
  const add = (id: number, {email, age, ...rest}: Held, contact_type_id = 1) =>
    service.listed.push({
      id,
      contact_type_id,
      deleted_at: null,
      created_at: '2026-01-01T00:00:00.000000Z',
      updated_at: '2026-01-01T00:00:00.000000Z',
      ...rest,
      custom_field: age === '' ? null : {age: {field_name: 'age', field_value: age}},
      email: email as string,
    });
  for (const [at, one] of list.entries()) add(-100 + at, one);
  const nobody = {first_name: 'Zoe', city: '', country: 'India', age: ''};
  for (let at = 0; at < blank; at++) add(-200 + at, {...nobody, email: null});
  add(-300, {...nobody, email: 'p1@example.com'}, 2);
  for (const email_address of left) service.left.push({email_address, unsubscribe_groups_id: null});
}

const toCsv = (file: readonly Held[]): string =>
  [
    'email,first_name,city,country,age',
    ...file.map(one => [one.email, ...FIELDS.map(name => one[name])].join(',')),
  ].join('\n');

test('whatever is lost, late or killed: the account holds what the model holds, and a second run sends nothing', async () => {
  await fc.assert(
    fc.asyncProperty(story, async ({list, file, blank, left, options, uploads, changes, deaths, torn}) => {
      const run = startFakeRun();
      try {
        const {service} = run;
        const unsubscribed = new Set(left.map(at => `p${at}@example.com`));
        fill(run, list.map(toHeld), blank, unsubscribed);
        run.write('leads.csv', toCsv(file.map(toHeld)));
        service.fate = upload => uploads[upload - 1];
        service.changeFate = change => changes[change - 1];
        const input: Partial<SyncInput> = {...options, max_gone: '100%'};
        const before = heldIn(run);
        const expected = modelled(before, file.map(toHeld), unsubscribed, input as SyncInput);
        const others = JSON.stringify(service.listed.filter(({contact_type_id}) => contact_type_id !== 1));
        let exit = -1;
        for (let tries = 0; exit !== 0 && tries < 20; tries++) {
          service.dieIn = deaths[tries] ?? Number.POSITIVE_INFINITY;
          const mark = markOf(run);
          try {
            const ended = tries % 2 === 1 && run.resumable() ? await run.resume() : await run.sync(input);
            exit = ended.exit;
            if (expected === 'refused') break;
            expect([0, 6, 8, 9], ended.error?.message).toContain(exit);
          } catch (error) {
            if (!(error instanceof Killed)) throw error;
            if (!error.sending) tear(run, mark, torn);
            service.now += 1000;
          }
        }
        service.dieIn = Number.POSITIVE_INFINITY;
        service.now += 100_000;
        expect((await run.plan(input)).exit).toBeOneOf([0, 2, 10]);
        expect(JSON.stringify(service.listed.filter(({contact_type_id}) => contact_type_id !== 1))).toBe(others);
        if (expected === 'refused') {
          expect(inOrder(heldIn(run))).toEqual(inOrder(before));
          return;
        }
        expect(exit).toBe(expected.ends.exit);
        expect(inOrder(heldIn(run))).toEqual(inOrder(expected.list));
        expect(new Set(service.left.map(({email_address}) => fold(email_address)))).toEqual(expected.left);
        const sent = [service.uploads.length, service.changes.length];
        expect(await run.sync(input)).toMatchObject(expected.ends);
        expect([service.uploads.length, service.changes.length]).toEqual(sent);
      } finally {
        run.close();
      }
    }),
    samples(tries(4, 16)),
  );
}, 600_000);
