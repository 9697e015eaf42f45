import {type Operation, queryName} from '../../api/operation.js';
import type {Loose, Params, Text} from '../../api/schema.js';
import type {Command, Context} from '../command.js';
import {type About, takenBy} from './about.js';

/** `pause <utr>`, `verify <id>`, …: what the service does to one record. Whatever mails people asks first. */
export const act = (
  operation: Operation<Params, Text>,
  {does, ...about}: About & {readonly does: (id: unknown) => string},
): Command => ({
  ...about,
  ...takenBy(operation),
  async run({call, confirm}: Context, input: Loose) {
    const id = input[queryName(operation) ?? ''];
    if (operation.effect === 'sends') await confirm({what: does(id)});
    const sentence = await call(operation, input as never);
    return {kind: 'done', sentence: `${sentence}.`, done: [id as string | number], failed: []};
  },
});
