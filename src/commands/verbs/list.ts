import type {Operation} from '../../api/operation.js';
import {unlessNotFound} from '../../api/record-sources.js';
import type {RecordSource} from '../../api/records.js';
import type {Loose, Many, Params, RecordOf, Shape} from '../../api/schema.js';
import type {Command, Context, Noun} from '../command.js';
import {listOptions, toView} from '../select.js';
import {type About, takenBy} from './about.js';

/** `list`: every record, as a table of the given columns. */
export const list = <S extends Shape>(
  operation: Operation<Params, Many<S>>,
  {columns, noun, key, parent, ...about}: Listing<S>,
): Command => {
  const {takes, args, calls} = takenBy(operation);
  const {shape} = operation.returns;
  return {
    ...about,
    takes: {...takes, ...listOptions},
    args,
    calls: parent ? [...calls, parent.list] : calls,
    async run(context: Context, input: Loose) {
      const view = toView(input, {shape, columns, key});
      const source = context.stream(operation, input);
      const records = parent ? unlessNotFound(source, () => exists(context, parent, input[args[0] ?? ''])) : source;
      return {kind: 'records', records, shape, key, noun, view};
    },
  };
};

type Listing<S extends Shape> = About & {
  readonly columns: ReadonlyArray<keyof S & string>;
  readonly noun: Noun;
  readonly key: keyof S & string;
  readonly parent?: Parent;
};

/** What a list hangs under. The service says "not found" for an empty one too, so the parent tells which it is. */
export type Parent = {readonly list: Operation<Params, Many>; readonly key: string};

async function exists({stream}: Context, {list, key}: Parent, id: unknown): Promise<boolean> {
  for await (const batch of stream(list) as RecordSource<RecordOf<Shape>>) {
    if (batch.some(record => String((record as Loose)[key]) === String(id))) return true;
  }
  return false;
}
