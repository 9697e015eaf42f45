import type {Collection} from '../../api/collection.js';
import {queryName} from '../../api/operation.js';
import type {Loose, One, Operation, Params, Shape} from '../../api/schema.js';
import type {Command, Context} from '../command.js';
import {orNoSuch} from '../not-found.js';
import {type About, takenBy} from './about.js';

/** `show <id>`: one record, whole. */
export const show = <S extends Shape>(
  operation: Operation<Params, One<S>>,
  {of: {noun, key}, ...about}: About & {readonly of: Collection<S>},
): Command => ({
  ...about,
  ...takenBy(operation),
  async run({call}: Context, input: Loose) {
    const record = await call(operation, input as never).catch(orNoSuch(noun, input[queryName(operation) ?? '']));
    return {kind: 'record', record, shape: operation.returns.shape, key};
  },
});
