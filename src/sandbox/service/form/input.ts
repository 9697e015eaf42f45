import type {Asked, Row, Upload} from '../behaviour.js';

/** A parameter's text; empty where it is absent or not a text. */
export function textOf({input}: Asked, name: string): string {
  const value = input[name];
  return typeof value === 'string' ? value : '';
}

/** A parameter's text; null where it is absent or empty. */
export const textOrNull = (asked: Asked, name: string): string | null => textOf(asked, name) || null;

/** A parameter's number; 0 where it is absent. */
export const numberOf = (asked: Asked, name: string): number => Number(textOf(asked, name)) || 0;

/** An id; 0, which no record has, for anything that cannot be one. */
export function idOf(asked: Asked, name: string): number {
  return toId(textOf(asked, name));
}

/** A text as an id; 0 for anything that cannot be one. */
export const toId = (text: string): number => (/^\d{1,15}$/.test(text) ? Number(text) : 0);

/** A parameter's items, empty ones left out. */
export function itemsOf({input}: Asked, name: string): string[] {
  const value = input[name];
  return Array.isArray(value) ? value.filter(item => typeof item === 'string') : [];
}

/** Several addresses in one parameter, with commas between. */
export const addressesOf = (asked: Asked, name: string): string[] => splitAddresses(textOf(asked, name));

/** The addresses of a text with commas between, empty ones left out. */
export const splitAddresses = (text: string): string[] =>
  text
    .split(',')
    .map(address => address.trim())
    .filter(address => address !== '');

/** The columns that an update changes: all, or those whose parameter was sent; `parameters` has those of another name. */
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
