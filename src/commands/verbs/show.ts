import {queryName} from '../../api/operation.js';
import type {Loose, Noun, One, Operation, Params} from '../../api/schema.js';
import type {Command, Context} from '../command.js';
import {orNoSuch} from '../not-found.js';
import {type About, takenBy} from './about.js';

/** `show <id>`: one record, whole. */
export const show = (
  operation: Operation<Params, One>,
  {key, noun, ...about}: About & {readonly key: string; readonly noun: Noun},
): Command => ({
  ...about,
  ...takenBy(operation),
  async run({call}: Context, input: Loose) {
    const record = await call(operation, input as never).catch(orNoSuch(noun, input[queryName(operation) ?? '']));
    return {kind: 'record', record, shape: operation.returns.shape, key};
  },
});
