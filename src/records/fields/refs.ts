import type {Loose, Reference, Refers} from '../../api/describe/schema.js';
import {compact} from './readable.js';

/** Another record that a value refers to: its id, the list it is in, and the word for its kind if there are several. */
export type Ref = {readonly id: string; readonly from: Reference; readonly kind: string | undefined};

/** The parts of a value that holds ids, each id with the record that it refers to. */
export const refsIn = (field: Refers, value: unknown, record: Loose): Part[] =>
  (Array.isArray(value) ? value : [value]).map(part => ({part, ref: toRef(field, part, record)}));

type Part = {readonly part: unknown; readonly ref: Ref | undefined};

/** The collections that a field's ids can belong to. */
export const sourcesOf = ({refers}: Refers): readonly Reference[] =>
  typeof refers === 'function' ? [refers] : Object.values(refers).map(({from}) => from);

function toRef({refers, beside}: Refers, value: unknown, record: Loose): Ref | undefined {
  if (typeof refers === 'function') return isId(value) ? {id: String(value), from: refers, kind: undefined} : undefined;
  const sent = beside === undefined ? compact(value) : `${compact(record[beside])}${compact(value)}`;
  for (const {from, sent: before, shown} of Object.values(refers)) {
    const id = sent.slice(before.length);
    if (sent.startsWith(before) && isId(id)) return {id, from, kind: shown};
  }
  return undefined;
}

/** Whether a value is an id: a missing state is 0, and lists of contacts have the country's name. */
const isId = (value: unknown): boolean => /^[1-9]\d*$/.test(String(value));
