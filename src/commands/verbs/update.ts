import type {Collection} from '../../api/describe/operation.js';
import type {Loose, One, Operation, Param, Params, Read, Text, Utr} from '../../api/describe/schema.js';
import {effectOf} from '../../change/effect/effect.js';
import {sheetOption} from '../../records/view/select.js';
import {type About, type Command, type Context, changing} from '../command.js';
import {type Updating, updateOne} from './update-one.js';

/**
 * `update <id>`: only the given options change. The service replaces the whole record, so emk reads it first and sends
 * it back with the changes. It is for records whose fields have one form for reading and writing.
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
    replaced,
    sheet,
    ...about
  }: Omit<About, 'derives' | 'asks'> & {
    readonly of: Collection;
    readonly read: R;
    readonly key: K;
    readonly replaced?: Updating<U>['replaced'];
    readonly sheet?: Sheet<R>;
  },
): Command {
  const sent: Operation<Params, Text | Utr, 'updates', undefined> = operation;
  return changing<Params>({
    ...about,
    takes: {...changesOf(operation.params, key), ...sheetOption},
    args: [key],
    gives: {record: read.returns.shape},
    calls: [read, operation],
    run: (context: Context, {columns, ...input}: Loose) =>
      updateOne(
        context,
        {
          ...{operation: sent, of, read, key, replaced, sheet, columns},
          agreed: () => context.agree(effectOf('updates', of)),
        },
        input,
      ),
  });
}

type Sheet<R extends Operation<Params, One>> = ReadonlyArray<keyof R['returns']['shape'] & string>;

/** An update's parameters: the record by position, everything else optional. */
export const changesOf = <P extends Params, K extends keyof P & string>(params: P, key: K): Changing<P, K> =>
  Object.fromEntries(
    Object.entries(params).map(([name, param]) => [name, name === key ? param : optional(param)]),
  ) as Changing<P, K>;

type Changing<P extends Params, K> = {readonly [N in keyof P]: N extends K ? P[N] : Omit<P[N], 'required'>};

const optional = ({required, ...param}: Param): Param => ({...param, blank: required ? 'refused' : 'empties'});
