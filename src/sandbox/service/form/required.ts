import {routeNames} from '../../../api/describe/route.js';
import type {Operation} from '../../../api/describe/schema.js';
import {operations as automations} from '../../../endpoints/automations.js';
import {operations as contacts} from '../../../endpoints/contacts.js';
import {operations as groups} from '../../../endpoints/groups.js';
import {operations as lists} from '../../../endpoints/lists.js';
import {operations as mailings} from '../../../endpoints/mailings.js';
import {operations as notifications} from '../../../endpoints/notifications.js';
import {operations as segmentRecipients} from '../../../endpoints/segment-recipients.js';
import {operations as senders} from '../../../endpoints/senders.js';
import type {Form} from '../behaviour.js';
import {words} from './rules.js';

const mailingFields = [
  'single_send_name',
  'sender_id',
  'subject',
  'preheader',
  'unsubscribe_group_id',
  'schedule_type',
  'recipient_id',
];

/**
 * The parameters that a failure lists when required ones are missing, if these are not simply all. The documentation
 * shows these lists; other required parameters are named only if none of the listed ones is missing.
 */
const required: Readonly<Record<string, readonly string[]>> = {
  [automations.create.route]: ['type', 'automation_name', 'unsubscribe_group_id'],
  [contacts.create.route]: ['email'],
  [contacts.update.route]: ['email'],
  [segmentRecipients.add.route]: ['first_name', 'last_name', 'email'],
  [mailings.create.route]: mailingFields,
  [mailings.update.route]: mailingFields,
  [groups.create.route]: ['group_name', 'description'],
  [groups.update.route]: ['group_name', 'description'],
};

/** The complaints about missing required parameters, if any. */
export function missingFields(operation: Operation, input: Form): {[parameter: string]: string[]} | undefined {
  const {route, params} = operation;
  const isMissing = (name: string) => isEmpty(input[name]);
  const inRoute = routeNames(operation);
  const all = Object.keys(params).filter(name => params[name]?.required && !inRoute.includes(name));
  const listed = required[route] ?? all;
  const missing = firstSome(listed.filter(isMissing), all.filter(isMissing));
  const complaints = [...new Set(missing.flatMap(name => oddNames[route]?.[name] ?? [name]))];
  const odd = route === lists.details.route && isMissing('contact_type_id') ? ['field_name', 'field_type'] : [];
  return objectOf([...complaints, ...odd].map(name => [name, [sentence(route, name)]]));
}

/** Parameters that a failure calls by the name from another form. */
const oddNames: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  [senders.update.route]: {from_email: ['email_address'], reply_to_email: ['email_address']},
};

function sentence(route: string, name: string): string {
  if (route === notifications.add.route && name === 'email_owner') return 'The name field is required';
  return `The ${words(name)} field is required.`;
}

const isEmpty = (value: Form[string] | undefined): boolean =>
  value === undefined || value === null || (Array.isArray(value) && value.length === 0);

const firstSome = (first: readonly string[], second: readonly string[]) => (first.length > 0 ? first : second);

const objectOf = (entries: readonly (readonly [string, string[]])[]) =>
  entries.length > 0 ? Object.fromEntries(entries) : undefined;
