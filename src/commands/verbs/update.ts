import type {Collection} from '../../api/collection.js';
import {queryName} from '../../api/operation.js';
import type {Loose, One, Operation, Param, Params, Text, Utr} from '../../api/schema.js';
import {trim} from '../../api/trim.js';
import {UnknownOutcomeError, UsageError} from '../../errors.js';
import type {Result} from '../../output/result.js';
import type {Computed} from '../../records/computed.js';
import {sheetOption, toFields} from '../../records/select.js';
import type {Command, Context} from '../command.js';
import {orNoSuch} from '../not-found.js';
import type {About} from './about.js';
import {afterChange} from './after-change.js';
import {type Adapting, merged} from './merge.js';
import {wasChanged} from './sentences.js';

/**
`update <id>`: only the options given change.

The service replaces the whole record, so the current one is read first and sent back with the changes. Fields that
read and write alike are carried over; `adapt` must supply every field that does not, or it will not compile.
*/
export function update<
  const U extends Operation<Params, Text | Utr>,
  const R extends Operation<Params, One>,
  const K extends keyof U['params'] & string,
>(
  operation: U,
  {
    of,
    read,
    key,
    adapt,
    sheet,
    ...about
  }: About & {
    readonly of: Collection;
    readonly read: R;
    readonly key: K;
    readonly sheet?: Sheet<R>;
  } & Adapting<R, U, K>,
): Command {
  return {
    ...about,
    takes: {...changing(operation.params, key), ...sheetOption},
    args: [key],
    calls: [read, operation],
    asks: {
      changes: {
        read,
        key,
        of,
        asWritten: record => ({...record, ...(adapt as Adapt | undefined)?.(record as never)}),
      },
    },
    run: (context: Context, {columns, ...input}: Loose) =>
      updateOne(context, {operation, of, read, key, adapt: adapt as Adapt | undefined, sheet, columns}, input),
  };
}

type Sheet<R extends Operation<Params, One>> = ReadonlyArray<keyof R['returns']['shape'] & string>;

export type Updating = {
  readonly operation: Operation<Params, Text | Utr>;
  readonly of: Collection;
  readonly read: Operation<Params, One>;
  /** The parameter that says which record to update. */
  readonly key: string;
  readonly adapt?: Adapt | undefined;
  /** The fields of the current record that must not be sent back. */
  readonly drops?: (current: Loose) => readonly string[];
  /** The fields that a table shows of the changed record where nobody asked for others; all of them where it is left out. */
  readonly sheet?: readonly string[] | undefined;
  /** Fields of the sheet that are put together from several. */
  readonly computed?: readonly Computed[] | undefined;
  /** The fields that were asked for. */
  readonly columns?: unknown;
  /** The sentence about the changed record, where there is more to say than that it was changed. */
  readonly says?: (record: Loose) => string | undefined;
  /** Runs before the form is sent, and may refuse it. */
  readonly before?: (current: Loose, form: Loose) => Promise<void>;
};

type Adapt = (current: never) => object;

/** An update's parameters: the record by position, everything else optional. */
export const changing = <P extends Params, K extends keyof P & string>(params: P, key: K): Changing<P, K> =>
  Object.fromEntries(
    Object.entries(params).map(([name, param]) => [name, name === key ? param : optional(param)]),
  ) as Changing<P, K>;

type Changing<P extends Params, K> = {readonly [N in keyof P]: N extends K ? P[N] : Omit<P[N], 'required'>};

const optional = ({required, ...param}: Param): Param => (required ? {...param, blank: 'refused'} : param);

/** Reads, merges and writes one record, then reads it back to show it and to report unexpected changes. */
export async function updateOne(
  context: Context,
  {operation, of, read, key, adapt, drops, before, sheet, computed, columns, says}: Updating,
  given: Loose,
): Promise<Result> {
  const {call, notice, warn, globals} = context;
  if (Object.keys(given).every(name => name === key)) {
    throw new UsageError('Nothing was given to change.', {
      hint: 'Run the command with --help to see what can be changed.',
    });
  }
  const {shape} = read.returns;
  const fields = toFields(columns, {shape, sheet, computed});
  const id = {[queryName(read) ?? key]: given[key]};
  const asWritten = (record: Loose): Loose => ({...record, ...adapt?.(record as never)});
  const current = (await call(read, id as never).catch(orNoSuch(of.noun, given[key]))) as Loose;
  const dropped = Object.fromEntries((drops?.(current) ?? []).map(name => [name, null]));
  const form = merged(operation, key, {...asWritten(current), ...dropped}, given);
  await before?.(current, form);
  if (globals.dryRun) for (const line of changes(asWritten(current), {...dropped, ...form})) notice(line);
  const lost = await call(operation, form as never).then(
    () => undefined,
    (error: unknown) => {
      if (error instanceof UnknownOutcomeError) return error;
      throw error;
    },
  );
  if (globals.dryRun) return {kind: 'nothing'};
  const change = {
    happened: `The ${of.noun.one} ${String(given[key])} was changed`,
    lost,
    hint: 'Look at it before you change it again.',
  };
  const after = (await afterChange(context, change, () => call(read, id as never))) as Loose;
  if (lost && !holds(asWritten(after), given, key)) throw lost;
  for (const sentence of shortened(asWritten(after), given)) warn(sentence);
  for (const name of unasked(current, after, operation.params)) warn(`${name} changed too, which was not asked for.`);
  const differs = !holds(asWritten(current), given, key);
  const sentence = (differs && says?.(after)) || wasChanged(of, current, after, differs);
  return {kind: 'record', record: after, shape, key: of.key, fields, sentence};
}

/** Whether a record shows every change that was asked for: then a lost answer does not matter. */
const holds = (record: Loose, given: Loose, key: string): boolean =>
  Object.entries(given).every(([name, value]) => name === key || (name in record && alike(record[name], value)));

/** Texts of which the service kept only a part: the ends were trimmed, or it has no room for all of it. */
const shortened = (after: Loose, given: Loose): string[] =>
  Object.entries(given).flatMap(([name, asked]) => {
    const kept = after[name];
    if (typeof asked !== 'string' || typeof kept !== 'string' || kept === asked || !asked.includes(kept)) return [];
    return trim(asked) === kept
      ? [`${name} lost the space at its ends: the service trims it.`]
      : [`${name} was not kept whole: it is now "${brief(kept)}".`];
  });

/** The difference a dry run shows, one line a field. Fields keep their own names, since some have no option. */
const changes = (current: Loose, form: Loose): string[] =>
  Object.entries(form)
    .filter(([name, value]) => name in current && !alike(current[name], value))
    .map(([name, value]) => `${name}: ${brief(current[name])} → ${brief(value)}`);

/** Fields that changed although the form cannot carry them. */
const unasked = (before: Loose, after: Loose, params: Params): string[] =>
  Object.keys(before).filter(name => !(name in params) && !DERIVED.has(name) && !alike(before[name], after[name]));

/** Fields that follow from others, and so change with them. */
const DERIVED = new Set([
  'updated_at',
  'fullname',
  'from_sender',
  'reply_to',
  'sender_name',
  'sender_address',
  'status',
  'sent_at',
]);

const alike = (one: unknown, other: unknown): boolean => shown(one) === shown(other);

const shown = (value: unknown): string =>
  value === null || value === undefined || value === ''
    ? '(empty)'
    : typeof value === 'object'
      ? JSON.stringify(value)
      : trim(typeof value === 'boolean' ? String(Number(value)) : String(value));

/** Enough of a value to recognise it: a template is as long as a page. */
function brief(value: unknown): string {
  const line = shown(value).replace(/\s+/g, ' ');
  const characters = [...line];
  return characters.length > BRIEF ? `${characters.slice(0, BRIEF - 1).join('')}…` : line;
}

const BRIEF = 60;
