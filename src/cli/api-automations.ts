import type {FormField} from '../api/describe/request.js';
import type {Operation} from '../api/describe/schema.js';
import type {Context} from '../commands/command.js';
import {operations as schedules} from '../endpoints/automation-schedules.js';
import {operations as automations} from '../endpoints/automations.js';
import {operations as contacts} from '../endpoints/contacts.js';
import {operations as recipients} from '../endpoints/segment-recipients.js';
import {gateEmails} from '../resources/shared/joined-since-live.js';
import {gateAutomations, type Joined, startedAutomations} from '../resources/shared/started-automations.js';

/** Stops a request that somebody wrote by hand where a command would stop: if it makes live automations mail people. */
export async function gateRequest(
  context: Context,
  {what, operation, fields}: ByHand,
  allowed: boolean,
): Promise<void> {
  if (allowed) return;
  const form = new Map(fields);
  if (operation === schedules.add) {
    const automation = await context.call(automations.details, {utr: String(form.get('utr'))});
    return gateEmails(context, what, [automation], false);
  }
  const to = await placeOf(context, operation, form);
  if (to === undefined) return;
  const cause = 'changedIn' in to ? 'changes' : 'people';
  await gateAutomations(context, what, await startedAutomations(context, to), false, cause);
}

type ByHand = {
  readonly what: string;
  readonly operation: Operation | undefined;
  readonly fields: readonly FormField[];
};

/** Where the people of a request arrive; undefined if it moves nobody. */
async function placeOf(
  {call}: Context,
  operation: Operation | undefined,
  form: ReadonlyMap<string, FormField[1]>,
): Promise<Joined | undefined> {
  const type = Number(form.get('contact_type_id'));
  if (operation === recipients.add) return {segment: Number(form.get('segment_id'))};
  if (operation === contacts.create || operation === contacts.upload) return {contactType: type};
  if (operation !== contacts.update) return undefined;
  const {contact_type_id: from} = await call(contacts.details, {contact_id: Number(form.get('contact_id'))});
  return from === type ? {changedIn: type} : {contactType: type};
}
