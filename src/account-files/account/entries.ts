import type {Loose} from '../../api/describe/schema.js';
import {audienceOf} from '../../endpoints/audience.js';
import {foldAddress, trim} from '../../records/fields/fold-address.js';
import {compareUnits} from '../../words/compare-units.js';
import {kinds} from '../kinds/kinds.js';
import type {Entry, Key, Keys, KindName, Value} from '../kinds/shape.js';

/** What the records of an account know about each other, by id. */
export type RecordNames = {
  nameOf(kind: KindName, id: unknown): string | undefined;
  placeOf(kind: 'countries' | 'states' | 'cities', id: unknown): string;
  fieldOf(id: string): string;
};

/** What else an entry is made from: the record's name in files, and the records below it. */
type Own = RecordNames & {readonly name: string; readonly children: readonly Loose[]};

/** A value of the service as text: null is empty, and half a character, which no file can hold, is replaced. */
export const textOf = (value: unknown): string =>
  value === null || value === undefined || typeof value === 'object'
    ? ''
    : trim(String(value).replace(/\p{Surrogate}/gu, '\ufffd'));

/** Writes a record as an entry of its file. Each value has the form that its command accepts. */
export const toEntry = (kind: KindName, record: Loose, own: Own): Entry => ({
  ...written(kinds[kind].keys, record, own),
  [kinds[kind].identity]: own.name,
  ...beyondForms[kind]?.(record, own),
});

/** The keys that a form of the service writes, from the record's fields of the same names. */
const written = (keys: Keys, record: Loose, known: RecordNames): Entry =>
  Object.fromEntries(
    Object.entries(keys).flatMap(([name, key]) =>
      key.param === undefined ? [] : [[name, fileValue(key, record[key.param], known)]],
    ),
  );

function fileValue({type, place, refers}: Key, value: unknown, known: RecordNames): Value {
  if (place) return known.placeOf(place, value);
  if (refers === 'audience') return targetNames(value, known);
  if (refers) return known.nameOf(refers, value) ?? '';
  if (type === 'flag') return isYes(value);
  return type === 'integer' ? Number(value) || 0 : textOf(value);
}

/** The keys that no form writes, or that a record has in another form. */
const beyondForms: {readonly [K in KindName]?: (record: Loose, own: Own) => Entry} = {
  groups: (_, {children}) => ({
    recipients: onceByAddress(children, 'email_address').map(({email_address}) => textOf(email_address)),
  }),
  templates: ({preview_image, is_blank, html_code, json_code}) => ({
    preview: textOf(preview_image),
    blank: isYes(is_blank),
    html: textOf(html_code),
    json: textOf(json_code),
  }),
  segments: (segment, {children, ...known}) => ({
    list: known.nameOf('lists', segment['contact_type_id']) ?? '',
    fields: texts(segment['select_field']).map(known.fieldOf),
    operators: texts(segment['select_operator']),
    values: texts(segment['value']),
    recipients: below('segments', 'recipients', onceByAddress(children, 'email'), known),
  }),
  automations: (automation, {children, ...known}) => ({
    kind: automationTypes[Number(automation['automation_type'])] ?? '',
    for: targetName(`${textOf(automation['automation_for_table'])}${textOf(automation['automation_for'])}`, known),
    live: isYes(automation['status']),
    emails: below('automations', 'emails', children, known),
  }),
  mailings: send => ({
    at: Number(send['schedule_type']) === 1 ? `${textOf(send['schedule_date'])} ${textOf(send['schedule_time'])}` : '',
  }),
};

/** The records below a record as entries of its list. */
export const below = (kind: KindName, key: string, children: readonly Loose[], known: RecordNames): readonly Entry[] =>
  children.map(child => written(kinds[kind].keys[key]?.below ?? {}, child, known));

/** The form's words for the record's numbers, in the service's order. */
const automationTypes = ['', 'welcome', 'custom'];

type Naming = Pick<RecordNames, 'nameOf'>;

const targetNames = (targets: unknown, known: Naming): readonly string[] =>
  sortedOnce(audienceOf(targets).map(target => targetName(target, known)));

/** An audience by name, as for `--to`; empty if the list no longer exists. */
function targetName(target: string, {nameOf}: Naming): string {
  const [, table, id] = /^(contacts|segments)_(.+)$/s.exec(target) ?? [];
  const name = nameOf(table === 'segments' ? 'segments' : 'lists', id);
  return name === undefined ? '' : `${table === 'segments' ? 'segment' : 'list'}:${name}`;
}

const isYes = (value: unknown): boolean => Number(value) === 1;

const texts = (list: unknown): string[] => (Array.isArray(list) ? list.map(textOf) : []);

const sortedOnce = (some: readonly string[]): string[] =>
  [...new Set(some.filter(text => text !== ''))].sort(compareUnits);

/** The rows of a list, with each address once: two rows with one address are one person. */
const onceByAddress = (people: readonly Loose[], field: string): readonly Loose[] =>
  [...new Map(people.map(person => [foldAddress(textOf(person[field])), person] as const)).entries()]
    .filter(([address]) => address !== '')
    .sort(([one], [other]) => compareUnits(one, other))
    .map(([, person]) => person);

/** The ids of the places that an entry names, by key, and the first name that matches no place or several. */
type PlaceIds = {
  readonly ids: {readonly [key: string]: number};
  readonly wrong?: {readonly key: string; readonly says: string; readonly names: readonly string[]};
};

export type PlaceKind = 'countries' | 'states' | 'cities';

/** The places that the service knows. Their fields are not documented. */
export type Places = Readonly<Record<PlaceKind, readonly Loose[]>>;

/** Finds the places of an entry: a state in its country, and a city in its state, because many share a name. */
export function placeIds(places: Places, keys: Keys, entry: Entry): PlaceIds {
  const ids: Record<string, number> = {};
  let within: Loose = {};
  for (const [key, {place}] of Object.entries(keys)) {
    const name = place && entry[key];
    if (!place || name === undefined) continue;
    const around = places[place].filter(each => liesIn(each, within));
    const found = around.filter(each => fold(each['name']) === fold(name));
    const [one, another] = found;
    if (one === undefined || another !== undefined) {
      const called = `"${String(name)}"`;
      const there = Object.keys(within).length > 0 ? ' there' : '';
      const wrong =
        one === undefined
          ? {
              says: `The service has no ${words[place]} ${called}${there}.`,
              names: around.map(each => textOf(each['name'])),
            }
          : {says: `The service has ${found.length} ${place} ${called}, and the files don't say which one.`, names: []};
      return {ids, wrong: {key, ...wrong}};
    }
    ids[key] = Number(one['id']);
    within = {...within, [`${words[place]}_id`]: one['id']};
  }
  return {ids};
}

/** Whether a place can be inside another; yes if the place does not say where it is. */
const liesIn = (place: Loose, within: Loose): boolean =>
  Object.entries(within).every(
    ([field, id]) => place[field] === undefined || place[field] === null || String(place[field]) === String(id),
  );

const fold = (name: Value | unknown): string => textOf(name).toLowerCase();

const words = {countries: 'country', states: 'state', cities: 'city'} as const;
