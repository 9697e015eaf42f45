import type {Permit} from '../../api/describe/permit.js';
import type {Loose} from '../../api/describe/schema.js';
import {effectOf} from '../../effect/effect.js';
import type {Card} from '../card.js';
import type {Context} from '../command.js';
import type {Id} from './removal-report.js';
import type {Removing} from './removing.js';

/** The records that a line deletes, and the question about them in words. */
type Question = {readonly ids: readonly Id[]; readonly input: Loose; readonly what: string};

/** Asks, unless what a person would see says that none of the records is there: then the result is undefined. */
export async function agreeToRemove(
  context: Context,
  spec: Removing,
  {withPeople, ...question}: Question & {readonly withPeople: number | undefined},
): Promise<Permit<'deletes'> | undefined> {
  const {ids, input, what} = question;
  const read = await cardFor(context, spec, question);
  let isNone = false;
  const card = async () => {
    const found = await read?.();
    isNone = found === undefined;
    return found;
  };
  const effect = effectOf('deletes', spec.of, ids.length, {withPeople, wayBack: 'copy'});
  const maxDelete = input['max_delete'] as number | undefined;
  return context.agree(effect, {what, card: read && card, maxDelete}).catch(error => {
    if (!isNone) throw error;
    return undefined;
  });
}

/** What a person sees at the question: a card of the records, or what still needs them. */
async function cardFor(
  context: Context,
  {card, guard}: Removing,
  {ids, input, what}: Question,
): Promise<(() => Promise<Card | undefined>) | undefined> {
  const lines = card && context.ask.possible ? [] : ((await guard?.look(context, ids, input)) ?? []);
  if (card) return () => card(context, ids);
  return lines.length > 0 ? async () => ({what, lines}) : undefined;
}
