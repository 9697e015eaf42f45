import type {Asked, Row, Upload} from '../behaviour.js';
import type {Settings} from '../settings.js';
import {exists} from '../tables/table.js';
import {lists, segments} from '../tables/tables.js';

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
export function idOf(asked: Asked, name: string): number {
  return toId(textOf(asked, name));
}

/** A text as an id; 0 for anything invalid. */
export const toId = (text: string): number => (/^\d{1,15}$/.test(text) ? Number(text) : 0);

/** A parameter's items without empty ones. */
export function itemsOf({input}: Asked, name: string): string[] {
  const value = input[name];
  return Array.isArray(value) ? value.filter(item => typeof item === 'string') : [];
}

/** Several addresses in one parameter, separated by commas. */
export const addressesOf = (asked: Asked, name: string): string[] => splitAddresses(textOf(asked, name));

/** The addresses in a text, separated by commas, without empty ones. */
export const splitAddresses = (text: string): string[] =>
  text
    .split(',')
    .map(address => address.trim())
    .filter(address => address !== '');

/**
 * The columns that an update changes: all, or those whose parameter was sent; `parameters` has those with another name.
 */
export const changedBy = (
  {input, settings}: Asked,
  row: Row,
  parameters: {readonly [column: string]: string} = {},
): Row =>
  settings.leftOut === 'emptied'
    ? row
    : Object.fromEntries(Object.entries(row).filter(([column]) => (parameters[column] ?? column) in input));

/** The file in a form, if one arrived. */
export function uploadOf({input}: Asked, name: string): Upload | undefined {
  const value = input[name];
  return typeof value === 'object' && value !== null && 'bytes' in value ? value : undefined;
}

const local = /^[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+(\.[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+)*$/u;
const label = /^[\p{L}\p{N}]([\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?$/u;

/** Whether a text is an email address: letters of any script, unless the service uses PHP's own filter. */
export function isAddress(text: string, {foreignAddresses}: Pick<Settings, 'foreignAddresses'>): boolean {
  if (foreignAddresses === 'refused' && !/^[\x20-\x7e]*$/.test(text)) return false;
  const at = text.lastIndexOf('@');
  const domain = text.slice(at + 1).split('.');
  return (
    at > 0 &&
    at <= 64 &&
    text.length <= 254 &&
    domain.length > 1 &&
    local.test(text.slice(0, at)) &&
    domain.every(part => label.test(part))
  );
}

/** The recipients of a mailing: a list or a segment, as mailings show it. */
export type Target = {readonly id: string; readonly table: string};

/** How the API writes a target: `contacts_3` or `segments_7`. */
export const targetPattern = /^(contacts_|segments_)(\d+)$/;

/** Reads a target; the API calls it a recipient id. */
export function targetFrom(text: string): Target | undefined {
  const [, table, id] = targetPattern.exec(text) ?? [];
  return table === undefined || id === undefined ? undefined : {id: String(toId(id)), table};
}

/** Whether the list or segment exists. */
export function targetExists({db}: Asked, text: string): boolean {
  const target = targetFrom(text);
  return target !== undefined && exists(db, target.table === 'contacts_' ? lists : segments, toId(target.id));
}
