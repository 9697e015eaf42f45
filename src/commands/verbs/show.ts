import type {Operation} from '../../api/operation.js';
import type {Loose, One, Params} from '../../api/schema.js';
import type {Command, Context} from '../command.js';
import {type About, takenBy} from './about.js';

/** `show <id>`: one record, whole. */
export const show = (operation: Operation<Params, One>, {key, ...about}: About & {readonly key: string}): Command => ({
  ...about,
  ...takenBy(operation),
  async run({call}: Context, input: Loose) {
    return {kind: 'record', record: await call(operation, input as never), shape: operation.returns.shape, key};
  },
});
