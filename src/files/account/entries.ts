import {allRecords, noneIfNotFound} from '../../api/answers/record-sources.js';
import type {Collection} from '../../api/describe/operation.js';
import type {Loose, Operation, Params, Source} from '../../api/describe/schema.js';
import type {Context} from '../../change/context.js';
import {identityOf, isNamedByAddress, nameKey} from '../../change/identity/identities.js';
import {concurrently} from '../../change/work/concurrently.js';
import type {Id} from '../../change/work/journal.js';
import {compareUnits} from '../../core/words/values.js';
import {audienceOf} from '../../endpoints/audience.js';
import {operations as fields} from '../../endpoints/fields.js';
import {operations as locations} from '../../endpoints/locations.js';
import {RUNNING} from '../../endpoints/mailings.js';
import {leftEverything} from '../../endpoints/unsubscribes.js';
import {foldAddress, trim} from '../../records/fields/fold-address.js';
import {isNotDeleted} from '../../records/fields/path.js';
import {
  addressIn,
  type Entry,
  type EntryValue,
  isEmptyValue,
  type Key,
  type Keys,
  type KindName,
  kindNames,
} from './keys.js';
import {audienceName, type Known, kinds, refersTo, textOfValue} from './kinds.js';

type ReadingAccount = Pick<Context, 'call' | 'stream' | 'progress'>;

/** A record of the account in the form of the files. */
export type AccountRecord = {
  readonly name: string;
  /** What the service calls it: two records may have one name there, and never in files. */
  readonly called: string;
  readonly id: Id;
  /** The number of its row, which increases with every new record. */
  readonly row: number;
  readonly entry: Entry;
  /** What is below it, in the service's order. */
  readonly parts: readonly RecordPart[];
  /** Of a list, how many contacts it has: they are deleted with it. */
  readonly people: number | undefined;
};

/** A person in the list of a record, or an email of an automation, as the entry of its record has it. */
type RecordPart = {readonly id: Id; readonly value: EntryValue};

/** The requested part of the account, in the form of the files. */
export type AccountState = {
  readonly kinds: ReadonlyMap<KindName, readonly AccountRecord[]>;
  /** The mailings that were sent, which no file can change. */
  readonly sent: readonly AccountRecord[];
  /** The id of every name of a kind, read when a reference needs it. What is made goes into it too. */
  idsOf(kind: KindName): Promise<Map<string, Id>>;
  /** The countries, states and cities that the service knows. */
  places(): Promise<Places>;
  /** The name in files of every record of a kind, by id. */
  namesOf(kind: KindName): Promise<ReadonlyMap<string, string>>;
};

/** Reads the requested kinds, and the names that their records refer to; each list once. */
export async function readAccount(context: ReadingAccount, wanted: ReadonlySet<KindName>): Promise<AccountState> {
  const lists = createLists(context);
  const found = new Map<KindName, readonly AccountRecord[]>();
  const sent: AccountRecord[] = [];
  for (const kind of kindNames.filter(name => wanted.has(name))) {
    const {noun} = kinds[kind].collection;
    context.progress.show({label: `Reading ${noun.many}`, done: found.size, total: wanted.size});
    const records = await lists.records(kind);
    const toHeld = await reader(context, kind, lists);
    const isGone = ({status}: Loose): boolean => kind === 'mailings' && Number(status) >= RUNNING;
    sent.push(...records.filter(isGone).map(one => toHeld(one, serviceName(kind)(one))));
    // Scheduled mailings get unique names among themselves, whatever was sent before.
    const there = records.filter(one => !isGone(one));
    found.set(
      kind,
      [...namesIn(kind, there)].map(([one, name]) => toHeld(one, name)),
    );
  }
  context.progress.clear();
  return {kinds: found, sent, idsOf: lists.ids, places: lists.places, namesOf: lists.names};
}

/** The id of a record that was there, or that was made since. A sent mailing may have the name of a scheduled one. */
export const idOfRecord = async (account: AccountState, kind: KindName, name: string): Promise<Id | undefined> =>
  account.kinds.get(kind)?.find(one => one.name === name)?.id ?? (await account.idsOf(kind)).get(name);

/** What the service calls a record of a kind. */
export const serviceName =
  (kind: KindName) =>
  (record: Loose): string =>
    textOfValue(record[identityOf(kind).field]);

/**
 * Each record with its name in files, unique within its kind: the second `Leads`, by order of creation, is `Leads (2)`.
 * Two rows with one address cannot be told apart, so the first stands for both.
 */
function namesIn(kind: KindName, records: readonly Loose[]): ReadonlyMap<Loose, string> {
  const called = serviceName(kind);
  if (isNamedByAddress(kind)) {
    const first = new Map<string, Loose>();
    for (const record of records) {
      const address = nameKey(kind, called(record));
      if (address !== '' && !first.has(address)) first.set(address, record);
    }
    return new Map([...first.values()].map(record => [record, called(record)]));
  }
  const ownName = (record: Loose): string => trim(called(record)) || '(no name)';
  const names = new Map<Loose, string>();
  const taken = new Set(records.map(ownName));
  const met = new Set<string>();
  for (const record of [...records].sort((one, other) => Number(one['id']) - Number(other['id']))) {
    const own = ownName(record);
    let name = own;
    for (let number = 2; met.has(own) && taken.has(name); number++) name = `${own} (${number})`;
    taken.add(name);
    met.add(name);
    names.set(record, name);
  }
  return names;
}

/** The lists of an account, each read once and only on request. */
function createLists(context: ReadingAccount) {
  const readings = new Map<string, Promise<unknown>>();
  const once = <T>(name: string, read: () => Promise<T>): Promise<T> => {
    const reading = (readings.get(name) as Promise<T> | undefined) ?? read();
    readings.set(name, reading);
    return reading;
  };
  /** The records that exist, without deleted ones that the list still shows. */
  const records = (kind: KindName): Promise<readonly Loose[]> =>
    once(kind, async () => {
      const there = (await listed(context, kinds[kind].collection.list)).filter(isNotDeleted);
      // The list of people who get no mail may include those who left only a group.
      return kind === 'unsubscribes' ? there.filter(leftEverything) : there;
    });
  /** The name in files of every record, by id. */
  const names = (kind: KindName): Promise<ReadonlyMap<string, string>> =>
    once(`names of ${kind}`, async () => {
      const named = namesIn(kind, await records(kind));
      return new Map([...named].map(([record, name]) => [textOfValue(record[kinds[kind].collection.key]), name]));
    });
  return {
    ...{records, names},
    ids: (kind: KindName): Promise<Map<string, Id>> =>
      once(`ids of ${kind}`, async () => new Map([...(await names(kind))].map(([id, name]) => [name, id]))),
    places: (): Promise<Places> => once('places', () => context.call(locations.all)),
    fieldNames: () =>
      once('names of all fields', async () => {
        const reserved = await listed(context, fields.reserved);
        const named = reserved.map(({id, field_name}) => [textOfValue(id), textOfValue(field_name)] as const);
        return new Map([...named, ...(await names('fields'))]);
      }),
  };
}

/** The records of a list. Some lists answer "not found" if they are empty. */
const listed = ({stream}: ReadingAccount, list: Operation<Params>, input?: Loose): Promise<readonly Loose[]> =>
  allRecords(noneIfNotFound(stream(list as Source['list'], input)));

/** Reads what the records of a kind refer to and what is below them, and gives how each becomes an entry. */
async function reader(
  context: ReadingAccount,
  kind: KindName,
  lists: ReturnType<typeof createLists>,
): Promise<(record: Loose, name: string) => AccountRecord> {
  const records = await lists.records(kind);
  const {collection, keys, identity, below, entry} = kinds[kind];
  const names = new Map<KindName, ReadonlyMap<string, string>>();
  for (const each of refersTo(kind)) names.set(each, await lists.names(each));
  const places = kind === 'senders' ? await lists.places() : undefined;
  const fieldNames = kind === 'segments' ? await lists.fieldNames() : undefined;
  const rows = await readBelow(context, kind, records);
  const known = {
    nameOf: (of: KindName, id: unknown) => names.get(of)?.get(textOfValue(id)),
    fieldOf: (id: string) => fieldNames?.get(id) ?? 'unknown',
    placeOf: (place: PlaceKind, id: unknown) =>
      textOfValue(places?.[place].find(each => String(each['id']) === String(id))?.['name']),
  };
  return (record, name) => {
    const parts = partsOf(kind, rows.get(record) ?? [], known);
    const found = {
      ...written(keys, record, known),
      [identity]: name,
      ...(below && {[below.key]: kind === 'automations' ? parts.map(({value}) => value) : peopleIn(parts)}),
      ...entry?.(record, known),
    };
    return {
      ...{name, called: serviceName(kind)(record), id: idIn(record, collection)},
      ...{row: Number(record['id']), entry: withoutEmpty(found), parts},
      people: kind === 'lists' ? Number(record['contacts_count']) || 0 : undefined,
    };
  };
}

/** The rows below each record, for kinds that have some: recipients of groups and segments, emails of automations. */
async function readBelow(
  context: ReadingAccount,
  kind: KindName,
  records: readonly Loose[],
): Promise<ReadonlyMap<Loose, readonly Loose[]>> {
  const {below, collection} = kinds[kind];
  if (below === undefined) return new Map();
  let done = 0;
  const read = async (record: Loose) => {
    const found = await listed(context, below.of.list, {[below.by]: record[collection.key]});
    context.progress.show({label: `Reading ${below.of.noun.many}`, done: ++done, total: records.length});
    return [record, found] as const;
  };
  return new Map(await concurrently(AT_ONCE, records, read));
}

const AT_ONCE = 4;

/** The rows below a record. */
function partsOf(kind: KindName, rows: readonly Loose[], known: Base): readonly RecordPart[] {
  const {below, keys} = kinds[kind];
  if (below === undefined) return [];
  const {below: own} = keys[below.key] ?? {};
  return rows.map(row => ({
    id: idIn(row, below.of),
    value: own ? withoutEmpty(written(own, row, known)) : textOfValue(row['email_address']),
  }));
}

const idIn = (record: Loose, {key}: Pick<Collection, 'key'>): Id =>
  typeof record[key] === 'number' ? record[key] : textOfValue(record[key]);

/** The people of a list, each once and in order. Nobody is without an address. */
const peopleIn = (parts: readonly RecordPart[]): readonly EntryValue[] =>
  [...new Map(parts.map(({value}) => [foldAddress(addressIn(value)), value]))]
    .filter(([address]) => address !== '')
    .sort(([one], [other]) => compareUnits(one, other))
    .map(([, value]) => value);

type Base = Known & {placeOf(place: PlaceKind, id: unknown): string};

/** The keys that a form of the service writes, from the record's fields of the same names. */
const written = (keys: Keys, record: Loose, known: Base): Entry =>
  Object.fromEntries(
    Object.entries(keys).flatMap(([name, key]) =>
      key.param === undefined ? [] : [[name, fileValue(key, record[key.param], known)]],
    ),
  );

function fileValue({type, place, refers}: Key, value: unknown, known: Base): EntryValue {
  if (place) return known.placeOf(place, value);
  if (refers === 'audience') {
    const found = audienceOf(value).map(each => audienceName(each, known.nameOf));
    return [...new Set(found.filter(text => text !== ''))].sort(compareUnits);
  }
  if (refers) return known.nameOf(refers, value) ?? '';
  if (type === 'flag') return Number(value) === 1;
  return type === 'integer' ? Number(value) || 0 : textOfValue(value);
}

/** An entry without empty values, so that entries are short, and equal whenever they mean the same. */
const withoutEmpty = (entry: Entry): Entry =>
  Object.fromEntries(Object.entries(entry).filter(([, value]) => !isEmptyValue(value)));

type PlaceKind = NonNullable<Key['place']>;

/** The places that the service knows. Their fields are not documented. */
type Places = Readonly<Record<PlaceKind, readonly Loose[]>>;

/** The ids of the places that an entry names, by key, and the first name that matches no place or several. */
type PlaceIds = {
  readonly ids: {readonly [key: string]: number};
  readonly wrong?: {readonly key: string; readonly says: string};
};

/** Finds the places of an entry: a state in its country, and a city in its state, because many share a name. */
export function placeIds(places: Places, keys: Keys, entry: Entry): PlaceIds {
  const ids: Record<string, number> = {};
  let around: Loose = {};
  for (const [key, {place}] of Object.entries(keys)) {
    const name = textOfValue(entry[key]).toLowerCase();
    if (!place || name === '') continue;
    const found = places[place].filter(
      each => liesIn(each, around) && textOfValue(each['name']).toLowerCase() === name,
    );
    const [one, another] = found;
    if (!one || another) {
      const says = `There are ${found.length} ${place} "${entry[key]}" there. To see them: emk locations ${place}`;
      return {ids, wrong: {key, says}};
    }
    ids[key] = Number(one['id']);
    around = {...around, [within[place]]: one['id']};
  }
  return {ids};
}

/** The field by which smaller places say where they are. */
const within = {countries: 'country_id', states: 'state_id', cities: 'city_id'} as const;

/** Whether a place can be inside others; yes if it does not say where it is. */
const liesIn = (place: Loose, around: Loose): boolean =>
  Object.entries(around).every(([field, id]) => String(place[field] ?? id) === String(id));
