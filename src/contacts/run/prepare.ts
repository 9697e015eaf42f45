import type {Client} from '../../api/client/client.js';
import {orBack} from '../../change/ask.js';
import type {Context} from '../../commands/command.js';
import {ForeignAnswerError, NotFoundError, RefusedError} from '../../core/errors.js';
import {andList} from '../../core/words/sentence.js';
import {operations as contacts} from '../../endpoints/contacts.js';
import {operations as fields} from '../../endpoints/fields.js';
import {displayWidth, pad, truncate} from '../../output/text/width.js';
import {headOf} from '../../records/fields/heads.js';
import {type Checked, checkFile} from '../check/check.js';
import type {Decision} from '../check/findings.js';
import {answeredMap} from '../file/columns.js';
import {type CheckOptions, type ImportField, importField} from '../file/contract.js';
import type {ImportSource} from '../file/open.js';
import type {ImportSettings} from '../journal/runs.js';
import {hasOpenColumns, matchColumns, type Preview, previewColumns} from './ask-columns.js';
import {askAboutFindings} from './ask-findings.js';
import {countriesOfFile, type FindCountry, readAsInWords, type Sample} from './countries.js';

/** A checked file, its settings with the user's answers about its columns, and the data it was read with. */
export type Prepared = {
  readonly checked: Checked;
  readonly settings: ImportSettings;
  readonly fields: readonly ImportField[];
  /** Undefined if no column is a country, or the service has no usable list. */
  readonly findCountry: FindCountry | undefined;
};

/** The file and the service's fields, read once for any number of checks. */
type Ground = {
  readonly source: ImportSource;
  readonly known: readonly ImportField[];
  readonly sample: Sample;
};

/** Reads the service's fields and countries, and checks the whole file with them. Asks nobody, and changes nothing. */
export function prepare(context: Context, source: ImportSource, settings: ImportSettings): Promise<Prepared> {
  const silent = {...context, ask: {...context.ask, possible: false}};
  return prepareAsking(silent, source, settings, 'before');
}

/**
 * What a person sees of the columns: a question if some are open or somebody came back to it, otherwise a table, or
 * nothing if all was seen before.
 */
export type ColumnsSeen = 'if open' | 'again' | 'before';

/** The same with the questions about columns to a person at a terminal. */
async function prepareAsking(
  context: Context,
  source: ImportSource,
  settings: ImportSettings,
  columns: ColumnsSeen,
): Promise<Prepared> {
  const ground = await groundOf(context, source);
  const isShown = context.ask.possible && columns !== 'before';
  return readThrough(context, ground, isShown ? await settleColumns(context, ground, settings, columns) : settings);
}

/** A file as it is opened, with what is known of it so far. */
type Unsettled = {readonly source: ImportSource; readonly settings: ImportSettings; readonly columns: ColumnsSeen};

/** A file that was checked, and whether a person stopped at what was found in it. */
type Settled = {readonly prepared: Prepared; readonly isStopped: boolean};

/** Checks a file, and asks about its columns and about what was found in it, until all is decided, and nothing twice. */
export function fileSettler(
  context: Context,
  {max_errors}: {readonly max_errors?: string | undefined},
): (file: Unsettled) => Promise<Settled> {
  const {ask, globals} = context;
  const once = sayingOnce(context);
  // An option that sets a limit is the answer about rows that cannot be imported.
  const isAsking = ask.possible && !globals.yes && !globals.dryRun && max_errors === undefined;
  return async ({source, ...begin}) => {
    for (let now = begin; ; ) {
      const prepared = await prepareAsking(once, source, now.settings, now.columns);
      const {settings} = prepared;
      const question = () => askAboutFindings(once, prepared.checked, isAsking);
      const answer = await orBack(question, () => 'back' as const);
      if (answer === undefined || answer === 'stop') return {prepared, isStopped: answer === 'stop'};
      now =
        answer === 'back' ? {settings, columns: 'again'} : {settings: withAnswer(settings, answer), columns: 'before'};
    }
  };
}

/** The settings with an answer about one kind of finding. */
const withAnswer = (
  settings: ImportSettings,
  {map = [], leaveEmpty = [], places = [], status, ...answer}: Decision,
): ImportSettings => ({
  ...settings,
  ...answer,
  ...(status && {status: {column: status.column ?? null, words: status.words ?? []}}),
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

async function groundOf(context: Context, source: ImportSource): Promise<Ground> {
  const [known, sample] = await Promise.all([readFields(context), readSample(context)]);
  return {source, known, sample};
}

/** Shows which column fills which field, and asks about open ones. */
async function settleColumns(
  context: Context,
  ground: Ground,
  settings: ImportSettings,
  shows: ColumnsSeen,
): Promise<ImportSettings> {
  const columns = await previewColumns(optionsFor(ground, settings));
  if (shows !== 'again' && !hasOpenColumns(columns)) {
    for (const line of columnTable(columns)) context.notice(line);
    return settings;
  }
  const map = await matchColumns(context, columns, ground.known, settings.map);
  const typed = new Set(settings.map.map(([header]) => header));
  const unasked = map.flatMap(([header]) => (typed.has(header) ? [] : [header]));
  return {...settings, map, unasked};
}

/** Checks the whole file, and says what was found in it, once nothing is open any more. */
async function readThrough(context: Context, ground: Ground, settings: ImportSettings): Promise<Prepared> {
  const options = optionsFor(ground, settings);
  const columns = await previewColumns(options);
  const countries = await countriesOfFile(context, {...ground, columns}, settings);
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
  const sentence = countries && readAsInWords(countries.rewritten);
  if (sentence !== undefined) context.notice(sentence);
  return prepared;
}

const optionsFor = ({source, known, sample}: Ground, settings: ImportSettings): CheckOptions => {
  const {encoding, map, set, createFields, status, unasked, isOurs, fixes, leaveEmpty, places, skipsRejected} =
    settings;
  return {
    ...{encoding, map, set, createFields, unasked, isOurs, fixes, leaveEmpty, places, skipsRejected},
    ...{path: source.path, name: source.name, fields: known, sampleHeader: sample.header},
    dateOrder: settings.dateOrder ?? undefined,
    status: {...status, column: status.column ?? undefined},
  };
};

async function readFields({call}: Context): Promise<ImportField[]> {
  const [reserved, custom] = await Promise.all([call(fields.reserved), call(fields.custom)]);
  return [...reserved, ...custom].map(({field_name, field_type}) => importField(field_name, field_type));
}

/** Reads the service's sample. A missing sample is not an error, because an import can do without. */
export async function readSample({call}: Pick<Client, 'call'>): Promise<Sample> {
  try {
    const {bytes} = await call(contacts.sample);
    return parseSample(Buffer.from(bytes).toString('utf8'));
  } catch (error) {
    if (error instanceof NotFoundError || error instanceof RefusedError || error instanceof ForeignAnswerError) {
      return {header: undefined, countries: 'ids'};
    }
    throw error;
  }
}

function parseSample(text: string): Sample {
  const [first = '', second = ''] = text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/);
  const header = cells(first);
  if (!header.some(name => /e-?mail/i.test(name))) return {header: undefined, countries: 'ids'};
  const example = cells(second)[header.findIndex(name => /^country$/i.test(name))] ?? '';
  return {header, countries: /\p{L}/u.test(example) ? 'names' : 'ids'};
}

const cells = (line: string): string[] =>
  [...line.matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)]
    .map(([, cell = '']) => (cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell).trim())
    .slice(0, line === '' ? 0 : undefined)
    .filter((cell, index, all) => cell !== '' || index < all.length - 1);

/** The columns that fill a field, as a small table. One with the name of its field needs no words. */
function columnTable(columns: readonly Preview[]): string[] {
  const rows = columns.flatMap(({header, fields, samples: [example = '']}) =>
    fields.length === 0 || (fields.length === 1 && fields[0] === header)
      ? []
      : [[header, `→ ${andList(fields.map(headOf))}`, example].map(text => truncate(text, WIDEST))],
  );
  const widths = [0, 1].map(at => Math.max(...rows.map(row => displayWidth(row[at] ?? ''))));
  return rows.map(row =>
    `  ${row.map((text, at) => (widths[at] === undefined ? text : pad(text, widths[at], false))).join('  ')}`.trimEnd(),
  );
}

const WIDEST = 30;
