import type {Collection} from '../../api/describe/operation.js';
import type {PermitFor} from '../../api/describe/permit.js';
import {recordName} from '../../api/describe/route.js';
import type {
  Change,
  Loose,
  One,
  Operation,
  Param,
  Params,
  Read,
  Shape,
  Source,
  Text,
  Utr,
} from '../../api/describe/schema.js';
import type {Context} from '../../change/context.js';
import {effectOf} from '../../change/effect/effect.js';
import {afterChange} from '../../change/records/after-change.js';
import {turnForOne} from '../../change/records/create-all.js';
import {quotedName, recordTitle} from '../../change/records/names.js';
import {orNoSuch} from '../../change/records/read.js';
import {type Ended, endedOne} from '../../change/work/ending.js';
import {orUnknown, PreflightError, UsageError} from '../../core/errors.js';
import {wordSet} from '../../core/words/values.js';
import {type ComputedBy, onClock} from '../../records/fields/computed.js';
import {wordsOfNumbers} from '../../records/fields/field.js';
import {trim} from '../../records/fields/fold-address.js';
import {headOf} from '../../records/fields/heads.js';
import {sheetOption, toFields} from '../../records/view/select.js';
import {type About, type Command, changing} from '../command.js';
import {parameterName} from '../parameters.js';
import {clockIn} from '../view.js';

type Update = Operation<Params, Text | Utr, Change>;

/**
 * `update <id>`: only the given options change. The service replaces the whole record, so emk reads it first and sends
 * it back with the changes. It is for records whose fields have one form for reading and writing.
 */
export const update = <P extends Params>(
  operation: Operation<P, Text | Utr, 'updates', undefined>,
  {
    of,
    read,
    key,
    replaced,
    sheet,
    ...about
  }: Omit<About, 'derives' | 'asks'> &
    Pick<Updating<Operation<Params, Text | Utr, 'updates', undefined>>, 'of' | 'read' | 'replaced' | 'sheet'> & {
      readonly key: keyof P & string;
    },
): Command =>
  changing<Params>({
    ...about,
    takes: {...changesOf<Params, string>(operation.params, key), ...sheetOption},
    args: [key],
    gives: {record: read.returns.shape},
    calls: [read, operation],
    run(context: Context, {columns, ...input}: Loose) {
      const agreed = () => context.agree(effectOf('updates', of));
      return updateOne(context, {operation, of, read, key, replaced, sheet, columns, agreed}, input);
    },
  });

/** An update's parameters: the record by position, everything else optional. */
export const changesOf = <P extends Params, K extends keyof P & string>(params: P, key: K): ChangingParams<P, K> =>
  Object.fromEntries(
    Object.entries(params).map(([name, param]) => [name, name === key ? param : optional(param)]),
  ) as ChangingParams<P, K>;

type ChangingParams<P extends Params, K> = {readonly [N in keyof P]: N extends K ? P[N] : Omit<P[N], 'required'>};

const optional = ({required, ...param}: Param): Param => ({...param, blank: required ? 'refused' : 'empties'});

/**
 * Reads, merges and writes one record, then reads it again to show it and to report unexpected changes. Runs that change
 * one record take turns, so that none writes over another; nobody waits for the answer of a person.
 */
export async function updateOne<O extends Update>(context: Context, how: Updating<O>, given: Loose): Promise<Ended> {
  const {of, key, agreed} = how;
  if (Object.keys(given).every(name => name === key)) {
    throw new UsageError('You gave nothing to change.', {hint: 'To see what you can change, add --help.'});
  }
  const called = `the ${of.noun.one} ${context.called(key, given[key])}`;
  const look = () => readAndMerge(context, how, given);
  const seen = context.ask.possible ? await look() : undefined;
  const permit = seen && (await agreed(seen.current, seen.form));
  return context.takeTurns([turnForOne(of, given[key])], called, async () => {
    const now = await look();
    if (seen && JSON.stringify(now.form) !== JSON.stringify(seen.form)) {
      throw new PreflightError(`Somebody else changed ${called} at the same moment.`, {
        hint: 'Nothing was changed from here. Run the same line again.',
      });
    }
    return write(context, how, given, now, permit ?? (await agreed(now.current, now.form)));
  });
}

/** A record as it was read, and the form that changes it. */
type Merged = {
  readonly current: Loose;
  readonly form: Loose;
  readonly besides: Loose;
  readonly why: string | undefined;
};

async function readAndMerge<O extends Update>(
  {call, called}: Context,
  how: Updating<O>,
  given: Loose,
): Promise<Merged> {
  const {operation, of, read, key, replaced} = how;
  const current = (await call(read, idIn(how, given) as never).catch(
    orNoSuch(of.noun, called(key, given[key])),
  )) as Loose;
  const written = formOf(how, current);
  const {fields: besides, why} = replaced?.(written, given) ?? {fields: {}};
  return {current, besides, why, form: merged(operation, key, {...written, ...besides}, given)};
}

const idIn = ({read, key}: Pick<Updating<Update>, 'read' | 'key'>, given: Loose): Loose => ({
  [recordName(read) ?? key]: given[key],
});

/** A record in the form for writing. An id that no record has, such as 0, means none and must not be written. */
const formOf = <O extends Update>({operation: {params}, adapt}: Updating<O>, record: Loose): Loose =>
  Object.fromEntries(
    Object.entries({...record, ...adapt?.(record as never)}).map(([name, value]) => [
      name,
      params[name]?.from && params[name].type === 'integer' && !(Number(value) > 0) ? null : value,
    ]),
  );

/** Sends the form, and compares what the service made of it. */
async function write<O extends Update>(
  context: Context,
  how: Updating<O>,
  given: Loose,
  {current, form, besides, why}: Merged,
  permit: PermitFor<O>,
): Promise<Ended> {
  const {call, notice, warn, globals} = context;
  const {operation, of, read, key, sheet, computed, columns, says} = how;
  const {shape} = read.returns;
  const fields = toFields(columns, {shape, sheet, computed: onClock(computed, clockIn(context))});
  if (why) notice(why);
  if (globals.dryRun) for (const line of changes(formOf(how, current), {...besides, ...form}, shape)) notice(line);
  const lostAnswer = await context.send(permit, operation, form as never).then(() => undefined, orUnknown);
  if (globals.dryRun) return endedOne({kind: 'nothing'});
  const change = {
    happened: `${recordTitle(of, {...current, [of.key]: given[key]})} was changed`,
    lostAnswer,
    hint: 'Look at it before you change it again.',
  };
  const after = (await afterChange(context, change, () => call(read, idIn(how, given) as never))) as Loose;
  if (lostAnswer && !holds(formOf(how, after), given, key)) throw lostAnswer;
  const before = formOf(how, current);
  const asked = {...besides, ...given, [key]: null};
  for (const sentence of differences(before, formOf(how, after), after, asked)) warn(sentence);
  const differs = !holds(before, given, key);
  const sentence = (differs && says?.(after)) || wasChanged(of, current, after, differs);
  return endedOne({kind: 'record', record: after, shape, key: of.key, fields, sentence});
}

/** Whether a record shows every requested change: then a lost answer does not matter. */
const holds = (record: Loose, given: Loose, key: string): boolean =>
  Object.entries(given).every(([name, value]) => name === key || (name in record && looksTheSame(record[name], value)));

/** The changes for a dry run, one line per field. */
const changes = (current: Loose, form: Loose, shape: Shape): string[] =>
  Object.entries(form).flatMap(([name, value]) => {
    if (!(name in current) || looksTheSame(current[name], value)) return [];
    const [before, after] = [current[name], value].map(each =>
      brief(wordsOfNumbers(shape[name])?.[Number(each)] ?? each),
    );
    return [`${headOf(name)}: ${before} → ${after}`];
  });

/** How a record differs from what was asked for, in sentences: a service may shorten a text or change others. */
function differences(before: Loose, after: Loose, raw: Loose, asked: Loose): string[] {
  // Some fields are read in another form, such as a country by its name, and cannot be compared.
  const other = Object.entries(asked).flatMap(([name, value]) =>
    value !== null &&
    name in after &&
    (!isNothing(after[name]) || isNothing(raw[name])) &&
    !looksTheSame(value, after[name])
      ? [`${headOf(name)} is now "${brief(after[name])}", which is not what emk sent.`]
      : [],
  );
  const unasked = Object.keys(before).filter(
    name => !(name in asked) && !derived.has(name) && !looksTheSame(before[name], after[name]),
  );
  if (unasked.length === 0) return other;
  return [...other, `${unasked.map(headOf).join(', ')} changed too, although you did not ask for it.`];
}

/** Fields that depend on others and change with them. */
const derived = wordSet('updated_at fullname from_sender reply_to sender_name sender_address status sent_at');

/** Whether two values look the same to a person, however the service writes them. */
export const looksTheSame = (one: unknown, other: unknown): boolean => shown(one) === shown(other);

/** The beginning of a value, enough to recognise it: a template is as long as a page. */
function brief(value: unknown): string {
  const characters = [...shown(value).replace(/\s+/g, ' ')];
  return characters.length > 60 ? `${characters.slice(0, 59).join('')}…` : characters.join('');
}

const shown = (value: unknown): string => {
  if (isNothing(value)) return '(empty)';
  if (Array.isArray(value) && value.every(item => typeof item === 'string')) return JSON.stringify([...value].sort());
  if (typeof value === 'object') return JSON.stringify(value);
  return trim(typeof value === 'boolean' ? String(Number(value)) : String(value));
};

/** Whether a value is empty: a form can omit a list that stays empty. */
const isNothing = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

/** A record to change: how it is read and written, and what agrees to the form. */
type Updating<O extends Update> = {
  readonly operation: O;
  /** Runs before the form is sent: refuses it, or gets the permit; where people may move, it takes them through the door. */
  readonly agreed: (current: Loose, form: Loose) => Promise<PermitFor<O>>;
  readonly of: Collection;
  readonly read: Read<Params, One>;
  readonly key: string;
  /** The fields that are written in another form than they are read. */
  readonly adapt?: ((current: never) => Loose) | undefined;
  /** What the changes replace, besides the fields that they name. */
  readonly replaced?: ((current: Loose, given: Loose) => Replaced) | undefined;
  /** The fields of the changed record that a table shows by default; all of them if omitted. */
  readonly sheet?: readonly string[] | undefined;
  readonly computed?: readonly ComputedBy[] | undefined;
  readonly columns?: unknown;
  /** The sentence about the changed record, if it says more than that it was changed. */
  readonly says?: (record: Loose) => string | undefined;
};

/** Fields that must change along: a blank one is sent blank, which empties it, and null is omitted from the form. */
export type Replaced = {readonly fields: Loose; readonly why?: string | undefined};

/** The whole form for an update: the current record with the changes. It throws if a required value is missing. */
export function merged(operation: Operation, key: string, current: Loose, given: Loose): Record<string, unknown> {
  const form: Record<string, unknown> = {};
  for (const name of Object.keys(operation.params)) {
    const value = given[name] ?? current[name];
    if (given[name] !== undefined || value === '' || !isNothing(value)) form[name] = value;
  }
  const missing = Object.keys(operation.params).filter(
    name => operation.params[name]?.required && name !== key && (form[name] === undefined || form[name] === ''),
  );
  if (missing.length === 0) return form;
  const names = missing.map(name => parameterName({takes: operation.params, args: []}, name)).join(', ');
  throw new UsageError(`The service requires a value for ${names}, which must not be blank.`, {
    hint: `Give ${names} a value. An option that you leave out keeps the value of the record, if it has one.`,
  });
}

/** `Sender news@acme.com was changed.`, or that it was already like that, or its new name. */
function wasChanged(of: Source, before: Loose, after: Loose, differs: boolean): string {
  if (!differs) return `${recordTitle(of, after)} was like that already.`;
  const [old, name] = [before, after].map(record => quotedName(of, record));
  return old === name || old === undefined || name === undefined
    ? `${recordTitle(of, after)} was changed.`
    : `${recordTitle(of, before)} is now called ${name}.`;
}
