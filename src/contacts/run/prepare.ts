import {forEachRecord} from '../../api/answers/record-sources.js';
import type {Client} from '../../api/client/client.js';
import {orBack} from '../../change/ask.js';
import type {Context} from '../../change/context.js';
import {ForeignAnswerError, NotFoundError, RefusedError} from '../../core/errors.js';
import {andList, number} from '../../core/words/sentence.js';
import {operations as contacts} from '../../endpoints/contacts.js';
import {operations as fields} from '../../endpoints/fields.js';
import {truncate} from '../../output/text/width.js';
import {headOf} from '../../records/fields/heads.js';
import {type Checked, checkFile} from '../check/check.js';
import type {Answer, Decision} from '../check/findings.js';
import {answeredMap} from '../file/columns.js';
import {type CheckOptions, type ImportField, importField} from '../file/contract.js';
import type {ImportSource} from '../file/open.js';
import {FirstReasons} from '../file/rejects.js';
import type {ImportSettings} from '../journal/runs.js';
import {hasOpenColumns, matchColumns, previewColumns} from './ask-columns.js';
import {countriesOfFile, type Sample} from './countries.js';
import type {Draft} from './plan.js';

/** A checked file, its settings with the user's answers about its columns, and the data it was read with. */
export type Prepared = Pick<Draft, 'checked' | 'settings' | 'fields' | 'findCountry'>;

/** The file and the service's fields, read once for any number of checks. */
type Ground = {readonly source: ImportSource; readonly known: readonly ImportField[]; readonly sample: Sample};

/** Reads the service's fields and countries, and checks the whole file with them. Asks nobody, and changes nothing. */
export async function prepare(context: Context, source: ImportSource, settings: ImportSettings): Promise<Prepared> {
  const silent = {...context, ask: {...context.ask, possible: false}};
  return readThrough(silent, await groundOf(context, source), settings);
}

/**
 * What a person sees of the columns: a question if some are open or somebody came back to it, otherwise a table, or
 * nothing if all was seen before.
 */
export type ColumnsSeen = 'if open' | 'again' | 'before';

type Settled = {readonly prepared: Prepared; readonly isStopped: boolean};

/** Checks a file, and asks about its columns and about what was found in it, until all is decided, and nothing twice. */
export async function fileSettler(
  context: Context,
  source: ImportSource,
  {max_errors}: {readonly max_errors?: string | undefined},
): Promise<(settings: ImportSettings, columns: ColumnsSeen) => Promise<Settled>> {
  const {ask, globals} = context;
  const once = sayingOnce(context);
  // An option that sets a limit is the answer about rows that cannot be imported.
  const isAsking = ask.possible && !globals.yes && !globals.dryRun && max_errors === undefined;
  const ground = await groundOf(context, source);
  return async (given, seen) => {
    for (let [settings, columns] = [given, seen]; ; ) {
      settings = await settleColumns(once, ground, settings, columns);
      const prepared = await readThrough(once, ground, settings);
      const question = () => askAboutFindings(once, prepared.checked, isAsking);
      const answer = await orBack(question, () => 'back' as const);
      if (answer === undefined || answer === 'stop') return {prepared, isStopped: answer === 'stop'};
      settings = answer === 'back' ? prepared.settings : withAnswer(prepared.settings, answer);
      columns = answer === 'back' ? 'again' : 'before';
    }
  };
}

const withAnswer = (
  settings: ImportSettings,
  {map = [], leaveEmpty = [], places = [], status, ...answer}: Decision,
): ImportSettings => ({
  ...settings,
  ...answer,
  ...(status && {status}),
  map: answeredMap(settings.map, map),
  leaveEmpty: [...settings.leaveEmpty, ...leaveEmpty],
  places: [...settings.places, ...places],
});

/** A context that says everything once: a file is read again after each answer. */
function sayingOnce(context: Context): Context {
  const spoken = new Set<string>();
  const saying = (say: (sentence: string) => void) => (sentence: string) => {
    if (!spoken.has(sentence)) say(sentence);
    spoken.add(sentence);
  };
  return {...context, warn: saying(context.warn), notice: saying(context.notice)};
}

/** Shows which column fills which field, and asks about open ones. */
async function settleColumns(
  context: Context,
  ground: Ground,
  settings: ImportSettings,
  shows: ColumnsSeen,
): Promise<ImportSettings> {
  if (!context.ask.possible || shows === 'before') return settings;
  const columns = await previewColumns(optionsFor(ground, settings));
  if (shows !== 'again' && !hasOpenColumns(columns)) {
    // A column with the name of its field needs no words.
    const others = columns.filter(({header, fields}) => fields.length > 1 || (fields[0] ?? header) !== header);
    for (const {header, fields, samples} of others) {
      const parts = [`${header} → ${andList(fields.map(headOf))}`, ...samples.slice(0, 1)];
      context.notice(`  ${parts.map(text => truncate(text, WIDEST)).join(' · ')}`);
    }
    return settings;
  }
  const map = await matchColumns(context, columns, ground.known, settings.map);
  const typed = new Set(settings.map.map(([header]) => header));
  const unasked = map.flatMap(([header]) => (typed.has(header) ? [] : [header]));
  return {...settings, map, unasked};
}

const WIDEST = 60;

/** Checks the whole file, and says what was found in it, once nothing is open any more. */
async function readThrough(context: Context, ground: Ground, settings: ImportSettings): Promise<Prepared> {
  const options = optionsFor(ground, settings);
  const columns = await previewColumns(options);
  const countries = await countriesOfFile(context, ground.source.name, columns, settings, ground.sample);
  const checked = await checkFile(
    {...options, countries: countries?.read, readAs: countries?.rewritten, likelyCountry: countries?.likely},
    (done, total) => context.progress.show({label: `Checking ${ground.source.name}, bytes`, done, total}),
  );
  context.progress.clear();
  const stops = checked.findings.find(finding => finding.stops)?.stops;
  if (stops && !context.ask.possible) throw stops(context.line);
  const {unasked: _, ...asked} = settings;
  const prepared = {checked, settings: stops ? settings : asked, fields: ground.known, findCountry: countries?.find};
  // The next reading, with the answer, has more to say.
  if (stops) return prepared;
  countries?.refuseNumbers(checked);
  for (const {says} of checked.findings) for (const sentence of says) context.warn(sentence);
  const sentence = countries?.inWords();
  if (sentence !== undefined) context.notice(sentence);
  return prepared;
}

/**
 * Asks about the next kind of finding, with the fix that emk proposes for all of them; undefined if none is open. What
 * stops an import is asked about, or refused, in any case; the others only if `isAsking`.
 */
async function askAboutFindings(
  {ask, notice, line}: Pick<Context, 'ask' | 'notice' | 'line'>,
  checked: Checked,
  isAsking: boolean,
): Promise<Decision | 'stop' | undefined> {
  const {question, stops} = checked.findings.find(each => each.stops ?? (isAsking && each.question)) ?? {};
  if (stops && !(question && ask.possible)) throw stops(line);
  if (question === undefined) return undefined;
  if (question.isAboutRows) {
    const reasons = new FirstReasons();
    await forEachRecord(checked.rejectedRows(), reasons.see);
    for (const sentence of reasons.first) notice(`  ${sentence}`);
    if (reasons.more > 0) notice(`  and ${number(reasons.more)} more`);
  }
  const stop = {name: 'Stop', note: 'nothing is imported', value: 'stop' as const};
  return ask.pick<Decision | 'stop'>(question.asks, [...question.answers, ...(stops ? [] : [stop])]);
}

/** The answers about rejected rows that are options of the line. */
export const answersToRejected = ({findings}: Pick<Checked, 'findings'>): readonly Answer[] =>
  findings.flatMap(({question}) => (question?.isAboutRows ? question.answers.filter(({note}) => note) : []));

const optionsFor = ({source, known, sample}: Ground, settings: ImportSettings): CheckOptions => ({
  ...settings,
  ...{path: source.path, name: source.name, fields: known, sampleHeader: sample.header},
});

async function groundOf({call}: Context, source: ImportSource): Promise<Ground> {
  const [reserved, custom, sample] = await Promise.all([
    call(fields.reserved),
    call(fields.custom),
    readSample({call}),
  ]);
  const known = [...reserved, ...custom].map(({field_name, field_type}) => importField(field_name, field_type));
  return {source, known, sample};
}

/** Reads the service's sample. A missing sample is not an error, because an import can do without. */
export async function readSample({call}: Pick<Client, 'call'>): Promise<Sample> {
  const none: Sample = {header: undefined, countries: 'ids'};
  try {
    const text = Buffer.from((await call(contacts.sample)).bytes).toString('utf8');
    const [header = [], example = []] = text
      .replace(/^\uFEFF/, '')
      .split(/\r\n|\r|\n/, 2)
      .map(cells);
    if (!header.some(name => /e-?mail/i.test(name))) return none;
    const country = example[header.findIndex(name => /^country$/i.test(name))] ?? '';
    return {header, countries: /\p{L}/u.test(country) ? 'names' : 'ids'};
  } catch (error) {
    const isMissing = [NotFoundError, RefusedError, ForeignAnswerError].some(kind => error instanceof kind);
    if (isMissing) return none;
    throw error;
  }
}

const cells = (line: string): string[] =>
  [...line.matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)]
    .map(([, cell = '']) => (cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell).trim())
    .slice(0, line === '' ? 0 : undefined)
    .filter((cell, index, all) => cell !== '' || index < all.length - 1);
