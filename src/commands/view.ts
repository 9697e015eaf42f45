import type {Kinds, Loose, Refers, Source} from '../api/describe/schema.js';
import {NotFoundError, UsageError} from '../core/errors.js';
import {mayRedraw} from '../core/system/host.js';
import {orList} from '../core/words/sentence.js';
import {lookUp} from '../core/words/values.js';
import {todaysAudience} from '../endpoints/audience.js';
import type {Clock} from '../records/dates/span.js';
import {type Listed, toView, type View, type ViewInput} from '../records/view/select.js';
import type {Condition} from '../records/view/where.js';
import type {Context} from './command.js';
import {readOwnFields} from './custom-fields.js';
import {idOfText, parseReference} from './record-reference.js';

type Reading = Pick<Context, 'host' | 'zones' | 'notice' | 'stream' | 'call'>;

/** Reads the options of a list, says how emk read its dates, and looks up the records that conditions name. */
export async function viewOf(
  context: Reading,
  input: ViewInput,
  listed: Omit<Listed, 'clock' | 'ids' | 'own' | 'interrupted'>,
): Promise<View> {
  const terms = {...listed, clock: clockIn(context), interrupted: context.host.interrupted};
  const view = toView(input, terms);
  const own = await readOwnFields(context, listed.shape, [
    ...view.conditions.map(({path}) => ({path, option: '--where'})),
    ...(view.order?.paths ?? []).map(path => ({path, option: '--sort'})),
    ...view.columns.map(path => ({path, option: '--columns'})),
  ]);
  const ids = await idsOf(context, view.conditions);
  const known = ids.size === 0 && !own ? view : toView(input, {...terms, ids, ...(own && {own})});
  for (const {reading} of known.conditions) if (reading) context.notice(reading);
  return known;
}

/** Whether people see pictures: on a terminal, unless it is dumb or read aloud. */
export const showsPictures = ({host, screenWidth}: Pick<Context, 'host' | 'screenWidth'>): boolean =>
  screenWidth !== undefined && mayRedraw(host);

/** The clock for typed dates: the account's. */
export const clockIn = ({host, zones}: Pick<Context, 'host' | 'zones'>): Clock => ({now: host.now, zones});

async function idsOf(
  context: Reading,
  conditions: readonly Condition[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const ids = new Map<string, readonly string[]>();
  for (const {text, names} of conditions) {
    const found = names && (await formsOf(context, names.field, text, names.text));
    if (found) ids.set(text, found);
  }
  return ids;
}

/** The forms in which the service may write the record that a condition names; undefined if the value is one. */
async function formsOf(
  context: Reading,
  {refers}: Refers,
  condition: string,
  reference: string,
): Promise<readonly string[] | undefined> {
  if (typeof refers !== 'function') return formsOfKind(context, refers, condition, reference);
  const source = (await refers()).default;
  const id = idOfText(reference, true);
  // Some lists show a place's name in the field that elsewhere has its id.
  if (id !== undefined && !source.coded) return [id];
  const record = await recordNamed(context, source, condition, reference);
  const key = String(record[source.key]);
  return source.coded ? [key, String(record[source.label])] : [key];
}

/** `list:Leads` as `contacts_3`. */
async function formsOfKind(
  context: Reading,
  kinds: Kinds,
  condition: string,
  reference: string,
): Promise<readonly string[] | undefined> {
  const [, word = '', text = ''] = /^([a-z]+):\s*(.*)$/s.exec(todaysAudience(reference)) ?? [];
  const kind = lookUp(kinds, word);
  if (!kind) {
    const isForm = parseReference(reference).by === 'id' || /^(?:[a-z]+_)?\d+$/.test(reference);
    if (isForm) return [parseReference(reference).text];
    const ways = Object.keys(kinds).map(each => `${each}:"${reference}"`);
    throw new UsageError(`${condition}: "${reference}" needs to say what kind of name it is.`, {
      hint: `Write ${orList(ways)} instead of ${reference}.`,
    });
  }
  const source = (await kind.from()).default;
  const record = await recordNamed(context, source, condition, text.replace(/^"(.*)"$/s, '$1'));
  return [`${kind.sent}${String(record[source.key])}`];
}

async function recordNamed(context: Reading, source: Source, condition: string, reference: string): Promise<Loose> {
  const {resolveRecord} = await import('./find-record.js');
  return resolveRecord(context, source, reference).catch((error: unknown) => {
    if (!(error instanceof NotFoundError)) throw error;
    const asText = source.coded && `To compare with exactly this text, write it in quotes: ="${reference}"`;
    const hint = [error.hint, asText].filter(Boolean).join('\n');
    throw new UsageError(`${condition}: ${error.message}`, {hint, cause: error});
  });
}
