/**
A service in memory, with a clock that only moves when somebody waits: thousands of imports that go wrong take seconds.
It can apply a part of a request, apply it late, lose the answer, refuse rows, and be killed at any call.
*/
import type {Client} from '../../src/api/client.js';
import type {RecordSource} from '../../src/api/records.js';
import type {Loose, Operation} from '../../src/api/schema.js';
import {operations as automations} from '../../src/endpoints/automations.js';
import {operations as contactTypes} from '../../src/endpoints/contact-types.js';
import {operations as contacts} from '../../src/endpoints/contacts.js';
import {operations as fields} from '../../src/endpoints/fields.js';
import {operations as locations} from '../../src/endpoints/locations.js';
import {operations as segments} from '../../src/endpoints/segments.js';
import {operations as unsubscribers} from '../../src/endpoints/unsubscribers.js';
import {type EmkError, RefusedError, TooLargeError, UnknownOutcomeError, UnreachableError} from '../../src/errors.js';

/** The outcome of one upload: how many of its rows are applied, when, and the answer. */
export type Fate = {
  readonly applied?: number;
  /** Milliseconds after the answer until the rows are there. */
  readonly late?: number;
  readonly error?: EmkError;
  /** The process dies before, or after, the rows are applied. */
  readonly killed?: true;
};

/** Thrown where a kill -9 would end the process. Nothing may catch it. */
export class Killed extends Error {
  /** Whether rows were sent, so that their intent certainly was on disk. */
  readonly sending: boolean;

  constructor(sending: boolean) {
    super('kill -9');
    this.sending = sending;
  }
}

export type FakeService = Client & {
  readonly listed: Array<{id: number; email: string} & Loose>;
  readonly uploads: Array<readonly string[]>;
  now: number;
  /** Gives each upload its fate; undefined lets it succeed. */
  fate: (upload: number, rows: readonly string[]) => Fate | undefined;
  /** Addresses that make the service refuse every upload they are in. */
  readonly poison: Set<string>;
  /** The number of calls until the process dies. */
  dieIn: number;
  /** The most contacts that a listing shows. */
  listCap: number;
  /** Contacts that come and go by themselves between two calls. */
  restless: boolean;
  readonly left: Array<{email_address: string; unsubscribe_groups_id: number | null}>;
  readonly automations: Loose[];
  /** Turns an uploaded row into the rows that the service keeps; an empty list when it skips the row in silence. */
  keep: (row: Record<string, string>) => ReadonlyArray<Record<string, string>>;
};

export function createFakeService(): FakeService {
  let nextId = 1;
  const pending: Array<{at: number; rows: Array<Record<string, string>>}> = [];
  const add = (rows: Array<Record<string, string>>) => {
    for (const row of rows.flatMap(each => service.keep(each))) {
      const {email = '', ...rest} = row;
      service.listed.push({id: nextId++, contact_type_id: 1, deleted_at: null, custom_field: null, ...rest, email});
    }
  };
  const tick = () => {
    service.dieIn -= 1;
    if (service.dieIn === 0) throw new Killed(false);
    service.now += 5;
    for (const late of pending.filter(({at}) => at <= service.now)) {
      pending.splice(pending.indexOf(late), 1);
      add(late.rows);
    }
  };
  const upload = (csv: string): void => {
    const [header = '', ...lines] = csv.trimEnd().split('\n');
    const names = header.split(',');
    const rows = lines.map(line => Object.fromEntries(line.split(',').map((cell, at) => [names[at] ?? '', cell])));
    service.uploads.push(rows.map(({email = ''}) => email));
    if (rows.some(({email = ''}) => service.poison.has(email)))
      throw new RefusedError('Something is wrong with the file.');
    const {
      applied = rows.length,
      late,
      error,
      killed,
    } = service.fate(
      service.uploads.length,
      rows.map(({email = ''}) => email),
    ) ?? {};
    if (late === undefined) add(rows.slice(0, applied));
    else pending.push({at: service.now + late, rows: rows.slice(0, applied)});
    if (killed) throw new Killed(true);
    if (error) throw error;
  };
  const records = (operation: Operation): readonly Loose[] => {
    if (operation === contacts.list) return service.listed.slice(0, service.listCap).map(record => ({...record}));
    if (operation === contactTypes.list) {
      if (service.restless) add([{email: `stranger${service.now}@example.org`}]);
      return [{id: 1, name: 'Leads', deleted_at: null, contacts_count: service.listed.length}];
    }
    if (operation === unsubscribers.list) return service.left;
    if (operation === fields.reserved) return RESERVED.map(name => ({field_name: name, field_type: 'text'}));
    if (operation === automations.list) return service.automations;
    if ([fields.custom, segments.list, locations.all].includes(operation as never)) return [];
    throw new Error(`The fake does not know ${operation.route}`);
  };
  const service: FakeService = {
    listed: [],
    uploads: [],
    now: Date.parse('2026-03-04T12:00:00Z'),
    fate: () => undefined,
    poison: new Set(),
    dieIn: Number.POSITIVE_INFINITY,
    listCap: Number.POSITIVE_INFINITY,
    restless: false,
    left: [],
    automations: [],
    keep: row => [row],
    call: (async (operation: Operation, input: Loose = {}) => {
      tick();
      if (operation === contacts.sample) throw new RefusedError('There is no sample.');
      if (operation !== contacts.upload) return records(operation);
      const {bytes} = input['file'] as {bytes: Uint8Array};
      upload(Buffer.from(bytes).toString());
      return 'Imported Successfully';
    }) as Client['call'],
    stream: ((operation: Operation) =>
      ({
        async *[Symbol.asyncIterator]() {
          tick();
          const all = records(operation);
          for (let at = 0; at < all.length; at += 100) yield all.slice(at, at + 100);
        },
        lines() {
          throw new Error('The fake has no lines.');
        },
      }) satisfies RecordSource) as unknown as Client['stream'],
    raw: async () => {
      throw new Error('The fake takes no raw requests.');
    },
    download: () => {
      throw new Error('The fake takes no raw requests.');
    },
  };
  return service;
}

export const lost = (): EmkError => new UnknownOutcomeError('The connection was lost before an answer came.');
export const tooLarge = (): EmkError => new TooLargeError('The request is larger than the service takes.');
export const gone = (): EmkError => new UnreachableError('The service could not be reached.', {transient: false});

const RESERVED = ['first_name', 'last_name', 'email', 'alt_email', 'country', 'state', 'city', 'postal_code'];
