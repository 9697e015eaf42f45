import type {Collection} from '../../api/describe/operation.js';
import {recordName} from '../../api/describe/route.js';
import type {Change, Loose, Operation, Params, Text} from '../../api/describe/schema.js';
import type {Card} from '../../change/agree.js';
import type {Context} from '../../change/context.js';
import {effectOf} from '../../change/effect/effect.js';
import {nameOfOne} from '../../change/records/names.js';
import {mustBeListed} from '../../change/records/read.js';
import {endedOne} from '../../change/work/ending.js';
import {NotFoundError, RefusedError} from '../../core/errors.js';
import {doneResult} from '../../output/results/result.js';
import {type About, type Changing, changing, parametersOf} from '../command.js';

/** `pause <automation>`, `verify <sender>`, …: something that the service does to one record. */
export function act(operation: Operation<Params, Text, Change, undefined>, acting: Acting): Changing<Loose> {
  const {of, reads = [], takes, look, does, did, unless, ...about} = acting;
  const {calls, ...rest} = parametersOf(operation);
  const parameter = recordName(operation) ?? '';
  return changing<Params>({
    ...about,
    ...rest,
    takes: {...rest.takes, ...takes},
    calls: [...reads, ...calls],
    gives: 'done',
    async run(context: Context, input: Loose) {
      const id = input[parameter] as string | number;
      const {name, card, already} = (await look?.(context, input)) ?? {};
      if (already !== undefined) return endedOne(doneResult(already, id));
      const label = name ?? (await nameOfOne(context, of, parameter, id));
      const effect = effectOf(operation.effect, of, 1, {wayBack: 'none', at: 'now'});
      const permit = await context.agree(effect, {what: does(label), card});
      await context.send(permit, operation, {[parameter]: id} as never).catch(async error => {
        if (!(error instanceof NotFoundError)) throw error;
        // The service also says "not found" for a record whose state does not allow this.
        await mustBeListed(context, of, id);
        throw new RefusedError(`The service finds no such record, although the ${of.noun.one} ${label} exists.`, {
          cause: error,
          hint: unless,
        });
      });
      return endedOne(doneResult(did(label), id));
    },
  });
}

type Acting = About & {
  readonly of: Collection;
  readonly takes?: Params;
  /** What `look` calls. */
  readonly reads?: readonly Operation[];
  /** Looks at the record first. It throws where the change cannot work. */
  look?(context: Context, input: Loose): Promise<Looked>;
  readonly does: (label: string) => string;
  /** What was done to it, as a sentence. */
  readonly did: (label: string) => string;
  /** The state that most likely caused a refusal, as a hint. */
  readonly unless: string;
};

type Looked = {
  readonly name?: string;
  /** What a person should know about the record before it mails people. */
  readonly card?: () => Promise<Card>;
  /** A sentence that ends the command, because nothing is left to do. */
  readonly already?: string;
};
