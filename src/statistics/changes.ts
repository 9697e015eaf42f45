import type {Loose} from '../api/describe/schema.js';
import type {Mark} from './drawn-columns.js';
import type {MailingKind} from './mailing-kinds.js';

type Changes = {readonly mark: Mark; readonly summary: string};

/** Compares two readings. Numbers that grew or shrank are marked; the first reading has no marks. */
export function changesSince(
  before: readonly Loose[] | undefined,
  now: readonly Loose[],
  {of: {key, noun}, shape}: MailingKind,
): Changes {
  const known = new Map(before?.map(record => [record[key], record]));
  const mark: Mark = (record, path) => {
    const [old, value] = [known.get(record[key])?.[path], record[path]];
    if (!known.has(record[key]) || old === value) return ' ';
    return Number(value) < Number(old) ? '▼' : '▲';
  };
  if (before === undefined) return {mark, summary: ''};
  const changed = now.filter(record => Object.keys(shape).some(path => mark(record, path) !== ' ')).length;
  const added = now.filter(record => !known.has(record[key])).length;
  const gone = before.length - (now.length - added);
  const words = [
    ...(changed > 0 ? [`${changed} changed`] : []),
    ...(added > 0 ? [`${added} new`] : []),
    ...(gone > 0 ? [`${gone} gone`] : []),
  ];
  return {mark, summary: words.length === 0 ? 'nothing changed' : `${words.join(', ')} of ${now.length} ${noun.many}`};
}
