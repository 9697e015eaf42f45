import type {Loose} from '../../api/describe/schema.js';
import {type ImportField, importField} from '../../contacts-import/file/contract.js';
import {type Countries, countriesOf} from '../../contacts-import/run/countries.js';
import {RUNNING} from '../../endpoints/mailings.js';
import {isNamedByAddress, nameKey} from '../../identity/identities.js';
import {kinds} from '../kinds/kinds.js';
import {type Entry, isEmptyValue, type KindName, kindNames, type Value} from '../kinds/shape.js';
import {uniqueNames} from '../kinds/unique-names.js';
import {createLists, type Lists, type Places, type Reading, serviceName} from './account-lists.js';
import {textOf, toEntry} from './entries.js';

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
