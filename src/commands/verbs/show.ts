import type {Collection} from '../../api/describe/operation.js';
import type {Loose, One, Params, Read, RecordOf, Shape} from '../../api/describe/schema.js';
import type {Context} from '../../change/context.js';
import {readRecord} from '../../change/records/read.js';
import {type ComputedBy, onClock} from '../../records/fields/computed.js';
import {sheetOption, toFields, wholeSheet} from '../../records/view/select.js';
import {type About, type Command, parametersOf} from '../command.js';
import {clockIn} from '../view.js';
import {type Awaits, readAwaited, waitOption} from './wait.js';

/** `show <id>`: one record, with all fields unless some are asked for. */
export const show = <S extends Shape>(
  operation: Read<Params, One<S>>,
  {of, computed, awaits, ...about}: About & Showing<S>,
): Command => ({
  ...about,
  ...parametersOf(operation),
  takes: {...operation.params, ...(awaits ? waitOption(awaits) : {}), ...sheetOption},
  gives: {record: operation.returns.shape},
  async run(context: Context, {columns, wait, ...input}: Loose) {
    const {shape} = operation.returns;
    const sheet = wholeSheet(shape, of.label);
    const fields = toFields(columns, {shape, sheet, computed: onClock(computed, clockIn(context))});
    const read = () => readRecord(context, of, operation, input as never) as Promise<RecordOf<S>>;
    const record =
      awaits && wait !== undefined ? await readAwaited(context, {of, read, awaits, time: String(wait)}) : await read();
    return {kind: 'record', record, shape, key: of.key, fields};
  },
});

type Showing<S extends Shape> = {
  readonly of: Collection<S>;
  readonly computed?: readonly ComputedBy[];
  /** The state that `--wait` waits for. */
  readonly awaits?: Awaits<RecordOf<S>>;
};
