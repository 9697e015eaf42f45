import type {Loose} from '../../api/describe/schema.js';
import {fieldTypes, type ImportField} from '../../contacts-import/file/contract.js';
import {type Countries, countriesOf} from '../../contacts-import/run/countries.js';
import {foldAddress} from '../../csv/columns/fold-address.js';
import {type KindName, kindNames} from '../kinds/kind-names.js';
import {kinds} from '../kinds/kinds.js';
import type {Entry, Value} from '../kinds/shape.js';
import {isEmptyValue} from '../kinds/shape.js';
import {uniqueNames} from '../kinds/unique-names.js';
import {createLists, isNamedByAddress, type Lists, type Places, type Reading, serviceName} from './account-lists.js';
import {textOf, toEntry} from './entries.js';

/** A record of the account in the terms of the files. */
export type AccountRecord = {
  readonly name: string;
  readonly id: string | number;
  /** The number of its row, which grows with every record that is made. */
  readonly row: number;
  readonly entry: Entry;
  /** The records below it as the service gave them, in the order of the service. */
  readonly below: readonly Loose[];
};

/** A single send that went out, and when. */
export type Sent = AccountRecord & {readonly sentAt: string};

/** The account as far as it was asked for, in the terms of the files. */
export type AccountState = {
  readonly kinds: ReadonlyMap<KindName, readonly AccountRecord[]>;
  /** The single sends that went out, which no file can change any more. */
  readonly sent: readonly Sent[];
  /** The id of every name that a kind has in the account, read when a reference asks for it. */
  idsOf(kind: KindName): Promise<ReadonlyMap<string, string>>;
  /** The countries, states and cities that the service knows. */
  places(): Promise<Places>;
  /** What the files of contacts are written and read with. */
  contactTerms(): Promise<ContactTerms>;
};

/** The contact types of an account by their ids, and its custom fields, by the names that they have in files. */
export type ContactTerms = {
  readonly types: ReadonlyMap<string, string>;
  readonly customFields: readonly ImportField[];
  /** The service's countries, read when a file has any. */
  countries(): Promise<Countries | undefined>;
};

/** Reads the wanted kinds, and the names of what their records refer to; each list once. */
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
    if (kind === 'single-sends') {
      for (const record of records.filter(hasGoneOut)) {
        sent.push({...toHeld(record, serviceName(kind)(record)), sentAt: textOf(record['sent_at'])});
      }
    }
    // Sends that are still to come are told apart among themselves: history takes no names away from them.
    const there = kind === 'single-sends' ? records.filter(record => !hasGoneOut(record)) : records;
    record.set(
      kind,
      isNamedByAddress(kind)
        ? oncePerAddress(there.map(record => toHeld(record, serviceName(kind)(record))))
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
      types: await lists.names('contact-types'),
      customFields: await customFieldsOf(lists),
      countries: async () => countriesOf(await lists.countries()),
    }),
  };
}

/** The ids that the kinds which were read have in the account, by name. */
export const idsByName = ({kinds: read}: AccountState): ReadonlyMap<KindName, ReadonlyMap<string, string | number>> =>
  new Map([...read].map(([kind, record]) => [kind, new Map(record.map(({name, id}) => [name, id] as const))] as const));

async function customFieldsOf(lists: Lists): Promise<readonly ImportField[]> {
  const names = await lists.names('fields');
  return (await lists.records('fields')).map(({id, field_type}) => ({
    name: names.get(textOf(id)) ?? '',
    type: fieldTypes.find(type => type === field_type) ?? 'text',
  }));
}

async function reader(kind: KindName, lists: Lists): Promise<(record: Loose, name: string) => AccountRecord> {
  const known = await lists.knownFor(kind, await lists.records(kind));
  const children = await lists.children(kind);
  const {key} = kinds[kind].collection;
  return (record, name) => {
    const id = record[key];
    const entry = toEntry[kind](record, {...known, name, children: children.get(record) ?? []});
    return {
      name,
      id: typeof id === 'number' ? id : textOf(id),
      row: Number(record['id']),
      entry: withoutEmpty(entry),
      below: children.get(record) ?? [],
    };
  };
}

const hasGoneOut = ({status}: Loose): boolean => Number(status) >= RUNNING;

const RUNNING = 2;

/** Addresses that stand twice in a list are one entry: there is nothing to tell them apart by. */
const oncePerAddress = (record: readonly AccountRecord[]): readonly AccountRecord[] => {
  const byAddress = new Map<string, AccountRecord>();
  for (const one of record) {
    const address = foldAddress(one.name);
    if (address !== '' && !byAddress.has(address)) byAddress.set(address, one);
  }
  return [...byAddress.values()];
};

/** An empty value is a key that is left out, so that entries are short, and equal wherever they mean the same. */
const withoutEmpty = (entry: Entry): Entry =>
  Object.fromEntries(
    Object.entries(entry)
      .filter(([, value]) => !isEmptyValue(value))
      .map(([key, value]) => [key, Array.isArray(value) ? value.map(belowToo) : value]),
  );

const belowToo = (value: Value): Value =>
  typeof value === 'object' && !Array.isArray(value) ? withoutEmpty(value as Entry) : value;
