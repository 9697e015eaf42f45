import {routeNames} from '../../../api/describe/route.js';
import type {Operation, Param} from '../../../api/describe/schema.js';
import {operations as automations} from '../../../endpoints/automations.js';
import {operations as contacts} from '../../../endpoints/contacts.js';
import {operations as groups} from '../../../endpoints/groups.js';
import {operations as lists} from '../../../endpoints/lists.js';
import {operations as mailings} from '../../../endpoints/mailings.js';
import {operations as notifications} from '../../../endpoints/notifications.js';
import {operations as segmentRecipients} from '../../../endpoints/segment-recipients.js';
import {operations as senders} from '../../../endpoints/senders.js';
import {
  type Asked,
  type Behaviour,
  type Form,
  type FormValue,
  type Nested,
  type Row,
  refuses,
  type Value,
} from '../behaviour.js';
import {exists, type Table} from '../tables/table.js';
import {idOf, isAddress, numberOf, splitAddresses, textOf, toId} from './input.js';

/** Checks a given parameter. Returns the complaint in the service's words. */
export type Rule = (value: Exclude<FormValue, null>, name: string, asked: Asked) => string | undefined;
/** The rules of a list's items. A wrong item is named individually: `recipient_id.0`. */
type ItemRules = {readonly items: readonly Rule[]; readonly required: boolean};
/** The rules of a form, by parameter; all of them are checked. */
export type Rules = {readonly [parameter: string]: ReadonlyArray<Rule | ItemRules>};

/** Runs a behaviour only for valid input; otherwise complains about every wrong parameter. */
export const checked =
  (rules: Rules, behaviour: Behaviour): Behaviour =>
  asked => {
    const complaints = new Map<string, string[]>();
    for (const [parameter, list] of Object.entries(rules)) {
      for (const [name, text] of complaintsAbout(parameter, list, asked))
        complaints.set(name, [...(complaints.get(name) ?? []), text]);
    }
    return complaints.size > 0 ? refuses(Object.fromEntries(complaints)) : behaviour(asked);
  };

/** A whole number, which may be negative. */
export const isInteger: Rule = (value, name) =>
  typeof value === 'string' && /^-?\d{1,15}$/.test(value) ? undefined : `The ${words(name)} must be an integer.`;

/** 0 or 1. */
export const isFlag: Rule = (value, name) =>
  value === '0' || value === '1' ? undefined : `The ${words(name)} field must be true or false.`;

/** An identifier of the kind that mailings and automations have. */
export const isUuid: Rule = (value, name) =>
  typeof value === 'string' && uuid.test(value) ? undefined : `The ${words(name)} must be a valid UUID.`;

const uuid = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;

/** One text rather than a list or a file. */
export const isText: Rule = (value, name) =>
  typeof value === 'string' ? undefined : `The ${words(name)} must be a string.`;

/** Checks the shortest length, counting characters as people do. */
const hasAtLeast =
  (characters: number): Rule =>
  (value, name) =>
    typeof value !== 'string' || lengthOf(value) >= characters
      ? undefined
      : `The ${words(name)} must be at least ${characters} characters.`;

/** Checks the longest length, counting characters as people do. */
const hasAtMost =
  (characters: number): Rule =>
  (value, name) =>
    typeof value !== 'string' || lengthOf(value) <= characters
      ? undefined
      : `The ${words(name)} must not be greater than ${characters} characters.`;

/** One of a few words. */
const isOneOf =
  (...choices: readonly string[]): Rule =>
  (value, name) =>
    typeof value === 'string' && choices.includes(value) ? undefined : `The selected ${words(name)} is invalid.`;

/** A text of a certain form. */
export const looksLike =
  (pattern: RegExp): Rule =>
  (value, name) =>
    typeof value === 'string' && pattern.test(value) ? undefined : `The ${words(name)} format is invalid.`;

const isEmail: Rule = (value, name, {settings}) =>
  typeof value === 'string' && isAddress(value, settings)
    ? undefined
    : `The ${words(name)} must be a valid email address.`;

/** One address, or several separated by commas. */
export const areEmails: Rule = (value, name, {settings}) =>
  typeof value === 'string' &&
  splitAddresses(value).length > 0 &&
  splitAddresses(value).every(address => isAddress(address, settings))
    ? undefined
    : `The ${words(name)} must be a valid email address.`;

/** An array, as bracketed names make it. */
export const isList: Rule = (value, name) =>
  Array.isArray(value) ? undefined : `The ${words(name)} must be an array.`;

/** Checks the items of a list; none may be empty. */
export const each = (...items: readonly Rule[]): ItemRules => ({items, required: true});

/** Checks the items of a list, without empty ones. */
export const eachGiven = (...items: readonly Rule[]): ItemRules => ({items, required: false});

/** A record that the parameter names must exist. */
export const names =
  (exists: (asked: Asked, value: string) => boolean): Rule =>
  (value, name, asked) =>
    typeof value === 'string' && exists(asked, value) ? undefined : `The selected ${words(name)} is invalid.`;

/** A parameter's name in failures: its words separated by spaces, except in the name of an item. */
export const words = (name: string): string =>
  /\.\d+$/.test(name) ? name : name.replace(/_|(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();

type Complaint = readonly [name: string, text: string];

function complaintsAbout(name: string, rules: Rules[string], asked: Asked): Complaint[] {
  const value = asked.input[name];
  if (value === undefined || value === null) return [];
  return rules.flatMap(rule => {
    if (typeof rule !== 'function') return Array.isArray(value) ? aboutItems(name, value, rule, asked) : [];
    const text = rule(value, name, asked);
    return text === undefined ? [] : [[name, text] as const];
  });
}

const aboutItems = (
  name: string,
  list: readonly (string | null | Nested)[],
  {items, required}: ItemRules,
  asked: Asked,
): Complaint[] =>
  [...list.entries()].flatMap(([index, item]): Complaint[] => {
    const own = `${name}.${index}`;
    if (item === null) return required ? [[own, `The ${words(own)} field is required.`]] : [];
    const texts = items.map(rule => rule(item as Exclude<FormValue, null>, own, asked));
    return texts.flatMap(text => (text === undefined ? [] : [[own, text] as const]));
  });

const lengthOf = (text: string): number => [...text].length;

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
  if (choices) return [isOneOf(...choices)];
  const {min, max, pattern} = limits;
  return [
    isText,
    ...(min === undefined ? [] : [hasAtLeast(min)]),
    ...(max === undefined ? [] : [hasAtMost(max)]),
    ...(pattern === undefined ? [] : [looksLike(pattern)]),
  ];
}

/** The columns that an operation's form fills, without the parameter that names the record. */
export const rowOf = (asked: Asked, {params}: Operation, key?: string): Row =>
  Object.fromEntries(
    Object.entries(params)
      .filter(([name]) => name !== key)
      .map(([name, param]) => [name, stored(asked, name, param)]),
  );

function stored(asked: Asked, name: string, {type, required}: Param): Value {
  if (type === 'flag') return numberOf(asked, name);
  if (type !== 'integer') return textOf(asked, name);
  return idOf(asked, name) || (required ? 0 : null);
}

/** The rules of a parameter with the id of a table's record. */
export const idIn = (table: Table): readonly Rule[] => [
  isInteger,
  names(({db}, value) => exists(db, table, toId(value))),
];

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
