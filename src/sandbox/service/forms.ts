import {routeNames} from '../../api/describe/route.js';
import type {Operation, Param} from '../../api/describe/schema.js';
import {operations as automations} from '../../endpoints/automations.js';
import {operations as contacts} from '../../endpoints/contacts.js';
import {operations as groups} from '../../endpoints/groups.js';
import {operations as mailings} from '../../endpoints/mailings.js';
import {operations as notifications} from '../../endpoints/notifications.js';
import {operations as segmentRecipients} from '../../endpoints/segment-recipients.js';
import {operations as senders} from '../../endpoints/senders.js';
import {type Asked, type Db, type Errors, type FormValue, isUpload, type SqlRow} from './behaviour.js';
import {cities, countryById, states} from './places.js';
import {exists} from './rows.js';
import * as tables from './tables.js';

/** A parameter's text; empty if it is missing or not a text. */
export function textInForm({input}: Asked, name: string): string {
  const value = input[name];
  return typeof value === 'string' ? value : '';
}

/** A parameter's text; null if it is missing or empty. */
export const textOrNull = (asked: Asked, name: string): string | null => textInForm(asked, name) || null;

/** A parameter's number; 0 if it is missing. */
export const numberOf = (asked: Asked, name: string): number => Number(textInForm(asked, name)) || 0;

/** An id; 0, which no record has, for anything invalid. */
export const idInForm = (asked: Asked, name: string): number => toId(textInForm(asked, name));

/** A text as an id; 0 for anything invalid. */
export const toId = (text: string): number => (/^\d{1,15}$/.test(text) ? Number(text) : 0);

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

/** The parameter that names the record: the one of the route, or the first of the form. */
export const recordKey = (operation: Operation): string =>
  routeNames(operation)[0] ?? Object.keys(operation.params)[0] ?? '';

/** The columns that an operation's form fills, without the parameter that names the record. */
export function rowOf(asked: Asked, {params}: Operation, key?: string): SqlRow {
  const columns = Object.entries(params).filter(([name]) => name !== key);
  return Object.fromEntries(
    columns.map(([name, {type, required}]) => {
      if (type === 'flag') return [name, numberOf(asked, name)];
      if (type !== 'integer') return [name, textInForm(asked, name)];
      return [name, idInForm(asked, name) || (required ? 0 : null)];
    }),
  );
}

/** The columns that an update changes: all, or all but those whose parameter was not sent. */
export const changedBy = ({operation, input, settings}: Asked, row: SqlRow): SqlRow =>
  settings.leftOut === 'emptied'
    ? row
    : Object.fromEntries(Object.entries(row).filter(([name]) => name in input || !(name in operation.params)));

/** The recipients of a mailing: a list or a segment, as mailings show it. */
export type RecipientTarget = {readonly id: string; readonly table: string};

/** Reads a target as the API writes it, `contacts_3` or `segments_7`, and calls it a recipient id. */
export function targetFrom(text: string): RecipientTarget | undefined {
  const [, table, id] = targetPattern.exec(text) ?? [];
  return table === undefined || id === undefined ? undefined : {id: String(toId(id)), table};
}

const targetPattern = /^(contacts_|segments_)(\d+)$/;

/** The documentation's `y-m-d` means, in PHP, a year of two digits. */
export const fullDate = (date: string): string => (date.length === 8 ? `20${date}` : date);

const local = /^[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+(\.[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+)*$/u;
const label = /^[\p{L}\p{N}]([\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?$/u;

/** Whether a text is an email address: letters of any script. */
export function takesAddress(text: string): boolean {
  const at = text.lastIndexOf('@');
  const domain = text.slice(at + 1).split('.');
  const fits = at > 0 && at <= 64 && text.length <= 254 && domain.length > 1;
  return fits && local.test(text.slice(0, at)) && domain.every(part => label.test(part));
}

/** What is wrong with a form, in the service's words: what is missing, or else every value that does not fit. */
export function complaintsAbout(asked: Asked, tooLarge: readonly string[]): Errors | undefined {
  const {operation, input} = asked;
  const missing = missingFrom(operation, input);
  // Of a file that was too large the service says so, and not that it is missing.
  for (const name of tooLarge) if (missing?.[name]) missing[name] = [`The ${name} failed to upload.`];
  if (missing) return missing;
  const inRoute = routeNames(operation);
  const inForm = Object.entries(operation.params).filter(([name]) => !inRoute.includes(name));
  const unfit = inForm.flatMap(([name, param]) => complaintsOf(asked, name, param));
  if (unfit.length > 0) return Object.fromEntries(unfit);
  const isDouble = ['template_json', 'template_html'].every(
    name => name in operation.params && textInForm(asked, name) !== '',
  );
  return isDouble
    ? {template_html: ['The template html field must be empty when template json is present.']}
    : undefined;
}

type FormComplaints = readonly (readonly [parameter: string, sentences: readonly string[]])[];

/** The complaints about a parameter; those about an item of a list are by the name of the item. */
function complaintsOf(asked: Asked, name: string, param: Param): FormComplaints {
  const value = asked.input[name];
  if (value === undefined || value === null) return [];
  const about = (item: FormValue, own: string): FormComplaints => {
    if (item === null) return param.required ? [[own, [`The ${own} field is required.`]]] : [];
    return fits(item, asked, name, param) ? [] : [[own, [`The selected ${words(own)} is invalid.`]]];
  };
  if (!param.many) return about(value, name);
  if (!Array.isArray(value)) return [[name, [`The ${words(name)} must be an array.`]]];
  return param.kinds ? value.flatMap((item: FormValue, index) => about(item, `${name}.${index}`)) : [];
}

/** A parameter's name in failures: its words separated by spaces, except in the name of an item. */
const words = (name: string): string =>
  /\.\d+$/.test(name) ? name : name.replace(/_|(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();

/** Whether a value is one of its parameter: that follows from the description, and of a reference from the table that it names. */
function fits(
  value: FormValue,
  asked: Asked,
  name: string,
  {type, format, value: word, choices, kinds, limits}: Param,
) {
  if (type === 'file') return isUpload(value) && /\.csv$/i.test(value.filename);
  if (typeof value !== 'string') return false;
  if (kinds) return isTarget(value, asked);
  if (choices) return choices.includes(value);
  if (name === 'utr') return uuid.test(value);
  if (word === 'address') return (format ? [value] : splitAddresses(value)).every(takesAddress);
  if (type === 'integer') return /^-?\d{1,15}$/.test(value) && isThere(asked, name, toId(value));
  if (type !== 'text') return byType[type](value);
  const {min = 0, max = Number.POSITIVE_INFINITY, pattern = /^/} = limits ?? {};
  return [...value].length >= min && [...value].length <= max && pattern.test(value);
}

const byType: {readonly [type in 'flag' | 'date' | 'time']: (text: string) => boolean} = {
  flag: text => text === '0' || text === '1',
  date: isDay,
  time: text => /^(?:[01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/.test(text),
};

const uuid = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;

function isDay(text: string): boolean {
  const time = /^(\d\d)?\d\d-\d\d-\d\d$/.test(text) ? Date.parse(`${fullDate(text)}T00:00:00Z`) : Number.NaN;
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(fullDate(text));
}

function isTarget(text: string, {db}: Asked): boolean {
  const target = targetFrom(text);
  const table = target?.table === 'contacts_' ? tables.lists : tables.segments;
  return target !== undefined && exists(db, table, toId(target.id));
}

/** Whether the record that a parameter refers to is there; of the one that an update names, the update says so itself. */
const isThere = ({operation, db}: Asked, name: string, id: number): boolean =>
  (operation.effect === 'updates' && name === recordKey(operation)) || named[name]?.(id, db) !== false;

/** Whether the record is there that a parameter of this name refers to. */
const named: {readonly [parameter: string]: (id: number, db: Db) => boolean} = {
  contact_type_id: (id, db) => exists(db, tables.lists, id),
  sender_id: (id, db) => exists(db, tables.senders, id),
  template_id: (id, db) => exists(db, tables.templates, id),
  unsubscribe_group_id: (id, db) => exists(db, tables.groups, id),
  country: id => countryById(id) !== undefined,
  country_id: id => countryById(id) !== undefined,
  state_id: id => states[id - 1] !== undefined,
  city_id: id => cities[id - 1] !== undefined,
};

const ofMailings = 'single_send_name sender_id subject preheader unsubscribe_group_id schedule_type recipient_id';

/**
 * The parameters that a failure lists when required ones are missing, if these are not simply all. The documentation
 * shows these lists; other required parameters are named only if none of the listed ones is missing.
 */
const required: {readonly [route: string]: string} = {
  [automations.create.route]: 'type automation_name unsubscribe_group_id',
  [contacts.create.route]: 'email',
  [contacts.update.route]: 'email',
  [segmentRecipients.add.route]: 'first_name last_name email',
  [mailings.create.route]: ofMailings,
  [mailings.update.route]: ofMailings,
  [groups.create.route]: 'group_name description',
  [groups.update.route]: 'group_name description',
};

/** The complaints about missing required parameters, if any. */
function missingFrom(operation: Operation, input: Asked['input']): {[parameter: string]: string[]} | undefined {
  const {route, params, complainsOfAbsence = []} = operation;
  const isMissing = (name: string): boolean =>
    input[name] === undefined || input[name] === null || (Array.isArray(input[name]) && input[name].length === 0);
  const inRoute = routeNames(operation);
  const all = Object.keys(params).filter(name => params[name]?.required && !inRoute.includes(name));
  const listed = (required[route]?.split(' ') ?? all).filter(isMissing);
  const missing = listed.length > 0 ? listed : all.filter(isMissing);
  if (inRoute.some(isMissing)) missing.push(...complainsOfAbsence);
  if (missing.length === 0) return undefined;
  return Object.fromEntries(missing.map(name => [nameIn(route, name), [sentence(route, name)]]));
}

/** A failed update of a sender calls its addresses by another name. */
const nameIn = (route: string, name: string): string =>
  route === senders.update.route && name.endsWith('_email') ? 'email_address' : name;

const sentence = (route: string, name: string): string =>
  route === notifications.add.route && name === 'email_owner'
    ? 'The name field is required'
    : `The ${words(nameIn(route, name))} field is required.`;

/** The documented failure for a record that does not exist. */
export function absenceIn({route, complainsOfAbsence}: Operation): Errors {
  if (complainsOfAbsence)
    return Object.fromEntries(complainsOfAbsence.map(name => [name, [`The ${words(name)} field is required.`]]));
  return inLowerCase.test(route) ? 'Record not found' : 'Record Not Found';
}

/** The operations that the documentation shows with a small n. */
const inLowerCase =
  /segment\/email\/list|single-send\/details|single\/send\/(?!update)|automations\/(pause|delete|bulk-delete|schedule(\?|\/delete))/;
