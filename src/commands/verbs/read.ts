import {noneIfNotFound} from '../../api/answers/record-sources.js';
import type {RecordSource} from '../../api/answers/records.js';
import type {Collection} from '../../api/describe/operation.js';
import type {Loose, Many, One, Params, Read, RecordOf, Shape, Source} from '../../api/describe/schema.js';
import type {Context} from '../../change/context.js';
import {mustBeListed, readRecord} from '../../change/records/read.js';
import {type ComputedBy, onClock} from '../../records/fields/computed.js';
import {listOptions, sheetOption, toFields, wholeSheet} from '../../records/view/select.js';
import {type About, type Command, parametersOf} from '../command.js';
import {clockIn, viewOf} from '../view.js';
import {type Awaits, readAwaited, waitOption} from './wait.js';

/** `list`: every record, as a table of the given columns. */
export const list = <S extends Shape>(
  operation: Read<Params, Many<S>>,
  {of: {noun, key, label}, columns, computed, importance, parent, filters, records, ...about}: Listing<S>,
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

type Listing<S extends Shape> = About & {
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
