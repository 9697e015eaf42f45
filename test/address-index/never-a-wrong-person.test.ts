/** Random accounts are read and changed, and their index is torn: a look-up finds the right contact or none. */

import {mkdtempSync, readFileSync, rmSync, statSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import fc from 'fast-check';
import {afterAll, beforeEach, expect, test} from 'vitest';
import {indexPath, keyPath} from '../../src/address-index/layout.js';
import {notingAddresses} from '../../src/address-index/note-addresses.js';
import {aboutIndex, lookUp} from '../../src/address-index/read-index.js';
import {recordsOf} from '../../src/api/answers/record-sources.js';
import type {Call, Stream} from '../../src/api/client/client.js';
import {findByAddress} from '../../src/commands/verbs/find-by-address.js';
import {operations} from '../../src/endpoints/contacts.js';
import {NotFoundError} from '../../src/errors.js';
import {foldAddress} from '../../src/records/fields/fold-address.js';
import {samples} from '../random-runs.js';
import {tries} from '../sample.js';

const root = mkdtempSync(join(tmpdir(), 'emk-'));
afterAll(() => rmSync(root, {recursive: true, force: true}));
let folder = root;
beforeEach(() => {
  folder = mkdtempSync(join(root, 'index-'));
});

type Contact = {id: number; email: string | null; contact_type_id: number; deleted_at: string | null};

const TYPES = [1, 2, 3];
const addresses = ['ada@example.com', 'Ada@Example.com', 'bo@example.com', 'straße@x.example', 'STRASSE@x.example'];
const email = fc.constantFrom(...addresses);
const type = fc.constantFrom(...TYPES);
const contact = fc.record({
  email: fc.option(email),
  contact_type_id: type,
  deleted_at: fc.constantFrom(null, null, null, '2026-01-01T00:00:00Z'),
});

/** Others, so that the list is long enough for an index. */
const others = Array.from({length: 1000}, (_, index) => ({
  id: index + 1,
  email: `other${index}@example.com`,
  contact_type_id: 9,
  deleted_at: null,
}));

type Change = (contacts: Contact[]) => void;

/** What another client may do to a contact that its number chooses. */
const change: fc.Arbitrary<Change> = fc.oneof(
  contact.map(
    (added): Change =>
      contacts =>
        void contacts.push({...added, id: 90_000 + contacts.length}),
  ),
  fc.nat(20).map(
    (at): Change =>
      contacts =>
        void contacts.splice(at, 1),
  ),
  fc
    .tuple(fc.nat(20), fc.oneof(email, fc.constant('new@example.com')))
    .map(([at, email]): Change => changed(at, {email})),
  fc.tuple(fc.nat(20), type).map(([at, contact_type_id]): Change => changed(at, {contact_type_id})),
  fc.nat(20).map((at): Change => changed(at, {deleted_at: '2026-02-02T00:00:00Z'})),
);

const changed =
  (at: number, fields: Partial<Contact>): Change =>
  contacts => {
    const one = contacts[at];
    if (one) contacts[at] = {...one, ...fields};
  };

/** What a crash or a fault of the disk may do to a file. */
type Tear = (bytes: Buffer) => Buffer;
const share = fc.double({min: 0, max: 0.999, noNaN: true});
const tear: fc.Arbitrary<Tear> = fc.oneof(
  share.map(
    (part): Tear =>
      bytes =>
        bytes.subarray(0, Math.floor(bytes.length * part)),
  ),
  fc.tuple(share, fc.uint8Array({minLength: 1, maxLength: 40})).map(
    ([part, noise]): Tear =>
      bytes => {
        const torn = Buffer.from(bytes);
        torn.set(noise.subarray(0, torn.length - Math.floor(torn.length * part)), Math.floor(torn.length * part));
        return torn;
      },
  ),
  share.map(
    (part): Tear =>
      bytes =>
        Buffer.from(bytes).fill(0, Math.floor(bytes.length * part)),
  ),
  fc.constant<Tear>(() => Buffer.alloc(0)),
);

/** An account in memory that counts its requests. */
function accountOf(contacts: readonly Contact[]) {
  const counts = () =>
    [...TYPES, 9].map(id => ({
      ...{id, name: `Type ${id}`, deleted_at: null},
      contacts_count: contacts.filter(one => one.contact_type_id === id && one.deleted_at === null).length,
    }));
  const requests: string[] = [];
  const call = (async ({route}: {readonly route: string}, given: {readonly contact_id?: number} = {}) => {
    requests.push(route);
    if (route === 'GET /contacts-type') return counts();
    const found = contacts.find(({id}) => id === given.contact_id);
    if (!found) throw new NotFoundError('Record Not Found');
    return found;
  }) as unknown as Call;
  const stream = (() => recordsOf(contacts)) as unknown as Stream;
  const read = async ({isOutdated = true, asLines = false} = {}): Promise<void> => {
    const host = {pid: 1, now: () => new Date(0)};
    const run = {host, off: false, folder: async () => folder, isOutdated: () => isOutdated, renew() {}};
    const records = notingAddresses(stream, run)(operations.list);
    for await (const _ of asLines ? records.lines() : records);
  };
  const find = (address: string, type?: number) => {
    const find = async (text: string) => lookUp(folder, text);
    const addressIndex = {off: false, find, about: async () => undefined, renew() {}};
    return findByAddress({call, addressIndex}, address, type);
  };
  return {requests, read, find, counts};
}

const folded = (text: string | null): string => foldAddress(text ?? '');

const held = (contacts: readonly Contact[], address: string, type: number | undefined): readonly Contact[] =>
  contacts.filter(
    one =>
      one.deleted_at === null &&
      folded(one.email) === folded(address) &&
      (type === undefined || one.contact_type_id === type),
  );

const lookUps = addresses.flatMap(address => [undefined, ...TYPES].map(type => ({address, type})));

test('a look-up gives the one contact that has the address, or nothing', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(contact, {maxLength: 8}),
      fc.array(change, {maxLength: 4}),
      fc.option(tear, {nil: undefined}),
      fc.boolean(),
      async (some, changes, torn, tearKey) => {
        const contacts: Contact[] = [...some.map((one, index) => ({...one, id: 50_000 + index})), ...others];
        const {read, find, counts} = accountOf(contacts);
        await read();
        const before = JSON.stringify(counts());
        const path = tearKey ? keyPath(folder) : indexPath(folder);
        if (torn) writeFileSync(path, torn(readFileSync(path)));
        for (const each of changes) each(contacts);
        // A young index stays, unless it is so torn that it does not say its age.
        const isKept = aboutIndex(folder) !== undefined;
        await read({isOutdated: false});
        for (const {address, type} of lookUps) {
          const found = await find(address, type);
          const right = held(contacts, address, type);
          if (found) expect(right.map(({id}) => id)).toContain(found.id);
          if (found && type === undefined && isKept && JSON.stringify(counts()) !== before)
            expect.fail('people came or went');
          if (found && changes.length === 0) expect(right).toHaveLength(1);
          if (!found && changes.length === 0 && !torn) expect(right).not.toHaveLength(1);
        }
        if (torn) writeFileSync(keyPath(folder), '');
      },
    ),
    samples(tries(10, 30)),
  );
});

test('a look-up in one list takes one request, another one two, and an unknown address none', async () => {
  const contacts: Contact[] = [...others];
  const {requests, read, find} = accountOf(contacts);
  await read();
  expect(await find('other7@example.com', 9)).toMatchObject({id: 8});
  expect(requests.splice(0)).toEqual(['GET /contacts/details?contact_id']);
  expect(await find('OTHER7@example.com')).toMatchObject({id: 8});
  expect(requests.splice(0)).toEqual(['GET /contacts-type', 'GET /contacts/details?contact_id']);
  expect(await find('nobody@example.com')).toBeUndefined();
  expect(await find('other7@example.com', 2)).toBeUndefined();
  expect(requests).toEqual([]);
});

test('the index has no address in it, is private, and needs at most 16 bytes for each of many', {
  tags: ['long'],
}, async () => {
  const {read} = accountOf(
    Array.from({length: 70_000}, (_, id) => ({...others[0], id, email: `p${id}@x.example`}) as Contact),
  );
  await read({asLines: true});
  const bytes = readFileSync(indexPath(folder));
  expect(bytes.includes('example')).toBe(false);
  expect(bytes.length).toBeLessThan(16 * 70_000);
  for (const path of [indexPath(folder), keyPath(folder)]) expect(statSync(path).mode & 0o077).toBe(0);
  expect(lookUp(folder, 'p69999@x.example')?.entries).toMatchObject([{id: 69_999}]);
  expect(lookUp(folder, 'p3@x.example')?.entries).toMatchObject([{id: 3}]);
});
