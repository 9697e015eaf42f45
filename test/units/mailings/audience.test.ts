/** The audience of a mailing, compared with a second way of counting: one address after the other, over whole lists. */
import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {recordsOf} from '../../../src/api/answers/record-sources.js';
import type {Loose, Operation} from '../../../src/api/describe/schema.js';
import {countPeople} from '../../../src/change/effect/crowd.js';
import {NotFoundError} from '../../../src/core/errors.js';
import {operations as contacts} from '../../../src/endpoints/contacts.js';
import {operations as groupRecipients} from '../../../src/endpoints/group-recipients.js';
import {operations as contactLists} from '../../../src/endpoints/lists.js';
import {operations as segmentRecipients} from '../../../src/endpoints/segment-recipients.js';
import {operations as segments} from '../../../src/endpoints/segments.js';
import {operations as unsubscribes} from '../../../src/endpoints/unsubscribes.js';
import {type Audience, peopleInWords, readAudience} from '../../../src/mailings/audience.js';
import {samples} from '../../support/random-runs.js';

type Account = {
  readonly contacts: ReadonlyArray<Loose & {readonly contact_type_id: number; readonly email: string | null}>;
  readonly segments: Readonly<Record<number, ReadonlyArray<Loose & {readonly email: string}>>>;
  readonly unsubscribes: ReadonlyArray<Loose & {readonly email_address: string}>;
  readonly group: ReadonlyArray<Loose & {readonly email_address: string}>;
};

/** Reads an account in memory as it would arrive: in batches, and with "not found" for an empty list under a parent. */
function reading(account: Account) {
  const lists = new Map<Operation, (input: Loose) => readonly Loose[]>([
    [contactLists.list, () => [1, 2, 3].map(id => ({id, name: `T${id}`, contacts_count: 0, deleted_at: null}))],
    [segments.list, () => [1, 2].map(id => ({id, segment_name: `S${id}`, segment_emails_count: 0, deleted_at: null}))],
    [contacts.list, () => account.contacts],
    [segmentRecipients.list, ({segment_id}) => account.segments[Number(segment_id)] ?? []],
    [unsubscribes.list, () => account.unsubscribes],
    [groupRecipients.list, () => account.group],
  ]);
  return {
    progress: {show: () => {}, clear: () => {}},
    stream: (operation: Operation, input: Loose = {}) => ({
      async *[Symbol.asyncIterator]() {
        const records = lists.get(operation)?.(input) ?? [];
        if (records.length === 0) throw new NotFoundError('Record not found');
        for (let at = 0; at < records.length; at += 2) yield records.slice(at, at + 2);
      },
      lines: recordsOf([]).lines,
    }),
  };
}

type ChosenAudience = Parameters<typeof readAudience>[1];

const read = (account: Account, aim: ChosenAudience): Promise<Audience> => readAudience(reading(account) as never, aim);

const fold = (text: unknown): string =>
  String(text ?? '')
    .trim()
    .toLowerCase();

type Slowly = Omit<Audience, 'to' | 'except' | 'who'> & {readonly mailed: readonly string[]};

/** The slow way: who is in which list, by names in sets. */
function counted(account: Account, {to, except, group}: ChosenAudience): Slowly {
  const inTargets = (targets: readonly string[]): Loose[] => [
    ...account.contacts.filter(
      ({contact_type_id: type, deleted_at}) => deleted_at === null && targets.includes(`contacts_${type}`),
    ),
    ...[...new Set(targets)]
      .filter(target => target.startsWith('segments_'))
      .sort()
      .flatMap(target => account.segments[Number(target.slice(9))] ?? []),
  ];
  const all = [...new Set(inTargets(to).map(({email}) => fold(email)))].filter(Boolean);
  const out = new Set(inTargets(except).map(({email}) => fold(email)));
  const left = new Set([
    ...account.unsubscribes
      .filter(({unsubscribe_groups_id: of}) => of === null || of === group)
      .map(row => fold(row.email_address)),
    ...account.group.map(row => fold(row.email_address)),
  ]);
  const stay = all.filter(address => !out.has(address));
  const mailed = stay.filter(address => !left.has(address));
  return {
    addresses: all.length,
    leftOut: all.length - stay.length,
    unsubscribed: stay.length - mailed.length,
    people: mailed.length,
    mailed,
  };
}

const address = fc
  .tuple(fc.constantFrom('ann', 'Bob', 'çem', 'dan', 'eve', 'fay'), fc.constantFrom('@a.example', '@B.example'))
  .chain(([name, host]) => fc.constantFrom(`${name}${host}`, `${name}${host}`.toUpperCase(), ` ${name}${host}`));
const accounts = fc.record({
  contacts: fc.array(
    fc.record({
      contact_type_id: fc.integer({min: 1, max: 3}),
      email: fc.oneof({weight: 8, arbitrary: address}, fc.constantFrom(null, '')),
      deleted_at: fc.option(fc.constant('2026-01-01T00:00:00.000000Z'), {freq: 8}),
    }),
    {maxLength: 40},
  ),
  segments: fc.record({
    1: fc.array(fc.record({email: address}), {maxLength: 12}),
    2: fc.array(fc.record({email: address}), {maxLength: 12}),
  }),
  unsubscribes: fc.array(fc.record({email_address: address, unsubscribe_groups_id: fc.constantFrom(null, 7, 8)}), {
    maxLength: 6,
  }),
  group: fc.array(fc.record({email_address: address, unsubscribe_groups_id: fc.constant(7)}), {maxLength: 4}),
});
const secretKey = 'only for tests';
const target = fc.constantFrom('contacts_1', 'contacts_2', 'contacts_3', 'segments_1', 'segments_2');

describe('an audience', () => {
  test('is counted as one would by hand', {tags: ['long']}, async () => {
    const aims = fc.record({
      to: fc.uniqueArray(target, {minLength: 1}),
      except: fc.uniqueArray(target, {maxLength: 2}),
    });
    await fc.assert(
      fc.asyncProperty(accounts, aims, async (account, {to, except}) => {
        const aim = {to: [...to].sort(), except, group: 7};
        const {to: _to, except: _except, who, ...numbers} = await read(account as never, aim);
        const {mailed, ...expected} = counted(account as never, aim);
        expect(numbers).toEqual(expected);
        const crowd = countPeople({secretKey});
        for (const each of mailed) crowd.add(each);
        expect(await who({secretKey})).toBe(await crowd.who());
      }),
      samples(100),
    );
  });

  test('says how its number comes about', async () => {
    const contact = (email: string, contact_type_id = 1) => ({email, contact_type_id, deleted_at: null});
    const account = {
      contacts: [contact('a@x.example'), contact('A@x.example', 2), contact('b@x.example'), contact('')],
      segments: {},
      unsubscribes: [{email_address: 'b@x.example', unsubscribe_groups_id: null}],
      group: [],
    };
    const words = async (aim: Partial<ChosenAudience>) =>
      peopleInWords(await read(account, {to: ['contacts_1'], except: [], group: 7, ...aim}));
    expect(await words({})).toBe('1 person: 2 in the list, 1 unsubscribed');
    expect(await words({to: ['contacts_1', 'contacts_2']})).toBe('1 person: 2 in the lists, 1 unsubscribed');
    expect(await words({to: ['contacts_2']})).toBe('1 person');
    expect(await words({to: ['contacts_2'], except: ['contacts_1']})).toBe('0 people: 1 in the list, 1 excluded');
  });
});
