import type {Loose, Source} from '../api/schema.js';
import {NotFoundError, UsageError} from '../errors.js';
import {closest} from '../records/closest.js';
import type {Context} from './command.js';

/**
Finds the record that a person means by an id or a name. Digits are an id; a name is compared as it is written, then
ignoring case. Two matches are an error that lists them, since a guess would often be wrong.
*/
export async function resolveRecord(context: Pick<Context, 'stream'>, source: Source, text: string): Promise<Loose> {
  const {found, names} = await findRecords(context, source, text);
  const [record, ...others] = found;
  if (record && others.length === 0) return record;
  if (record) throw ambiguous(source, text, found);
  const near = closest(text, names);
  throw new NotFoundError(`None of the ${source.noun.many} is ${isId(text) ? `number ${text}` : `called "${text}"`}.`, {
    hint: near === undefined ? `Run: ${source.see}` : `Did you mean "${near}"? ${source.see} shows them all.`,
  });
}

/** Like `resolveRecord`, but undefined where there is no such record. */
export async function findRecord(
  context: Pick<Context, 'stream'>,
  source: Source,
  text: string,
): Promise<Loose | undefined> {
  const {found} = await findRecords(context, source, text);
  if (found.length > 1) throw ambiguous(source, text, found);
  return found[0];
}

type Found = {readonly found: readonly Loose[]; readonly names: readonly string[]};

async function findRecords({stream}: Pick<Context, 'stream'>, source: Source, text: string): Promise<Found> {
  const {key, label, list, under, coded} = source;
  const exact: Loose[] = [];
  const alike: Loose[] = [];
  const names: string[] = [];
  for await (const batch of stream(list, {}, under)) {
    for (const record of batch as readonly Loose[]) {
      if ((record['deleted_at'] ?? null) !== null) continue;
      const name = String(record[label] ?? '');
      if (isId(text) ? String(record[key]) === text : name === text) exact.push(record);
      else if (!isId(text) && (sameWord(name, text) || (coded && hasCode(record, text)))) alike.push(record);
      names.push(name);
    }
  }
  return {found: exact.length > 0 ? exact : alike, names};
}

const isId = (text: string): boolean => /^\d+$/.test(text);

const sameWord = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

const hasCode = (record: Loose, text: string): boolean =>
  /^[a-z]{2,3}$/i.test(text) && Object.values(record).some(value => typeof value === 'string' && sameWord(value, text));

const ambiguous = ({noun, key, label}: Source, text: string, found: readonly Loose[]): UsageError =>
  new UsageError(
    `Several ${noun.many} are called "${text}": ${found.map(record => `${String(record[label])} (${String(record[key])})`).join(', ')}.`,
    {hint: 'Give the id of the one you mean.'},
  );
