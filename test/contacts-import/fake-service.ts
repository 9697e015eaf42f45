/**
 * A service in memory, with a clock that only moves when somebody waits: thousands of failing imports take seconds. It
 * can apply a part of a request, apply it late, lose the answer, refuse rows, and be killed at any call.
 */

import type {RecordSource} from '../../src/api/answers/records.js';
import type {Client} from '../../src/api/client/client.js';
import type {Loose, Operation} from '../../src/api/describe/schema.js';
import {
  type EmkError,
  NotFoundError,
  RefusedError,
  TooLargeError,
  UnknownOutcomeError,
  UnreachableError,
} from '../../src/core/errors.js';
import {operations as automations} from '../../src/endpoints/automations.js';
import {operations as contacts} from '../../src/endpoints/contacts.js';
import {operations as fields} from '../../src/endpoints/fields.js';
import {operations as groupRecipients} from '../../src/endpoints/group-recipients.js';
import {operations as groups} from '../../src/endpoints/groups.js';
import {operations as lists} from '../../src/endpoints/lists.js';
import {operations as locations} from '../../src/endpoints/locations.js';
import {operations as segments} from '../../src/endpoints/segments.js';
import {operations as unsubscribes} from '../../src/endpoints/unsubscribes.js';

/** The outcome of one upload: how many of its rows are applied, when, and the answer. */
export type Fate = {
  readonly applied?: number;
  /** Milliseconds after the answer until the rows are in the list. */
  readonly late?: number;
  readonly error?: EmkError;
  /** The process is killed before, or after, the rows are applied. */
  readonly killed?: true;
};

/** Thrown where a kill -9 would end the process. Nothing may catch it. */
export class Killed extends Error {
  /** Whether rows were added, so that their intent certainly was on disk. */
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
  /** How far this machine's clock was set, in milliseconds. */
  setBy: number;
  /** The contacts that were written individually, and the changing requests besides uploads. */
  readonly changes: string[];
  /** The outcome of each of those requests: whether it is applied, when, and the answer. */
  changeFate: (change: number) => Fate | undefined;
  /** What the service stores of an update; a service may store more, or less, than it was sent. */
  onUpdate: (contact: Loose) => void;
  /** The outcome of each upload; undefined lets it succeed. */
  fate: (upload: number, rows: readonly string[]) => Fate | undefined;
  /** Addresses that make the service refuse every upload with them. */
  readonly poison: Set<string>;
  /** The number of calls until the process is killed. */
  dieIn: number;
  /** The most contacts that a listing shows. */
  listCap: number;
  /** Contacts that come and go between two calls. */
  restless: boolean;
  /** Whether somebody has deleted the list, and its contacts with it. */
  listGone: boolean;
  readonly left: Array<{id?: number; email_address: string; unsubscribe_groups_id: number | null}>;
  /** Whether the global list keeps out people who left only a group. */
  onlyGlobal: boolean;
  /** The groups, and how many people each one says that it has. */
  groups: () => ReadonlyArray<Loose & {id: number}>;
  readonly custom: Loose[];
  /** Every read so far, by its route. */
  readonly reads: string[];
  /** The id for the next new contact. */
  nextId: number;
  readonly automations: Loose[];
  readonly segments: Loose[];
  readonly countries: Loose[];
  /** Turns an uploaded row into the rows that the service stores; empty if it silently skips the row. */
  keep: (row: Record<string, string>) => ReadonlyArray<Record<string, string>>;
};

export function createFakeService(): FakeService {
  const pending: Array<{at: number; apply: () => void}> = [];
  const add = (rows: Array<Record<string, string>>) => {
    for (const row of rows.flatMap(each => service.keep(each))) {
      const {email = '', ...cells} = row;
      const isCustom = (name: string) => service.custom.some(({field_name}) => field_name === name);
      const rest = Object.fromEntries(Object.entries(cells).filter(([name]) => !isCustom(name)));
      if (rest['country']) rest['country'] = countryCalled(Number(rest['country']));
      const custom = Object.entries(cells).filter(([name]) => isCustom(name));
      service.listed.push({
        id: service.nextId++,
        contact_type_id: 1,
        deleted_at: null,
        custom_field:
          custom.length === 0
            ? null
            : Object.fromEntries(custom.map(([name, value]) => [name, {field_name: name, field_value: value || null}])),
        created_at: stampOf(service.now),
        updated_at: stampOf(service.now),
        ...rest,
        email,
      });
    }
  };
  const tick = () => {
    service.dieIn -= 1;
    if (service.dieIn === 0) throw new Killed(false);
    service.now += 5;
    for (const late of pending.filter(({at}) => at <= service.now)) {
      pending.splice(pending.indexOf(late), 1);
      late.apply();
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
    const apply = () => add(rows.slice(0, applied));
    if (late === undefined) apply();
    else pending.push({at: service.now + late, apply});
    if (killed) throw new Killed(true);
    if (error) throw error;
  };
  /** A change of contacts individually or in bulk, with an outcome of its own. */
  const change = (name: string, apply: () => void): void => {
    service.changes.push(name);
    const {applied, late, error, killed} = service.changeFate(service.changes.length) ?? {};
    if (applied !== 0 && late === undefined) apply();
    if (late !== undefined) pending.push({at: service.now + late, apply});
    if (killed) throw new Killed(true);
    if (error) throw error;
  };
  const find = (id: unknown): Loose => {
    const found = service.listed.find(contact => contact.id === Number(id));
    if (!found) throw new NotFoundError('Record Not Found');
    return found;
  };
  const removeAll = (ids: readonly unknown[]): void => {
    const kept = service.listed.filter(({id}) => !ids.map(Number).includes(id));
    service.listed.splice(0, service.listed.length, ...kept);
  };
  const changing = (operation: Operation, input: Loose): unknown => {
    if (operation === contacts.update) {
      find(input['contact_id']);
      change(`update ${input['contact_id']}`, () => {
        const contact = service.listed.find(({id}) => id === Number(input['contact_id']));
        if (!contact) return;
        const {contact_id: _, country, ...given} = input;
        Object.assign(contact, given, {country: countryCalled(Number(country)), updated_at: stampOf(service.now)});
        service.onUpdate(contact);
      });
      return 'Contact Updated Successfully';
    }
    if (operation === contacts.delete) {
      find(input['contact_id']);
      change(`delete ${input['contact_id']}`, () => removeAll([input['contact_id']]));
    } else if (operation === contacts.bulkDelete) {
      const ids = input['strIds'] as readonly unknown[];
      change(`delete ${ids.join(' ')}`, () => removeAll(ids));
    } else if (operation === unsubscribes.add) {
      const addresses = String(input['email_address']).split(',');
      change(`unsubscribe ${addresses.join(' ')}`, () => {
        for (const email_address of addresses) {
          if (!service.left.some(one => one.email_address === email_address)) {
            service.left.push({id: service.left.length + 1, email_address, unsubscribe_groups_id: null});
          }
        }
      });
    } else if (operation === unsubscribes.delete || operation === unsubscribes.bulkDelete) {
      const ids = [input['strIds'] ?? input['id']].flat().map(Number);
      change(`subscribe ${ids.join(' ')}`, () => {
        service.left.splice(0, service.left.length, ...service.left.filter(({id = 0}) => !ids.includes(id)));
      });
    } else {
      throw new Error(`The fake does not know ${operation.route}`);
    }
    return 'Done';
  };
  const ours = () => service.listed.filter(one => one['contact_type_id'] === 1 && one['deleted_at'] === null);
  const records = (operation: Operation, input: Loose = {}): readonly Loose[] => {
    if (operation === contacts.list) {
      const shown = service.listed.filter(one => !service.listGone || one['contact_type_id'] !== 1);
      return shown.slice(0, service.listCap).map(record => ({...record}));
    }
    if (operation === lists.list) {
      if (service.restless) add([{email: `stranger${service.now}@example.org`}]);
      if (service.listGone) return [];
      return [{id: 1, name: 'Leads', deleted_at: null, contacts_count: ours().length}];
    }
    if (operation === unsubscribes.list)
      return service.left.filter(({unsubscribe_groups_id: group}) => !service.onlyGlobal || group === null);
    if (operation === groups.list) return service.groups();
    if (operation === groupRecipients.list)
      return service.left.filter(({unsubscribe_groups_id: group}) => group === input['groupId']);
    if (operation === fields.reserved) return RESERVED.map(name => ({field_name: name, field_type: 'text'}));
    if (operation === automations.list) return service.automations;
    if (operation === fields.custom) return service.custom;
    if (operation === locations.all) return service.countries;
    if (operation === segments.list) return service.segments;
    throw new Error(`The fake does not know ${operation.route}`);
  };
  const service: FakeService = {
    listed: [],
    uploads: [],
    changes: [],
    changeFate: () => undefined,
    onUpdate: () => undefined,
    custom: [],
    reads: [],
    nextId: 1,
    now: Date.parse('2026-03-04T12:00:00Z'),
    setBy: 0,
    fate: () => undefined,
    poison: new Set(),
    dieIn: Number.POSITIVE_INFINITY,
    listCap: Number.POSITIVE_INFINITY,
    restless: false,
    listGone: false,
    left: [],
    onlyGlobal: false,
    groups: () => [],
    automations: [],
    segments: [],
    countries: [...COUNTRIES],
    keep: row => [row],
    call: (async (operation: Operation, input: Loose = {}) => {
      tick();
      if (operation === contacts.sample) throw new RefusedError('There is no sample.');
      if (operation.effect === 'reads') service.reads.push(operation.route);
      if (operation === contacts.details) {
        const {country, ...contact} = find(input['contact_id']);
        return {...contact, country: String(service.countries.find(({name}) => name === country)?.id ?? country ?? '')};
      }
      if (operation === fields.create) {
        service.custom.push({id: service.custom.length + 1, ...input});
        return 'Added Successfully';
      }
      if (operation.effect !== 'reads' && operation !== contacts.upload) return changing(operation, input);
      if (operation !== contacts.upload) return records(operation, input);
      const {bytes} = input['file'] as {bytes: Uint8Array};
      upload(Buffer.from(bytes).toString());
      return 'Imported Successfully';
    }) as Client['call'],
    send: ((_: unknown, ...asked: Parameters<Client['call']>) => service.call(...asked)) as Client['send'],
    stream: ((operation: Operation, input?: Loose) =>
      ({
        async *[Symbol.asyncIterator]() {
          tick();
          service.reads.push(operation.route);
          const all = records(operation, input);
          for (let at = 0; at < all.length; at += 100) yield all.slice(at, at + 100);
        },
        lines() {
          throw new Error('The fake has no lines.');
        },
      }) satisfies RecordSource) as unknown as Client['stream'],
    untiring: () => service,
    persist: work => work(),
    raw: async () => {
      throw new Error('The fake takes no raw requests.');
    },
  };
  return service;
}

export const lost = (): EmkError => new UnknownOutcomeError('The connection was lost before the answer.');
export const tooLarge = (): EmkError => new TooLargeError('The request is too large for the service.');
export const gone = (): EmkError => new UnreachableError('The service could not be reached.', {transient: false});

const COUNTRIES = ['Germany', 'India', 'France'].map((name, at) => ({id: at + 1, name}));
const countryCalled = (id: number): string => COUNTRIES.find(country => country.id === id)?.name ?? String(id || '');

const stampOf = (now: number): string => new Date(now).toISOString().replace('Z', '000Z');

const RESERVED = ['first_name', 'last_name', 'email', 'alt_email', 'country', 'state', 'city', 'postal_code'];
