import type {Card} from '../../commands/card.js';
import type {Context} from '../../commands/command.js';
import {operations} from '../../endpoints/contacts.js';
import {NotFoundError} from '../../errors.js';
import {andList, number} from '../../words/sentence.js';

/**
 * Names the contacts to delete: the first three, and the number of others. Each is read individually, because the list
 * of all contacts may be huge. Undefined if none of them exists.
 */
export async function contactsCard(context: Context, ids: ReadonlyArray<string | number>): Promise<Card | undefined> {
  const found: Array<string | undefined> = [];
  for (const id of ids.slice(0, MOST_NAMED)) found.push(await called(context, Number(id)));
  if (ids.length === found.length && found.every(name => name === undefined)) return undefined;
  const names = found.map((name, at) => name ?? `${ids[at]}, which does not exist`);
  const others = ids.length - names.length;
  const all = [...names, ...(others > 0 ? [`${number(others)} more`] : [])];
  const which = andList(all);
  if (ids.length === 1) return {what: `Delete contact ${which}`, lines: []};
  const question = `Delete ${number(ids.length)} contacts`;
  return {what: `${question}: ${which}`, question, lines: [['Contacts', which]]};
}

const MOST_NAMED = 3;

async function called({call}: Context, id: number): Promise<string | undefined> {
  try {
    const {fullname, email} = await call(operations.details, {contact_id: id});
    return [fullname?.trim(), email && `<${email}>`].filter(Boolean).join(' ') || String(id);
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error;
    return undefined;
  }
}
