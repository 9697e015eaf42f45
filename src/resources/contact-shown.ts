import {isAddress} from '../api/email-address.js';
import type {Context} from '../commands/command.js';
import {resolveRecord} from '../commands/find-record.js';
import {idIn, meantBy} from '../commands/meant.js';
import {orNoSuch} from '../commands/not-found.js';
import contacts, {operations, contact as shape} from '../endpoints/contacts.js';
import {UsageError} from '../errors.js';
import type {Result} from '../output/result.js';
import {toFields} from '../records/select.js';

export type Shown = {
  /** An id or an address. */
  readonly contact: string;
  readonly everywhere?: boolean | 0 | 1 | undefined;
  readonly columns?: string | undefined;
};

/** Shows one contact, or all that the account knows of an address. */
export async function contactShown(context: Context, {contact: given, everywhere, columns}: Shown): Promise<Result> {
  const {output} = context.globals;
  if (everywhere && columns !== undefined) {
    throw new UsageError('--columns chooses fields of one contact, and --everywhere shows an address.', {
      hint: 'Leave one of them out.',
    });
  }
  if (everywhere && !['table', 'json', 'jsonl'].includes(output)) {
    throw new UsageError(`--everywhere has no form in ${output}, since it tells of several lists.`, {
      hint: 'Use -o json, or leave it out.',
    });
  }
  const {text} = meantBy(given);
  const byAddress = idIn(given, true) === undefined && isAddress(text);
  if (byAddress && (everywhere || (output === 'table' && columns === undefined))) {
    return (await anywhere(context, text)) ?? one(context, given, columns);
  }
  if (!everywhere) return one(context, given, columns);
  const {email} = await details(context, await idOf(context, given));
  if (email) return (await anywhere(context, email)) as Result;
  throw new UsageError(`Contact ${given} has no address, so it cannot be looked for.`, {
    hint: 'Leave out --everywhere.',
  });
}

async function one(context: Context, given: string, columns: string | undefined): Promise<Result> {
  const record = await details(context, await idOf(context, given));
  return {
    kind: 'record',
    record,
    shape: operations.details.returns.shape,
    key: 'id',
    fields: toFields(columns, {shape}),
  };
}

const idOf = async (context: Context, given: string): Promise<number> =>
  Number(idIn(given, true) ?? (await resolveRecord(context, contacts, given))['id']);

const details = (context: Context, id: number) =>
  context.call(operations.details, {contact_id: id}).catch(orNoSuch(contacts.noun, id));

/** Everything about an address; nothing where the account does not know it at all. */
async function anywhere(context: Context, email: string): Promise<Result | undefined> {
  const {readEverywhere} = await import('./contact-everywhere.js');
  const person = await readEverywhere(context, email);
  const isKnown =
    [person.contacts, person.segments, person.groups_left].some(({length}) => length > 0) || person.unsubscribed;
  if (!isKnown) return undefined;
  if (context.globals.output !== 'table') return {kind: 'data', data: person, text: ''};
  const {sheetOf} = await import('./contact-sheet.js');
  return sheetOf(person, context.host.env['TZ']);
}
