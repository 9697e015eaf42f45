import type {Context} from '../../commands/command.js';
import {type Start, starting} from '../../effect/effect.js';
import {operations as automationEmails} from '../../endpoints/automation-emails.js';
import {operations as automations} from '../../endpoints/automations.js';
import {operations as contacts} from '../../endpoints/contacts.js';
import {operations as recipients} from '../../endpoints/segment-recipients.js';
import {type Joined, startByEmail, startedAutomations} from '../../mailings/started.js';
import type {FormField} from '../describe/request.js';
import type {Operation} from '../describe/schema.js';

/** The live automations that a request would make mail people, as a command would look for them; none if the line allows it. */
export async function startsByHand(
  context: Context,
  operation: Operation | undefined,
  fields: readonly FormField[],
  allowed: boolean | 0 | 1 | undefined,
): Promise<readonly Start[]> {
  if (allowed || context.globals.dryRun) return [];
  const form = new Map(fields);
  if (operation === automationEmails.add) {
    const automation = await context.call(automations.details, {utr: String(form.get('utr'))});
    return startByEmail(context, automation, false);
  }
  const to = await placeOf(context, operation, form);
  if (to === undefined) return [];
  return starting(await startedAutomations(context, to), 'changedIn' in to ? 'changes' : 'people');
}

/** Where the people of a request arrive; undefined if it moves nobody. */
async function placeOf(
  {call}: Context,
  operation: Operation | undefined,
  form: ReadonlyMap<string, FormField[1]>,
): Promise<Joined | undefined> {
  const list = Number(form.get('contact_type_id'));
  if (operation === recipients.add) return {segment: Number(form.get('segment_id'))};
  if (operation === contacts.create || operation === contacts.upload) return {list};
  if (operation !== contacts.update) return undefined;
  const {contact_type_id: from} = await call(contacts.details, {contact_id: Number(form.get('contact_id'))});
  return from === list ? {changedIn: list} : {list};
}
