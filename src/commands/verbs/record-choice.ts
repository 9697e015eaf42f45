import type {Loose, Source} from '../../api/describe/schema.js';
import type {Choice} from '../../ask/terminal/ask.js';
import {compact} from '../../records/fields/readable.js';

export type ListedRecord = {readonly id: string; readonly name: string};

/** A record as a choice: what people call it, and beside that what tells it from others, such as how many people it holds. */
export function recordChoice(record: Loose, source: Source): Choice<ListedRecord> {
  const {key, label, noun, searched = []} = source;
  const id = String(record[key]);
  const name = String(record[label] ?? '') || `${noun.one} without a name`;
  const notes = (source.beside?.(record) ?? []).map(value => compact(value).trim()).filter(text => text !== '');
  return {
    name,
    note: notes.join(' · '),
    code: codeOf(id),
    also: searched.map(field => compact(record[field])).join(' '),
    value: {id, name},
  };
}

/** An id as a code: numbers are short; of a utr, the beginning is enough. */
const codeOf = (id: string): string => (/^\d+$/.test(id) ? `#${id}` : id.slice(0, 8));
