import type {Context} from '../../commands/command.js';
import {effectOf} from '../../effect/effect.js';
import contacts, {operations} from '../../endpoints/contacts.js';
import {PreflightError} from '../../errors.js';
import {keyOf} from '../../identity/identities.js';
import {trim} from '../../records/fields/trim.js';

/** The address and contact type that a contact is about to get. */
type Whereto = {readonly id: number; readonly email: string; readonly type: number};

/**
 * Asks before a change puts a person into a list a second time; a script needs `--allow-duplicate`. The service would
 * keep both contacts and mail both.
 */
export async function gateDuplicate(context: Context, {id, email, type}: Whereto): Promise<void> {
  const wanted = keyOf('contacts', {email, contact_type_id: type});
  if (wanted === undefined) return;
  for await (const batch of context.stream(operations.list)) {
    const held = batch.find(one => one.id !== id && one.deleted_at === null && keyOf('contacts', one) === wanted);
    if (!held) continue;
    const there = `${trim(email)} is already on that list`;
    if (context.ask.possible && !context.globals.yes) {
      const what = `${there}. Change this contact anyway, and have the address there twice`;
      await context.agree(effectOf('updates', contacts, 0), {what, always: true});
      return;
    }
    throw new PreflightError(`${there}, so the same person would be on it twice.`, {
      hint: `Nothing was changed. To have both, add --allow-duplicate. To delete this one instead: emk contacts delete ${id}`,
    });
  }
}
