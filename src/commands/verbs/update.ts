import type {Loose, Operation, Param, Params, Text, Utr} from '../../api/describe/schema.js';
import type {Context} from '../../change/context.js';
import {effectOf} from '../../change/effect/effect.js';
import {sheetOption} from '../../records/view/select.js';
import {type About, type Command, changing} from '../command.js';
import {type Updating, updateOne} from './update-one.js';

type Update = Operation<Params, Text | Utr, 'updates', undefined>;

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
    Pick<Updating<Update>, 'of' | 'read' | 'replaced' | 'sheet'> & {
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
export const changesOf = <P extends Params, K extends keyof P & string>(params: P, key: K): Changing<P, K> =>
  Object.fromEntries(
    Object.entries(params).map(([name, param]) => [name, name === key ? param : optional(param)]),
  ) as Changing<P, K>;

type Changing<P extends Params, K> = {readonly [N in keyof P]: N extends K ? P[N] : Omit<P[N], 'required'>};

const optional = ({required, ...param}: Param): Param => ({...param, blank: required ? 'refused' : 'empties'});
