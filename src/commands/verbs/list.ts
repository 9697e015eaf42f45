import {unlessNotFound} from '../../api/record-sources.js';
import type {Loose, Many, Noun, Operation, Params, Shape} from '../../api/schema.js';
import {listOptions, toView} from '../../records/select.js';
import type {Command, Context} from '../command.js';
import {noSuch} from '../not-found.js';
import {type About, takenBy} from './about.js';
import {isListed, type Place} from './listed.js';

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
      const view = toView(input, {shape, columns, timeZone: context.host.env['TZ']});
      const source = context.stream(operation, input);
      const records = parent ? unlessNotFound(source, () => mustExist(context, parent, input[args[0] ?? ''])) : source;
      return {kind: 'records', records, shape, key, noun, view};
    },
  };
};

type Listing<S extends Shape> = About & {
  readonly columns: ReadonlyArray<keyof S & string>;
  readonly noun: Noun;
  readonly key: keyof S & string;
  /** What the list hangs under. The service says "not found" for an empty one too, so the parent tells which it is. */
  readonly parent?: Place & {readonly noun: Noun};
};

async function mustExist(context: Context, parent: Place & {readonly noun: Noun}, id: unknown): Promise<void> {
  if (!(await isListed(context, parent, id))) throw noSuch(parent.noun, id);
}
