import {allRecords, noneIfNotFound} from '../../api/answers/record-sources.js';
import type {Loose, Operation, Params, Source} from '../../api/describe/schema.js';
import type {Context} from '../../commands/command.js';
import {type ImportField, importField} from '../../contacts-import/file/contract.js';
import {type Countries, countriesOf} from '../../contacts-import/run/countries.js';
import {operations as automationEmails} from '../../endpoints/automation-emails.js';
import {operations as fields} from '../../endpoints/fields.js';
import {operations as groupRecipients} from '../../endpoints/group-recipients.js';
import {operations as locations} from '../../endpoints/locations.js';
import {RUNNING} from '../../endpoints/mailings.js';
import {operations as segmentRecipients} from '../../endpoints/segment-recipients.js';
import {identityOf, isNamedByAddress, nameKey} from '../../identity/identities.js';
import {isNotDeleted} from '../../records/fields/is-not-deleted.js';
import {concurrently} from '../../work/concurrently.js';
import {kinds} from '../kinds/kinds.js';
import {type Entry, isEmptyValue, type KindName, kindNames, uniqueNames, type Value} from '../kinds/shape.js';
import {type PlaceKind, type Places, type RecordNames, textOf, toEntry} from './entries.js';

export type Reading = Pick<Context, 'call' | 'stream' | 'progress'>;

/** The lists of an account, each read once and only on request. */
export type Lists = {
  /** The records that exist, without deleted ones that the list still shows. */
  records(kind: KindName): Promise<readonly Loose[]>;
  /**
   * The records below each record, for kinds that have some: recipients of groups and segments, emails of automations.
   */
  children(kind: KindName): Promise<ReadonlyMap<Loose, readonly Loose[]>>;
  /** The name in files of every record, by id. */
  names(kind: KindName): Promise<ReadonlyMap<string, string>>;
  /** The countries, states and cities that the service knows. */
  places(): Promise<Places>;
  countries(): Promise<readonly Loose[]>;
  /** The names and lists that these records refer to; a list is read only if a record may need it. */
  knownFor(kind: KindName, some: readonly Loose[]): Promise<RecordNames>;
};

function createLists(context: Reading): Lists {
  const once = readOnce();
  const records = (kind: KindName): Promise<readonly Loose[]> =>
    once(kind, async () => {
      const all = await listed(context, kinds[kind].collection.list);
      const there = all.filter(isNotDeleted);
      return kind === 'unsubscribes' ? there.filter(each => (each['unsubscribe_groups_id'] ?? null) === null) : there;
    });
  const names = (kind: KindName): Promise<ReadonlyMap<string, string>> =>
    once(`names of ${kind}`, async () => {
      const {key} = kinds[kind].collection;
      const unique = isNamedByAddress(kind)
        ? new Map((await records(kind)).map(record => [record, serviceName(kind)(record)] as const))
        : uniqueNames(await records(kind), serviceName(kind));
      return new Map([...unique].map(([record, name]) => [textOf(record[key]), name]));
    });
  const {places, placeNames, countries} = placeLists(context, once);
  const fieldNames = (): Promise<ReadonlyMap<string, string>> =>
    once('names of all fields', async () => {
      const reserved = await listed(context, fields.reserved);
      return new Map([
        ...reserved.map(({id, field_name}) => [textOf(id), textOf(field_name)] as const),
        ...(await names('fields')),
      ]);
    });

  return {
    records,
    names,
    places,
    countries,
    children: kind => once(`records below ${kind}`, async () => readChildren(context, kind, await records(kind))),
    async knownFor(kind: KindName, some: readonly Loose[]): Promise<RecordNames> {
      const needed = new Map<KindName, ReadonlyMap<string, string>>();
      for (const each of some.length > 0 ? refersTo[kind] : []) needed.set(each, await names(each));
      const located = kind === 'senders' && some.length > 0 ? await placeNames() : undefined;
      const fieldsById = kind === 'segments' && some.length > 0 ? await fieldNames() : undefined;
      return {
        nameOf: (of, id) => needed.get(of)?.get(textOf(id)),
        placeOf: (of, id) => located?.[of].get(textOf(id)) ?? '',
        fieldOf: id => fieldsById?.get(id) ?? 'unknown',
      };
    },
  };
}

type Once = <T>(name: string, read: () => Promise<T>) => Promise<T>;

function readOnce(): Once {
  const found = new Map<string, Promise<unknown>>();
  return <T>(name: string, read: () => Promise<T>): Promise<T> => {
    const reading = (found.get(name) as Promise<T> | undefined) ?? read();
    found.set(name, reading);
    return reading;
  };
}

function placeLists(context: Reading, once: Once) {
  let whole: Promise<Places> | undefined;
  const places = (): Promise<Places> => {
    whole ??= context.call(locations.all).then(({countries, states, cities}) => ({countries, states, cities}));
    return whole;
  };
  const placeNames = (): Promise<Readonly<Record<PlaceKind, ReadonlyMap<string, string>>>> =>
    once('names of places', async () => {
      const {countries, states, cities} = await places();
      const byId = (some: readonly Loose[]) => new Map(some.map(({id, name}) => [textOf(id), textOf(name)]));
      return {countries: byId(countries), states: byId(states), cities: byId(cities)};
    });
  // For the countries alone, emk keeps no cities in memory.
  const countries = (): Promise<readonly Loose[]> =>
    once('countries', async () => (whole ? (await whole).countries : readCountries(context)));
  return {places, placeNames, countries};
}

/** What the service calls a record of a kind. */
export const serviceName =
  (kind: KindName) =>
  (record: Loose): string =>
    textOf(record[identityOf(kind).field]);

/** The kinds that the records of a kind refer to. */
const refersTo: Readonly<Record<KindName, readonly KindName[]>> = {
  lists: [],
  fields: [],
  groups: [],
  unsubscribes: [],
  senders: [],
  templates: [],
  segments: ['lists'],
  automations: ['lists', 'segments', 'groups', 'senders', 'templates'],
  mailings: ['lists', 'segments', 'groups', 'senders', 'templates'],
  notifications: [],
};

const readCountries = ({stream}: Reading): Promise<readonly Loose[]> =>
  allRecords<Loose>(stream(locations.all, {}, 'countries'));

async function readChildren(
  context: Reading,
  kind: KindName,
  records: readonly Loose[],
): Promise<ReadonlyMap<Loose, readonly Loose[]>> {
  const below = children[kind];
  if (below === undefined) return new Map();
  let done = 0;
  return new Map(
    await concurrently(AT_ONCE, records, async record => {
      const found = await listed(context, below.list, {[below.parameter]: record[kinds[kind].collection.key]});
      context.progress.show({label: `Reading ${below.called}`, done: ++done, total: records.length});
      return [record, found] as const;
    }),
  );
}

const children: {
  readonly [K in KindName]?: {readonly list: Operation<Params>; readonly parameter: string; readonly called: string};
} = {
  groups: {list: groupRecipients.list, parameter: 'groupId', called: 'recipients of groups'},
  segments: {list: segmentRecipients.list, parameter: 'segment_id', called: 'recipients of segments'},
  automations: {list: automationEmails.list, parameter: 'utr', called: 'emails of automations'},
};

const AT_ONCE = 4;

/** The records of a list. Some lists answer "not found" if they are empty. */
const listed = ({stream}: Reading, list: Operation<Params>, input?: Loose): Promise<readonly Loose[]> =>
  allRecords(noneIfNotFound(stream(list as Source['list'], input)));

/** The lists that are read from the account, for the reference pages of these commands. */
export const accountReads: readonly Operation[] = [
  ...Object.values(kinds).map(({collection}) => collection.list),
  fields.reserved,
  locations.all,
  groupRecipients.list,
  segmentRecipients.list,
  automationEmails.list,
];

/** A record of the account in the form of the files. */
export type AccountRecord = {
  readonly name: string;
  /** What the service calls it: two records may have one name there, and never in files. */
  readonly called: string;
  readonly id: string | number;
  /** The number of its row, which increases with every new record. */
  readonly row: number;
  readonly entry: Entry;
  /** The records below it, unchanged and in the service's order. */
  readonly below: readonly Loose[];
};

export type Sent = AccountRecord & {readonly sentAt: string};

/** The requested part of the account, in the form of the files. */
export type AccountState = {
  readonly kinds: ReadonlyMap<KindName, readonly AccountRecord[]>;
  /** The mailings that were sent, which no file can change. */
  readonly sent: readonly Sent[];
  /** The id of every name of a kind, read when a reference needs it. */
  idsOf(kind: KindName): Promise<ReadonlyMap<string, string>>;
  /** The countries, states and cities that the service knows. */
  places(): Promise<Places>;
  /** What is needed to write and read the files of contacts. */
  contactTerms(): Promise<ContactTerms>;
};

/** The lists of an account by id, and its custom fields, by their names in files. */
export type ContactTerms = {
  readonly lists: ReadonlyMap<string, string>;
  readonly customFields: readonly ImportField[];
  /** The service's countries, read when a file contains some. */
  countries(): Promise<Countries | undefined>;
};

/** Reads the requested kinds, and the names that their records refer to; each list once. */
export async function readAccount(context: Reading, wanted: ReadonlySet<KindName>): Promise<AccountState> {
  const lists = createLists(context);
  const record = new Map<KindName, readonly AccountRecord[]>();
  const sent: Sent[] = [];
  for (const kind of kindNames.filter(name => wanted.has(name))) {
    context.progress.show({
      label: `Reading ${kinds[kind].collection.noun.many}`,
      done: record.size,
      total: wanted.size,
    });
    const records = await lists.records(kind);
    const toHeld = await reader(kind, lists);
    if (kind === 'mailings') {
      for (const record of records.filter(hasGoneOut)) {
        sent.push({...toHeld(record, serviceName(kind)(record)), sentAt: textOf(record['sent_at'])});
      }
    }
    // Scheduled mailings get unique names among themselves, whatever was sent before.
    const there = kind === 'mailings' ? records.filter(record => !hasGoneOut(record)) : records;
    record.set(
      kind,
      isNamedByAddress(kind)
        ? oncePerAddress(
            kind,
            there.map(record => toHeld(record, serviceName(kind)(record))),
          )
        : [...uniqueNames(there, serviceName(kind))].map(([record, name]) => toHeld(record, name)),
    );
  }
  context.progress.clear();
  return {
    kinds: record,
    sent,
    idsOf: async kind => new Map([...(await lists.names(kind))].map(([id, name]) => [name, id] as const)),
    places: lists.places,
    contactTerms: async () => ({
      lists: await lists.names('lists'),
      customFields: await customFieldsOf(lists),
      countries: async () => countriesOf(await lists.countries()),
    }),
  };
}

export const idsByName = ({kinds: read}: AccountState): ReadonlyMap<KindName, ReadonlyMap<string, string | number>> =>
  new Map([...read].map(([kind, record]) => [kind, new Map(record.map(({name, id}) => [name, id] as const))] as const));

async function customFieldsOf(lists: Lists): Promise<readonly ImportField[]> {
  const names = await lists.names('fields');
  return (await lists.records('fields')).map(({id, field_type}) =>
    importField(names.get(textOf(id)) ?? '', field_type),
  );
}

async function reader(kind: KindName, lists: Lists): Promise<(record: Loose, name: string) => AccountRecord> {
  const known = await lists.knownFor(kind, await lists.records(kind));
  const children = await lists.children(kind);
  const {key} = kinds[kind].collection;
  return (record, name) => {
    const id = record[key];
    const entry = toEntry(kind, record, {...known, name, children: children.get(record) ?? []});
    return {
      name,
      called: serviceName(kind)(record),
      id: typeof id === 'number' ? id : textOf(id),
      row: Number(record['id']),
      entry: withoutEmpty(entry),
      below: children.get(record) ?? [],
    };
  };
}

const hasGoneOut = ({status}: Loose): boolean => Number(status) >= RUNNING;

/** Records without duplicates: two rows with the same address cannot be told apart. */
const oncePerAddress = (kind: KindName, record: readonly AccountRecord[]): readonly AccountRecord[] => {
  const byAddress = new Map<string, AccountRecord>();
  for (const one of record) {
    const address = nameKey(kind, one.name);
    if (address !== '' && !byAddress.has(address)) byAddress.set(address, one);
  }
  return [...byAddress.values()];
};

/** An entry without empty values, so that entries are short, and equal whenever they mean the same. */
const withoutEmpty = (entry: Entry): Entry =>
  Object.fromEntries(
    Object.entries(entry)
      .filter(([, value]) => !isEmptyValue(value))
      .map(([key, value]) => [key, Array.isArray(value) ? value.map(belowToo) : value]),
  );

const belowToo = (value: Value): Value =>
  typeof value === 'object' && !Array.isArray(value) ? withoutEmpty(value as Entry) : value;
