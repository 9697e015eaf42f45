import {filterRecords} from '../../api/answers/record-sources.js';
import type {Context} from '../../commands/command.js';
import {readOwnFields} from '../../commands/custom-fields.js';
import {resolveRecord} from '../../commands/find-record.js';
import {readRecord} from '../../commands/not-found.js';
import {idOfText, parseReference} from '../../commands/record-reference.js';
import {shownZone} from '../../commands/shown-zone.js';
import {findByAddress} from '../../commands/verbs/find-by-address.js';
import contacts, {operations, contact as shape} from '../../endpoints/contacts.js';
import {NotFoundError, UsageError} from '../../errors.js';
import type {Result} from '../../output/results/result.js';
import {isAddress} from '../../records/fields/email-address.js';
import {toFields, wholeSheet} from '../../records/view/select.js';
import {shellWord} from '../../words/shell-word.js';

type Shown = {
  readonly contact: string;
  /** The list in which to look for an address. */
  readonly type?: number | undefined;
  readonly everywhere?: boolean | 0 | 1 | undefined;
  readonly columns?: string | undefined;
};

/** Shows one contact, or with `everywhere` everything that the account knows about its address. */
export async function contactResult(context: Context, {contact, type, everywhere, columns}: Shown): Promise<Result> {
  if (everywhere) return everywhereOf(context, {contact, type, columns});
  const asked = toFields(columns, {shape, sheet: wholeSheet(shape, 'fullname', 'email'), mayBeOwn: true});
  const paths = columns === undefined ? [] : (asked?.columns.map(path => ({path, option: '--columns'})) ?? []);
  const own = await readOwnFields(context, shape, paths);
  const record = await only(context, contact, type);
  return {
    kind: 'record',
    record,
    shape: operations.details.returns.shape,
    key: 'id',
    fields: columns !== undefined && asked && own ? {...asked, columns: asked.columns.map(own.pathOf)} : asked,
  };
}

async function everywhereOf(context: Context, {contact: given, type, columns}: Shown): Promise<Result> {
  const other = columns === undefined ? type !== undefined && '--list' : '--columns';
  if (other) {
    throw new UsageError(`${other} is for one contact, and --everywhere is for an address in all lists.`, {
      hint: `Remove ${other} or --everywhere.`,
    });
  }
  if (context.reader === 'rows') {
    throw new UsageError('--everywhere shows several lists, so it cannot print rows.', {
      hint: 'Use -o json, or remove -o.',
    });
  }
  const {text} = parseReference(given);
  if (idOfText(given, true) === undefined && isAddress(text)) {
    const person = await anywhere(context, text);
    if (person) return person;
  }
  const {email} = await only(context, given, undefined);
  if (email) return (await anywhere(context, email)) as Result;
  throw new UsageError(`Contact ${given} has no address, so emk cannot look for it in other lists.`, {
    hint: 'Remove --everywhere.',
  });
}

/** The one contact that is meant, by the index of addresses if that says which. */
const only = async (context: Context, given: string, type: number | undefined) =>
  (await findByAddress(context, given, type)) ??
  readRecord(context, contacts, operations.details, {contact_id: await idOf(context, given, type)});

/** The id of the one contact that is meant. An address may be in several lists; the type selects one. */
async function idOf(context: Context, given: string, type: number | undefined): Promise<number> {
  const id = idOfText(given, true);
  if (id !== undefined) return Number(id);
  const {stream, ask} = context;
  const ofType: Context['stream'] = (operation, input, key) =>
    filterRecords(stream(operation, input, key), one => type === undefined || one['contact_type_id'] === type);
  try {
    return Number((await resolveRecord({stream: ofType, ask}, contacts, given))['id']);
  } catch (error) {
    throw withWaysOn(error, given, type);
  }
}

/** Adds the other ways to show an address: in one of its lists, or in all. */
function withWaysOn(error: unknown, given: string, type: number | undefined): unknown {
  const show = `emk contacts show ${shellWord(given)}`;
  if (error instanceof UsageError && type === undefined) {
    return new UsageError(error.message, {
      hint: `Choose one with --list or its id. To see them all: ${show} --everywhere`,
    });
  }
  const near = error instanceof NotFoundError && error.hint?.startsWith('Did') ? `${error.hint}\n` : '';
  const elsewhere = type === undefined ? 'in segments and unsubscribes too' : 'in all lists, segments and unsubscribes';
  if (error instanceof NotFoundError && isAddress(given)) {
    return new NotFoundError(type === undefined ? error.message : error.message.replace(/\.$/, ' in this list.'), {
      hint: `${near}To look ${elsewhere}: ${show} --everywhere`,
    });
  }
  if (error instanceof NotFoundError) {
    return new NotFoundError(error.message, {
      hint: `${near}To look by name, place or any other part: emk find ${shellWord(parseReference(given).text)}`,
    });
  }
  return error;
}

/** Everything about an address; undefined if the account does not know it. */
async function anywhere(context: Context, email: string): Promise<Result | undefined> {
  const {readEverywhere} = await import('./whole-person.js');
  const person = await readEverywhere(context, email);
  const isKnown =
    [person.contacts, person.segments, person.groups_left].some(({length}) => length > 0) || person.unsubscribed;
  if (!isKnown) return undefined;
  if (context.reader !== 'people') return {kind: 'data', data: person, text: ''};
  const {sheetOf} = await import('./person-sheet.js');
  return sheetOf(person, shownZone(context));
}
