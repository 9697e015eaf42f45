import type {Collection} from '../../api/describe/collection.js';
import {recordName} from '../../api/describe/route.js';
import type {Change, Loose, Operation, Params, Text} from '../../api/describe/schema.js';
import {effectOf} from '../../change/effect/effect.js';
import {endedOne} from '../../change/work/ending.js';
import {NotFoundError, RefusedError} from '../../core/errors.js';
import {doneResult} from '../../output/results/result.js';
import type {Card} from '../card.js';
import {type Changing, type Context, changing} from '../command.js';
import {noSuch} from '../not-found.js';
import {type About, parametersOf} from './about.js';
import {isListed} from './listed.js';
import {nameOfOne} from './names.js';

/** `pause <automation>`, `verify <sender>`, …: something that the service does to one record. */
export const act = (
  operation: Operation<Params, Text, Change, undefined>,
  {of, name, does, did, card, unless, ...about}: Acting,
): Changing =>
  changing({
    ...about,
    ...parametersOf(operation),
    gives: 'done',
    async run(context: Context, input: Loose) {
      const {ask, called, agree, send} = context;
      const parameter = recordName(operation) ?? '';
      const id = input[parameter];
      const nameNow = async () => name ?? (await nameOfOne(context, of, parameter, id as string | number));
      // In a script, the change is the first request; the name is looked up afterwards.
      const known = ask.possible ? await nameNow() : name;
      const label = known ?? called(parameter, id);
      const permit = await agree(effectOf(operation.effect, of, 1, {wayBack: 'none', at: 'now'}), {
        what: does(label),
        card: card && (() => card(context, id)),
      });
      await send(permit, operation, input as never).catch(async error => {
        if (!(error instanceof NotFoundError)) throw error;
        // The service also says "not found" for a record whose state does not allow this.
        if (!(await isListed(context, of, id))) throw noSuch(of.noun, id, error);
        throw new RefusedError(
          `The service says "${error.message}", although the ${of.noun.one} ${known ?? (await nameNow())} exists.`,
          {cause: error, hint: unless},
        );
      });
      return endedOne(doneResult(did(known ?? (await nameNow())), id as string | number));
    },
  });

type Acting = About & {
  readonly of: Collection;
  /** The record's name in sentences, if it was read before. */
  readonly name?: string;
  readonly does: (label: string) => string;
  /** What was done to it, as a sentence. */
  readonly did: (label: string) => string;
  /** What a person should know about the record before it mails people. */
  readonly card?: (context: Context, id: unknown) => Promise<Card>;
  /** The state that most likely caused a refusal, as a hint. */
  readonly unless: string;
};
