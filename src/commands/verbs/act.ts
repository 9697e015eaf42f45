import {queryName} from '../../api/operation.js';
import type {Loose, Many, Noun, Operation, Params, Text} from '../../api/schema.js';
import {NotFoundError, RefusedError} from '../../errors.js';
import type {Command, Context} from '../command.js';
import {noSuch} from '../not-found.js';
import {type About, takenBy} from './about.js';
import {isListed} from './listed.js';

/** `pause <utr>`, `verify <id>`, …: what the service does to one record. Whatever mails people asks first. */
export const act = (
  operation: Operation<Params, Text>,
  {does, noun, list, key, unless, ...about}: Acting,
): Command => ({
  ...about,
  ...takenBy(operation),
  async run(context: Context, input: Loose) {
    const {call, confirm} = context;
    const id = input[queryName(operation) ?? ''];
    if (operation.effect === 'sends') await confirm({what: does(id)});
    const sentence = await call(operation, input as never).catch(async error => {
      if (!(error instanceof NotFoundError)) throw error;
      if (!(await isListed(context, {list, key}, id))) throw noSuch(noun, id, error);
      throw new RefusedError(`The service says "${error.message}", although there is a ${noun.one} ${String(id)}.`, {
        cause: error,
        hint: unless,
      });
    });
    return {kind: 'done', sentence: `${sentence}.`, done: [id as string | number], failed: []};
  },
});

type Acting = About & {
  readonly noun: Noun;
  readonly does: (id: unknown) => string;
  /** Where the record stands: the service answers "not found" also for one in a state that does not allow this. */
  readonly list: Operation<Params, Many>;
  readonly key: string;
  /** The state that most likely is the reason, as a hint. */
  readonly unless: string;
};
