import type {Collection} from '../../api/describe/collection.js';
import type {PermitFor} from '../../api/describe/permit.js';
import {recordName} from '../../api/describe/route.js';
import type {Change, Loose, One, Operation, Param, Params, Read, Shape, Text, Utr} from '../../api/describe/schema.js';
import {effectOf} from '../../effect/effect.js';
import {UnknownOutcomeError, UsageError} from '../../errors.js';
import {type ComputedBy, onClock} from '../../records/fields/computed.js';
import {wordsOf} from '../../records/fields/field.js';
import {headOf} from '../../records/fields/heads.js';
import {sheetOption, toFields} from '../../records/view/select.js';
import {type Ended, endedOne} from '../../work/ending.js';
import {type Command, type Context, changing} from '../command.js';
import {orNoSuch} from '../not-found.js';
import {clockIn} from '../view.js';
import type {About} from './about.js';
import {afterChange} from './after-change.js';
import {alike, brief, differences} from './differences.js';
import {type Adapting, asForm, merged} from './merge.js';
import {recordTitle, wasChanged} from './sentences.js';

/**
 * `update <id>`: only the given options change. The service replaces the whole record, so emk reads it first and sends
 * it back with the changes. Fields with the same form for reading and writing are copied; without `adapt` for all
 * others, it does not compile.
 */
export function update<
  const U extends Operation<Params, Text | Utr, 'updates', undefined>,
  const R extends Read<Params, One>,
  const K extends keyof U['params'] & string,
>(
  operation: U,
  {
    of,
    read,
    key,
    adapt,
    replaced,
    sheet,
    ...about
  }: About & {
    readonly of: Collection;
    readonly read: R;
    readonly key: K;
    readonly replaced?: Updating<U>['replaced'];
    readonly sheet?: Sheet<R>;
  } & Adapting<R, U, K>,
): Command {
  const sent: Operation<Params, Text | Utr, 'updates', undefined> = operation;
  return changing<Params>({
    ...about,
    takes: {...changesOf(operation.params, key), ...sheetOption},
    args: [key],
    gives: {record: read.returns.shape},
    calls: [read, operation],
    asks: {
      changes: {
        read,
        key,
        of,
        asWritten: record => asForm(operation, record, (adapt as Adapt | undefined)?.(record as never)),
      },
    },
    run: (context: Context, {columns, ...input}: Loose) =>
      updateOne(
        context,
        {
          ...{operation: sent, of, read, key, adapt: adapt as Adapt | undefined, replaced, sheet, columns},
          agreed: () => context.agree(effectOf('updates', of)),
        },
        input,
      ),
  });
}

type Sheet<R extends Operation<Params, One>> = ReadonlyArray<keyof R['returns']['shape'] & string>;

type Updating<O extends Operation<Params, Text | Utr, Change>> = {
  readonly operation: O;
  /** Runs before the form is sent: refuses it, or gets the permit; where people may move, it takes them through the door. */
  readonly agreed: (current: Loose, form: Loose) => Promise<PermitFor<O>>;
  readonly of: Collection;
  readonly read: Read<Params, One>;
  readonly key: string;
  readonly adapt?: Adapt | undefined;
  /** What the changes replace, besides the fields that they name. */
  readonly replaced?: ((current: Loose, given: Loose) => Replaced) | undefined;
  /** The fields of the changed record that a table shows by default; all of them if omitted. */
  readonly sheet?: readonly string[] | undefined;
  /** Fields of the sheet that are computed from several. */
  readonly computed?: readonly ComputedBy[] | undefined;
  readonly columns?: unknown;
  /** The sentence about the changed record, if it says more than that it was changed. */
  readonly says?: (record: Loose) => string | undefined;
};

type Adapt = (current: never) => Loose;

/** Fields that must change along: a blank one is sent blank, which empties it, and null is omitted from the form. */
export type Replaced = {readonly fields: Loose; readonly why?: string | undefined};

/** An update's parameters: the record by position, everything else optional. */
export const changesOf = <P extends Params, K extends keyof P & string>(params: P, key: K): Changing<P, K> =>
  Object.fromEntries(
    Object.entries(params).map(([name, param]) => [name, name === key ? param : optional(param)]),
  ) as Changing<P, K>;

type Changing<P extends Params, K> = {readonly [N in keyof P]: N extends K ? P[N] : Omit<P[N], 'required'>};

const optional = ({required, ...param}: Param): Param => ({...param, blank: required ? 'refused' : 'empties'});

/** Reads, merges and writes one record, then reads it again to show it and to report unexpected changes. */
export async function updateOne<O extends Operation<Params, Text | Utr, Change>>(
  context: Context,
  {operation, of, read, key, adapt, replaced, agreed, sheet, computed, columns, says}: Updating<O>,
  given: Loose,
): Promise<Ended> {
  const {call, notice, warn, globals} = context;
  if (Object.keys(given).every(name => name === key)) {
    throw new UsageError('You gave nothing to change.', {hint: 'To see what you can change, add --help.'});
  }
  const {shape} = read.returns;
  const fields = toFields(columns, {shape, sheet, computed: onClock(computed, clockIn(context))});
  const id = {[recordName(read) ?? key]: given[key]};
  const asWritten = (record: Loose): Loose => asForm(operation, record, adapt?.(record as never));
  const current = (await call(read, id as never).catch(orNoSuch(of.noun, context.called(key, given[key])))) as Loose;
  const {fields: besides, why} = replaced?.(asWritten(current), given) ?? {fields: {}};
  const form = merged(operation, key, {...asWritten(current), ...besides}, given);
  const permit = await agreed(current, form);
  if (why) notice(why);
  if (globals.dryRun) for (const line of changes(asWritten(current), {...besides, ...form}, shape)) notice(line);
  const lostAnswer = await context.send(permit, operation, form as never).then(
    () => undefined,
    (error: unknown) => {
      if (error instanceof UnknownOutcomeError) return error;
      throw error;
    },
  );
  if (globals.dryRun) return endedOne({kind: 'nothing'});
  const change = {
    happened: `${recordTitle(of, {...current, [of.key]: given[key]})} was changed`,
    lostAnswer,
    hint: 'Look at it before you change it again.',
  };
  const after = (await afterChange(context, change, () => call(read, id as never))) as Loose;
  if (lostAnswer && !holds(asWritten(after), given, key)) throw lostAnswer;
  const written = {before: asWritten(current), after: asWritten(after), raw: after, asked: {...besides, ...given}};
  for (const sentence of differences(written, key)) warn(sentence);
  const differs = !holds(asWritten(current), given, key);
  const sentence = (differs && says?.(after)) || wasChanged(of, current, after, differs);
  return endedOne({kind: 'record', record: after, shape, key: of.key, fields, sentence});
}

/** Whether a record shows every requested change: then a lost answer does not matter. */
const holds = (record: Loose, given: Loose, key: string): boolean =>
  Object.entries(given).every(([name, value]) => name === key || (name in record && alike(record[name], value)));

/** The changes for a dry run, one line per field. */
const changes = (current: Loose, form: Loose, shape: Shape): string[] =>
  Object.entries(form)
    .filter(([name, value]) => name in current && !alike(current[name], value))
    .map(([name, value]) => {
      const [before, after] = [current[name], value].map(each => brief(wordsOf(shape[name])?.[Number(each)] ?? each));
      return `${headOf(name)}: ${before} → ${after}`;
    });
