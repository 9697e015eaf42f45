import {noneIfNotFound} from '../../api/answers/record-sources.js';
import type {RecordSource} from '../../api/answers/records.js';
import type {Collection} from '../../api/describe/operation.js';
import type {Loose, Many, One, Params, Read, RecordOf, Shape, Source} from '../../api/describe/schema.js';
import type {Context} from '../../change/context.js';
import {recordTitle} from '../../change/records/names.js';
import {mustBeListed, readRecord} from '../../change/records/read.js';
import {CheckError, EmkError, UsageError} from '../../core/errors.js';
import {counted} from '../../core/words/sentence.js';
import {type ComputedBy, onClock} from '../../records/fields/computed.js';
import {listOptions, sheetOption, toFields, wholeSheet} from '../../records/view/select.js';
import {type About, type Command, parametersOf} from '../command.js';
import {parseDuration} from '../globals.js';
import {clockIn, viewOf} from '../view.js';

/** `list`: every record, as a table of the given columns. */
export const list = <S extends Shape>(
  operation: Read<Params, Many<S>>,
  {of: {noun, key, label}, columns, computed, importance, parent, filters, records, ...about}: ListSpec<S>,
): Command => {
  const {takes, args, calls} = parametersOf(operation);
  const {shape} = operation.returns;
  return {
    ...about,
    takes: {...takes, ...filters, ...listOptions},
    args: [...args, ...Object.keys(filters ?? {}).filter(name => filters?.[name]?.required)],
    gives: {list: shape},
    calls: parent ? [...calls, parent.list] : calls,
    async run(context: Context, input: Loose) {
      const view = await viewOf(context, input, {
        ...{shape, columns, importance},
        computed: onClock(computed, clockIn(context)),
      });
      const source = (): RecordSource<Loose> => {
        if (records) return records(context, input);
        const all = context.stream(operation, input);
        return parent ? noneIfNotFound(all, () => mustBeListed(context, parent, input[args[0] ?? ''])) : all;
      };
      return {kind: 'records', records: source(), shape, key, label, noun, view};
    },
  };
};

type ListSpec<S extends Shape> = About & {
  readonly of: Pick<Collection<S>, 'noun' | 'key' | 'label'>;
  readonly columns: readonly string[];
  readonly computed?: readonly ComputedBy[];
  /** The columns from most to least important, if that differs from their order. */
  readonly importance?: readonly string[];
  /** The record that the list belongs to, looked up because the service says "not found" for an empty list too. */
  readonly parent?: Source;
  /** Options that choose among the records, and the records that they leave; required ones are given by position. */
  readonly filters?: Params;
  readonly records?: (context: Context, input: Loose) => RecordSource<Loose>;
};

/** `show <id>`: one record, with all fields unless some are asked for. */
export const show = <S extends Shape>(
  operation: Read<Params, One<S>>,
  {of, computed, awaits, ...about}: About & Showing<S>,
): Command => {
  const {shape} = operation.returns;
  const {takes, ...rest} = parametersOf(operation);
  return {
    ...about,
    ...rest,
    takes: {...takes, ...(awaits ? waitOption(awaits) : {}), ...sheetOption},
    gives: {record: shape},
    async run(context: Context, {columns, wait, ...input}: Loose) {
      const sheet = wholeSheet(shape, of.label);
      const fields = toFields(columns, {shape, sheet, computed: onClock(computed, clockIn(context))});
      const read = () => readRecord(context, of, operation, input as never) as Promise<RecordOf<S>>;
      const record =
        awaits && wait !== undefined
          ? await readAwaited(context, {of, read, awaits, time: String(wait)})
          : await read();
      return {kind: 'record', record, shape, key: of.key, fields};
    },
  };
};

type Showing<S extends Shape> = {
  readonly of: Collection<S>;
  readonly computed?: readonly ComputedBy[];
  /** The state that `--wait` waits for. */
  readonly awaits?: Awaits<RecordOf<S>>;
};

// ── Waiting for a state ─────────────────────────────────────────────────────

/** A state that a record reaches by itself: its word, whether a record is in it or past it, and where one is now. */
type Awaits<R> = {
  readonly state: string;
  readonly isThere: (record: R) => boolean;
  readonly nowInWords: (record: R) => string;
};

const form = 'takes a time such as 90s, 30m or 2h, up to a day';

/** The option that waits for a state; alone it means an hour. */
const waitOption = ({state}: Pick<Awaits<never>, 'state'>) =>
  ({
    wait: {
      type: 'text',
      value: 'time',
      alone: '1h',
      limits: {pattern: /^(?:\d+(?:\.\d+)?(?:ms|[smh]))+$/, says: form},
      help: `Wait until it is ${state}, an hour at most or this long; then the exit code is 10`,
      decides: 'checks',
    },
  }) as const satisfies Params;

type WaitingFor<R> = {
  readonly of: Collection;
  readonly read: () => Promise<R>;
  readonly awaits: Awaits<R>;
  /** How long, as it was typed. */
  readonly time: string;
};

/** Reads a record again and again until it is in the state, or the time is up. */
async function readAwaited<R extends Loose>(
  context: Context,
  {of, read, awaits: {state, isThere, nowInWords}, time}: WaitingFor<R>,
): Promise<R> {
  const most = parseDuration(time);
  if (most === undefined) throw new UsageError(`--wait ${form}, not "${time}".`, {hint: 'Alone it waits an hour.'});
  const now = (record: R): string => `${recordTitle(of, record)} is ${nowInWords(record)}`;
  const label = `Waiting until it is ${state}`;
  const says = (record: R): string => `${now(record)}. ${label}, ${timeInWords(most)} at most (--wait).`;
  const {last, isThere: isDone} = await readUntil(context, {read, isThere, most, says, label});
  if (isDone) return last;
  throw new CheckError(`${now(last)} after ${timeInWords(most)}.`, {
    hint: 'To wait longer, give --wait a longer time.',
  });
}

type Awaited<T> = {
  readonly read: () => Promise<T>;
  readonly isThere: (value: T) => boolean;
  readonly most: number;
  /** What emk waits for: a notice before the first wait, and the label of the progress. */
  readonly says: (value: T) => string;
  readonly label: string;
};

/** Reads until something is as wanted, first often, then every half minute. Gives the last reading. */
export async function readUntil<T>(
  {host, notice, progress}: Pick<Context, 'host' | 'notice' | 'progress'>,
  {read, isThere, most, says, label}: Awaited<T>,
): Promise<{readonly last: T; readonly isThere: boolean}> {
  const began = host.elapsed();
  let last = await read();
  for (let slept = 0, pause = SHORTEST; !isThere(last); pause = Math.min(pause * 1.5, LONGEST)) {
    if (slept === 0) notice(says(last));
    const left = most - Math.max(slept, host.elapsed() - began);
    if (left <= 0) break;
    progress.show({label});
    const time = Math.min(pause, left);
    await host.sleep(time, host.interrupted);
    slept += time;
    last = await read().catch((error: unknown) => {
      if (error instanceof EmkError && error.retry === 'safe') return last;
      throw error;
    });
  }
  progress.clear();
  return {last, isThere: isThere(last)};
}

const SHORTEST = 2000;
const LONGEST = 30_000;

/** A time in a sentence: `2 hours`, `2 minutes`, `90 seconds`. */
export function timeInWords(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1000);
  if (seconds > 0 && seconds % 3600 === 0) return counted(seconds / 3600, 'hour');
  return seconds > 0 && seconds % 60 === 0 ? counted(seconds / 60, 'minute') : counted(seconds, 'second');
}
