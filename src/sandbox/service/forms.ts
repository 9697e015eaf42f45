import {routeNames} from '../../api/describe/route.js';
import type {Operation, Param} from '../../api/describe/schema.js';
import {operations as automations} from '../../endpoints/automations.js';
import {operations as contacts} from '../../endpoints/contacts.js';
import {operations as groups} from '../../endpoints/groups.js';
import {operations as contactLists} from '../../endpoints/lists.js';
import {operations as mailings} from '../../endpoints/mailings.js';
import {operations as notifications} from '../../endpoints/notifications.js';
import {operations as segmentRecipients} from '../../endpoints/segment-recipients.js';
import {operations as senders} from '../../endpoints/senders.js';
import {type Asked, type Behaviour, type Form, type FormValue, isUpload, type Row, refuses} from './behaviour.js';
import {exists} from './rows.js';
import type {Settings} from './settings.js';
import {lists, segments, type Table} from './tables.js';

/** A parameter's text; empty if it is missing or not a text. */
export function textOf({input}: Asked, name: string): string {
  const value = input[name];
  return typeof value === 'string' ? value : '';
}

/** A parameter's text; null if it is missing or empty. */
export const textOrNull = (asked: Asked, name: string): string | null => textOf(asked, name) || null;

/** A parameter's number; 0 if it is missing. */
export const numberOf = (asked: Asked, name: string): number => Number(textOf(asked, name)) || 0;

/** An id; 0, which no record has, for anything invalid. */
export const idOf = (asked: Asked, name: string): number => toId(textOf(asked, name));

/** A text as an id; 0 for anything invalid. */
export const toId = (text: string): number => (/^\d{1,15}$/.test(text) ? Number(text) : 0);

/** A parameter's items without empty ones. */
export function itemsOf({input}: Asked, name: string): string[] {
  const value = input[name];
  return Array.isArray(value) ? value.filter(item => typeof item === 'string') : [];
}

/** The addresses in a text, separated by commas, without empty ones. */
export const splitAddresses = (text: string): string[] =>
  text
    .split(',')
    .map(address => address.trim())
    .filter(address => address !== '');

/** The columns that an operation's form fills, without the parameter that names the record. */
export function rowOf(asked: Asked, {params}: Operation, key?: string): Row {
  const columns = Object.entries(params).filter(([name]) => name !== key);
  return Object.fromEntries(
    columns.map(([name, {type, required}]) => {
      if (type === 'flag') return [name, numberOf(asked, name)];
      if (type !== 'integer') return [name, textOf(asked, name)];
      return [name, idOf(asked, name) || (required ? 0 : null)];
    }),
  );
}

/** The columns that an update changes: all, or those whose parameter was sent; `parameters` has those with another name. */
export const changedBy = (
  {input, settings}: Asked,
  row: Row,
  parameters: {readonly [column: string]: string} = {},
): Row =>
  settings.leftOut === 'emptied'
    ? row
    : Object.fromEntries(Object.entries(row).filter(([column]) => (parameters[column] ?? column) in input));

/** The recipients of a mailing: a list or a segment, as mailings show it. */
export type Target = {readonly id: string; readonly table: string};

/** How the API writes a target: `contacts_3` or `segments_7`. */
const targetPattern = /^(contacts_|segments_)(\d+)$/;

/** Reads a target; the API calls it a recipient id. */
export function targetFrom(text: string): Target | undefined {
  const [, table, id] = targetPattern.exec(text) ?? [];
  return table === undefined || id === undefined ? undefined : {id: String(toId(id)), table};
}

const local = /^[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+(\.[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+)*$/u;
const label = /^[\p{L}\p{N}]([\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?$/u;

/** Whether a text is an email address: letters of any script, unless the service uses PHP's own filter. */
export function isAddress(text: string, {foreignAddresses}: Pick<Settings, 'foreignAddresses'>): boolean {
  if (foreignAddresses === 'refused' && !/^[\x20-\x7e]*$/.test(text)) return false;
  const at = text.lastIndexOf('@');
  const domain = text.slice(at + 1).split('.');
  const fits = at > 0 && at <= 64 && text.length <= 254 && domain.length > 1;
  return fits && local.test(text.slice(0, at)) && domain.every(part => label.test(part));
}

/** Checks a given parameter. Returns the complaint in the service's words. */
type Rule = (value: Exclude<FormValue, null>, name: string, asked: Asked) => string | undefined;

/** The rules of a form, by parameter; all of them are checked. Those of a list's items complain about each by its name. */
export type Rules = {readonly [parameter: string]: ReadonlyArray<Rule | ItemRules>};
type ItemRules = {readonly items: readonly Rule[]; readonly required: boolean};

/** A rule for a text: what must be true of it, and the end of the sentence if it is not. */
const textRule =
  (ends: string, holds: (text: string, asked: Asked) => boolean, begins = 'The'): Rule =>
  (value, name, asked) =>
    typeof value === 'string' && holds(value, asked) ? undefined : `${begins} ${words(name)} ${ends}`;

/** A parameter's name in failures: its words separated by spaces, except in the name of an item. */
const words = (name: string): string =>
  /\.\d+$/.test(name) ? name : name.replace(/_|(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();

const uuid = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;

export const isInteger = textRule('must be an integer.', text => /^-?\d{1,15}$/.test(text));
const isFlag = textRule('field must be true or false.', text => text === '0' || text === '1');
export const isUuid = textRule('must be a valid UUID.', text => uuid.test(text));
const isText = textRule('must be a string.', () => true);
const isEmail = textRule('must be a valid email address.', (text, {settings}) => isAddress(text, settings));
const isOneOf = (choices: readonly string[]): Rule => textRule('is invalid.', text => choices.includes(text), selected);
const looksLike = (pattern: RegExp): Rule => textRule('format is invalid.', text => pattern.test(text));
const selected = 'The selected';

/** One address, or several separated by commas. */
export const areEmails = textRule('must be a valid email address.', (text, {settings}) => {
  const addresses = splitAddresses(text);
  return addresses.length > 0 && addresses.every(address => isAddress(address, settings));
});

/** A text in a form that a sentence can name: a day, a time. */
export const matches = (form: string, holds: (text: string) => boolean): Rule =>
  textRule(`does not match the format ${form}.`, holds);

/** A record that the parameter names must exist. */
export const names = (isThere: (asked: Asked, value: string) => boolean): Rule =>
  textRule('is invalid.', (text, asked) => isThere(asked, text), selected);

/** The rules of a parameter with the id of a table's record. */
export const idIn = (table: Table): readonly Rule[] => [
  isInteger,
  names(({db}, value) => exists(db, table, toId(value))),
];

/** The rules of a parameter that says who gets the mail. */
export const isTarget: readonly Rule[] = [
  looksLike(targetPattern),
  names(({db}, text) => {
    const target = targetFrom(text);
    return target !== undefined && exists(db, target.table === 'contacts_' ? lists : segments, toId(target.id));
  }),
];

/** An array, as bracketed names make it. */
export const isList: Rule = (value, name) =>
  Array.isArray(value) ? undefined : `The ${words(name)} must be an array.`;

/** Requires a CSV by name. */
export const isCsv: Rule = (value, name) => {
  if (!isUpload(value)) return `The ${name} must be a file.`;
  return /\.csv$/i.test(value.filename) ? undefined : `The ${name} must be a file of type: csv.`;
};

/** The rules of an operation's form, as the endpoint describes it. `own` are those that need the account. */
export const rulesOf = (operation: Operation, own: Rules = {}): Rules =>
  Object.fromEntries(
    Object.entries(operation.params)
      .filter(([name]) => !routeNames(operation).includes(name))
      .map(([name, param]) => [name, own[name] ?? rulesFor(param)]),
  );

function rulesFor({type, format, choices, limits = {}}: Param): readonly Rule[] {
  if (type === 'integer') return [isInteger];
  if (type === 'flag') return [isFlag];
  if (format === 'address') return [isEmail];
  if (choices) return [isOneOf(choices)];
  const {min = 0, max = Number.POSITIVE_INFINITY, pattern} = limits;
  const isLength =
    (ends: string, holds: (length: number) => boolean): Rule =>
    (value, name) =>
      typeof value !== 'string' || holds([...value].length) ? undefined : `The ${words(name)} ${ends}`;
  return [
    isText,
    isLength(`must be at least ${min} characters.`, length => length >= min),
    isLength(`must not be greater than ${max} characters.`, length => length <= max),
    ...(pattern === undefined ? [] : [looksLike(pattern)]),
  ];
}

/** Runs a behaviour only for valid input; otherwise complains about every wrong parameter. */
export const checked =
  (rules: Rules, behaviour: Behaviour): Behaviour =>
  asked => {
    const complaints: {[name: string]: string[]} = {};
    for (const [parameter, list] of Object.entries(rules))
      for (const [name, text] of complaintsAbout(parameter, list, asked)) {
        complaints[name] ??= [];
        complaints[name].push(text);
      }
    return Object.keys(complaints).length > 0 ? refuses(complaints) : behaviour(asked);
  };

type Complaint = readonly [name: string, text: string];

function complaintsAbout(name: string, rules: Rules[string], asked: Asked): readonly Complaint[] {
  const value = asked.input[name];
  if (value === undefined || value === null) return [];
  const about = (rule: Rule, item: Exclude<FormValue, null>, own: string): readonly Complaint[] => {
    const text = rule(item, own, asked);
    return text === undefined ? [] : [[own, text]];
  };
  return rules.flatMap(rule => {
    if (typeof rule === 'function') return about(rule, value, name);
    const items = Array.isArray(value) ? value : [];
    return items.flatMap((item: Exclude<FormValue, null> | null, index) => {
      const own = `${name}.${index}`;
      if (item !== null) return rule.items.flatMap(each => about(each, item, own));
      return rule.required ? [[own, `The ${own} field is required.`] as const] : [];
    });
  });
}

const mailingFields = [
  ...['single_send_name', 'sender_id', 'subject', 'preheader'],
  ...['unsubscribe_group_id', 'schedule_type', 'recipient_id'],
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
  const isMissing = (name: string): boolean => {
    const value = input[name];
    return value === undefined || value === null || (Array.isArray(value) && value.length === 0);
  };
  const inRoute = routeNames(operation);
  const all = Object.keys(params).filter(name => params[name]?.required && !inRoute.includes(name));
  const listed = (required[route] ?? all).filter(isMissing);
  const missing = listed.length > 0 ? listed : all.filter(isMissing);
  const complaints = new Set(missing.map(name => (route === senders.update.route ? (otherName[name] ?? name) : name)));
  // The documentation shows the complaints of another form for an unknown list.
  if (route === contactLists.details.route && isMissing('contact_type_id'))
    for (const name of ['field_name', 'field_type']) complaints.add(name);
  if (complaints.size === 0) return undefined;
  return Object.fromEntries([...complaints].map(name => [name, [sentence(route, name)]]));
}

/** Parameters of a sender that a failed update calls by another name. */
const otherName: {readonly [name: string]: string} = {from_email: 'email_address', reply_to_email: 'email_address'};

function sentence(route: string, name: string): string {
  if (route === notifications.add.route && name === 'email_owner') return 'The name field is required';
  return `The ${words(name)} field is required.`;
}
