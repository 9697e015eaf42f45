import {type Operation, queryName} from '../api/operation.js';
import type {Form} from './behaviour.js';

export type MissingErrors = {readonly [parameter: string]: readonly string[]};

/** What the service says about parameters it needs and did not get, or nothing when all are there. */
export function requiredMissing(
  operation: Operation,
  input: Form,
  {lost = [], required = 'all'}: {readonly lost?: readonly string[]; readonly required?: string} = {},
): MissingErrors | undefined {
  const listed = required === 'listed' ? listedInFailures[operation.route] : undefined;
  const missing = Object.entries(operation.params)
    .filter(([name, param]) => param.required && isMissing(input[name]))
    .map(([name]) => name)
    .filter(name => lost.includes(name) || name === queryName(operation) || !listed || listed.includes(name));
  if (missing.length === 0) return undefined;
  const errors = missing.map(name => [name, lost.includes(name) ? lostText(name) : missingText(operation, name)]);
  return Object.fromEntries(misnamed[operation.route]?.(missing) ?? errors.map(([name, text]) => [name, [text]]));
}

/** The document's wording: `The contact type id field is required.` */
export const requiredText = (name: string): string => `The ${name.replaceAll('_', ' ')} field is required.`;

const isMissing = (value: Form[string] | undefined): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

const lostText = (name: string): string => `The ${name.replaceAll('_', ' ')} failed to upload.`;

const missingText = ({route}: Operation, name: string): string =>
  route === 'POST /notification-recipient/save' && name === 'email_owner'
    ? 'The name field is required'
    : requiredText(name);

const complaintsOn =
  (...names: readonly string[]) =>
  (): ReadonlyArray<readonly [string, readonly string[]]> =>
    names.map(name => [name, [requiredText(name)]]);

/** Operations that answer with another form's parameter names. */
const misnamed: {
  readonly [route: string]: (missing: readonly string[]) => ReadonlyArray<readonly [string, readonly string[]]>;
} = {
  'GET /contacts-type/view?contact_type_id': complaintsOn('field_name', 'field_type'),
  'POST /sender/update': complaintsOn('email_address'),
};

const sendChecks = [
  'single_send_name',
  'sender_id',
  'subject',
  'preheader',
  'unsubscribe_group_id',
  'schedule_type',
  'recipient_id',
];

/** Where the documentation shows which parameters a failure lists, for services that check no others. */
const listedInFailures: {readonly [route: string]: readonly string[]} = {
  'POST /single/send/create': sendChecks,
  'POST /single/send/update': sendChecks,
  'POST /sender/save': ['from_name', 'from_email', 'reply_to_email', 'country_id', 'company_address', 'nickname'],
  'POST /contacts/add': ['email'],
  'POST /contacts/update': ['email'],
  'POST /contacts/upload-csv': ['contact_type_id', 'file'],
  'POST /custom-fields/save': ['field_name', 'field_type'],
  'POST /unsubscribes-groups/save': ['group_name', 'description'],
  'POST /unsubscribes-groups/update?id': ['group_name', 'description'],
  'POST /segment/email/store': ['first_name', 'last_name', 'email'],
};
