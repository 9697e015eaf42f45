import {emptyIfNotFound} from '../api/answers/record-sources.js';
import type {Field, Refers, Shape} from '../api/describe/schema.js';
import type {Context} from '../change/context.js';
import {EmkError, NotFoundError, UsageError} from '../core/errors.js';
import {folded} from '../core/words/sentence.js';
import {lookUp} from '../core/words/values.js';
import {todaysAudience} from '../endpoints/audience.js';
import type {Clock} from '../records/dates/span.js';
import {type Listed, type OwnFields, toView, type View, type ViewInput} from '../records/view/select.js';
import type {Condition} from '../records/view/where.js';
import {idOfText, parseReference} from './parameters.js';

type ReadingView = Pick<Context, 'host' | 'zones' | 'notice' | 'stream' | 'call'>;

/** Reads the options of a list, says how emk read its dates, and looks up the records that conditions name. */
export async function viewOf(
  context: ReadingView,
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

/** The clock for typed dates: the account's. */
export const clockIn = ({host, zones}: Pick<Context, 'host' | 'zones'>): Clock => ({now: host.now, zones});

async function idsOf(
  context: ReadingView,
  conditions: readonly Condition[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const ids = new Map<string, readonly string[]>();
  for (const {text, names} of conditions)
    if (names) ids.set(text, await formsOf(context, names.field, text, names.text));
  return ids;
}

/** The forms in which the service may write the record that a condition names. */
async function formsOf(
  context: ReadingView,
  field: Refers,
  condition: string,
  text: string,
): Promise<readonly string[]> {
  const {refers} = field;
  const {resolveOfKinds, resolveRecord} = await import('./find-record.js');
  if (typeof refers !== 'function') {
    const reference = todaysAudience(text);
    if (parseReference(reference).by === 'id' || /^(?:[a-z]+_)?\d+$/.test(reference))
      return [parseReference(reference).text];
    const {word, source, record} = await resolveOfKinds(context, refers, reference).catch(about(condition));
    return [`${refers[word]?.sent}${String(record[source.key])}`];
  }
  const source = (await refers()).default;
  const id = idOfText(text, true);
  // Some lists show a place's name in the field that elsewhere has its id.
  if (id !== undefined && !source.coded) return [id];
  const record = await resolveRecord(context, source, text).catch(about(condition));
  const key = String(record[source.key]);
  return source.coded ? [key, String(record[source.label])] : [key];
}

/** Makes of a record that is not there a mistake in the condition that names it. */
const about =
  (condition: string) =>
  (error: unknown): never => {
    if (!(error instanceof NotFoundError)) throw error;
    throw new UsageError(`${condition}: ${error.message}`, {hint: error.hint, cause: error});
  };

/**
 * Finds the custom fields that a person means by their names. One that the account does not have is refused: a
 * condition on it would match nobody, or everybody.
 */
export async function readOwnFields(
  {call}: Pick<Context, 'call'>,
  shape: Shape,
  paths: ReadonlyArray<{readonly path: string; readonly option: string}>,
): Promise<OwnFields | undefined> {
  const custom = Object.hasOwn(shape, 'custom_field') ? paths.filter(({path}) => path.startsWith(own)) : [];
  if (custom.length === 0) return undefined;
  const {operations} = await import('../endpoints/fields.js');
  const fields = await call(operations.custom).catch(emptyIfNotFound);
  const names = fields.map(({field_name}) => field_name);
  const exact = new Map(
    custom.map(({path, option}) => {
      const typed = path.slice(own.length);
      const name = names.find(each => each === typed) ?? names.find(each => spoken(each) === spoken(typed));
      if (name !== undefined) return [path, own + name];
      throw new UsageError(`${option} names a field "${typed}" that this account does not have.`, {
        hint: 'To see the fields: emk fields list',
      });
    }),
  );
  const kinds = new Map(fields.map(({field_name, field_type}) => [own + field_name, lookUp(kindsOfType, field_type)]));
  return {pathOf: path => exact.get(path) ?? path, kindAt: path => kinds.get(path)};
}

/** The kind of field in which a custom field of a type holds its values; text may be anything. */
const kindsOfType: {readonly [type: string]: Field} = {number: 'integer', 'datetime-local': 'date'};

const own = 'custom_field.';

/** A field's name as the head of its column says it. */
const spoken = (name: string): string => folded(name.replaceAll('_', ' '));

/** The zone in which tables show times: the account's, or the person's. A wrong one never hides a result. */
export function shownZone({host, zones}: Pick<Context, 'host' | 'zones'>): string | undefined {
  const here = host.env['TZ'] || undefined;
  try {
    return zones().service ?? here;
  } catch (error) {
    if (error instanceof EmkError) return here;
    throw error;
  }
}
