import type {Asked} from '../behaviour.js';
import {exists} from '../tables/table.js';
import {lists, segments} from '../tables/tables.js';
import {toId} from './input.js';

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
