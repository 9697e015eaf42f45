import {noneIfNotFound} from '../../api/answers/record-sources.js';
import type {Collection} from '../../api/describe/operation.js';
import type {Loose, Many, Params, Read, Shape, Source} from '../../api/describe/schema.js';
import {type ComputedBy, onClock} from '../../records/fields/computed.js';
import {listOptions} from '../../records/view/select.js';
import {type About, type Command, type Context, parametersOf} from '../command.js';
import {mustBeListed} from '../records.js';
import {clockIn, viewOf} from '../view.js';

/** `list`: every record, as a table of the given columns. */
export const list = <S extends Shape>(
  operation: Read<Params, Many<S>>,
  {of: {noun, key, label}, columns, computed, importance, parent, ...about}: Listing<S>,
): Command => {
  const {takes, args, calls} = parametersOf(operation);
  const {shape} = operation.returns;
  return {
    ...about,
    takes: {...takes, ...listOptions},
    args,
    gives: {list: shape},
    calls: parent ? [...calls, parent.list] : calls,
    async run(context: Context, input: Loose) {
      const view = await viewOf(context, input, {
        ...{shape, columns, importance},
        computed: onClock(computed, clockIn(context)),
      });
      const source = context.stream(operation, input);
      const records = parent
        ? noneIfNotFound(source, () => mustBeListed(context, parent, input[args[0] ?? '']))
        : source;
      return {kind: 'records', records, shape, key, label, noun, view};
    },
  };
};

type Listing<S extends Shape> = About & {
  readonly of: Collection<S>;
  readonly columns: ReadonlyArray<keyof S & string>;
  readonly computed?: readonly ComputedBy[];
  /** The columns from most to least important, if that differs from their order. */
  readonly importance?: readonly string[];
  /** The record that the list belongs to, looked up because the service says "not found" for an empty list too. */
  readonly parent?: Source;
};
