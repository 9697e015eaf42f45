import {emptyIfNotFound} from '../api/answers/record-sources.js';
import type {Field, Refers, Shape} from '../api/describe/schema.js';
import type {Context} from '../change/context.js';
import {EmkError, NotFoundError, UsageError} from '../core/errors.js';
import {closest} from '../core/words/closest.js';
import {folded} from '../core/words/sentence.js';
import {lookUp} from '../core/words/values.js';
import {todaysAudience} from '../endpoints/audience.js';
import type {Clock} from '../records/dates/span.js';
import {fieldCalled} from '../records/fields/heads.js';
import {type Listed, type OwnFields, toView, type View, type ViewInput} from '../records/view/select.js';
import type {Condition} from '../records/view/where.js';
import {keyNamed} from './command-names.js';
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

/** The clock for typed dates: the account's. */
export const clockIn = ({host, zones}: Pick<Context, 'host' | 'zones'>): Clock => ({now: host.now, zones});

async function idsOf(
  context: Reading,
  conditions: readonly Condition[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const ids = new Map<string, readonly string[]>();
  for (const {text, names} of conditions)
    if (names) ids.set(text, await formsOf(context, names.field, text, names.text));
  return ids;
}

/** The forms in which the service may write the record that a condition names. */
async function formsOf(context: Reading, field: Refers, condition: string, text: string): Promise<readonly string[]> {
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
  const asText = source.coded && `To compare with exactly this text, write it in quotes: ="${text}"`;
  const record = await resolveRecord(context, source, text).catch(about(condition, asText));
  const key = String(record[source.key]);
  return source.coded ? [key, String(record[source.label])] : [key];
}

/** Makes of a record that is not there a mistake in the condition that names it. */
const about =
  (condition: string, more?: string) =>
  (error: unknown): never => {
    if (!(error instanceof NotFoundError)) throw error;
    const hint = [error.hint, more].filter(Boolean).join('\n');
    throw new UsageError(`${condition}: ${error.message}`, {hint, cause: error});
  };

/**
 * Finds the custom fields that a person means by their names or heads. One that the account does not have is refused: a
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
  const called = (text: string) =>
    names.find(name => name === text) ?? names.find(name => spoken(name) === spoken(text));
  const exact = new Map(
    custom.map(({path, option}) => {
      const typed = path.slice(own.length);
      // A part of a field, such as `custom_field.age.field_value`.
      const [first = '', ...parts] = typed.split('.');
      const whole = called(typed);
      const field = whole ?? (parts.length > 0 ? called(first) : undefined);
      if (field !== undefined) return [path, [own + field, ...(whole === undefined ? parts : [])].join('.')];
      throw noSuchField(typed, option, names, shape);
    }),
  );
  const kinds = new Map(fields.map(({field_name, field_type}) => [own + field_name, lookUp(kindsOfType, field_type)]));
  return {pathOf: path => exact.get(path) ?? path, kindAt: path => kinds.get(path)};
}

function noSuchField(typed: string, option: string, names: readonly string[], shape: Shape): UsageError {
  const today = keyNamed(typed, {list: typed});
  const isOld = today !== typed && fieldCalled(today, {shape}) !== undefined;
  const near = closest(typed, names);
  const meant = isOld ? today : near && own + near;
  return new UsageError(`${option} names a field "${typed}" that this account does not have.`, {
    hint: meant ? `Did you mean ${meant}?` : 'To see the fields: emk fields list',
  });
}

/** The kind of field in which a custom field of a type holds its values; text may be anything. */
const kindsOfType: {readonly [type: string]: Field} = {number: 'integer', 'datetime-local': 'date'};

const own = 'custom_field.';

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
