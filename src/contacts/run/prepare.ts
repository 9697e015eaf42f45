import type {Client} from '../../api/client/client.js';
import {fitting} from '../../change/ask.js';
import type {Context} from '../../change/context.js';
import {ForeignAnswerError, NotFoundError, RefusedError} from '../../core/errors.js';
import {andList, counted, firstTen, plural} from '../../core/words/sentence.js';
import {openText} from '../../csv/bytes/sniff-dialect.js';
import {headerKey} from '../../csv/columns/header-names.js';
import {columnKey} from '../../csv/columns/match-columns.js';
import {operations as contacts} from '../../endpoints/contacts.js';
import {operations as fields} from '../../endpoints/fields.js';
import {truncate} from '../../output/text/width.js';
import {isAddress} from '../../records/fields/email-address.js';
import {headOf} from '../../records/fields/heads.js';
import {type Checked, checkFile} from '../check/check.js';
import type {Decision} from '../check/findings.js';
import {madeName} from '../file/columns.js';
import {type CheckOptions, type ImportField, importField, type RejectedRow} from '../file/contract.js';
import {type ImportSource, openImport, valuesOf} from '../file/open.js';
import type {ImportSettings} from '../journal/runs.js';
import {countriesOfFile, type Sample} from './countries.js';
import {firstReasons, REASONS_SHOWN} from './end.js';
import type {Draft} from './plan.js';

/** A checked file, its settings with the user's answers about its columns, and the data it was read with. */
export type Prepared = Pick<Draft, 'checked' | 'settings' | 'fields' | 'findCountry'>;

/** The file and the service's fields, read once for any number of checks. */
type Ground = {readonly source: ImportSource; readonly known: readonly ImportField[]; readonly sample: Sample};

/** Reads the service's fields and countries, and checks the whole file with them. Asks nobody, and changes nothing. */
export async function prepare(context: Context, source: ImportSource, settings: ImportSettings): Promise<Prepared> {
  const {prepared, say} = await readThrough(context, await groundOf(context, source), settings);
  const stops = prepared.checked.findings.find(finding => finding.stops)?.stops;
  if (stops) throw stops(context.line);
  say();
  return prepared;
}

/**
 * Checks a file, and asks about its columns and about what was found in it, until all is decided, and nothing twice. Then
 * all is said that was found.
 */
export async function settleFile(
  context: Context,
  source: ImportSource,
  given: ImportSettings,
  {max_errors}: {readonly max_errors?: string | undefined},
): Promise<{readonly prepared: Prepared; readonly isStopped: boolean}> {
  const {ask, globals} = context;
  // An option that sets a limit is the answer about rows that cannot be imported.
  const isAsking = ask.possible && !globals.yes && !globals.dryRun && max_errors === undefined;
  const ground = await groundOf(context, source);
  for (let settings = given; ; ) {
    const {prepared, say} = await readThrough(context, ground, await settleColumns(context, ground, settings));
    const answer = await askAboutFindings(context, prepared.checked, isAsking);
    if (answer === undefined) say();
    if (answer === undefined || answer === 'stop') return {prepared, isStopped: answer === 'stop'};
    settings = withAnswer(prepared.settings, answer);
  }
}

type Pairs = CheckOptions['map'];

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

/** A map of columns in which answers replace what it said about the same columns. */
function answeredMap(map: Pairs, answers: Pairs): Pairs {
  const answered = new Set(answers.map(([header]) => headerKey(header)));
  return [...map.filter(([header]) => !answered.has(headerKey(header))), ...answers];
}

/** Asks about columns that are open. */
async function settleColumns(context: Context, ground: Ground, settings: ImportSettings): Promise<ImportSettings> {
  if (!context.ask.possible) return settings;
  const answers = await matchColumns(context, await previewColumns(optionsFor(ground, settings)), ground.known);
  if (answers.length === 0) return settings;
  return {...settings, map: answeredMap(settings.map, answers), unasked: answers.map(([header]) => header)};
}

/** Checks the whole file. What was found is said once nothing is open any more: the next reading has more to say. */
async function readThrough(context: Context, ground: Ground, settings: ImportSettings) {
  const {progress, ask, warn, notice} = context;
  const options = optionsFor(ground, settings);
  const columns = await previewColumns(options);
  const countries = await countriesOfFile(context, columns, settings, ground.sample);
  const checked = await checkFile(
    {...options, countries: countries?.read, likelyCountry: countries?.likely},
    (done, total) => progress.show({label: `Checking ${ground.source.name}, bytes`, done, total}),
  );
  progress.clear();
  const {unasked, ...asked} = settings;
  const isOpen = checked.findings.some(finding => finding.stops);
  const prepared: Prepared = {
    ...{checked, fields: ground.known, findCountry: countries?.find},
    settings: isOpen ? settings : asked,
  };
  const say = (): void => {
    // A column with the name of its field needs no words.
    const others = columns.filter(({header, fields}) => fields.length > 1 || (fields[0] ?? header) !== header);
    for (const {header, fields, samples} of ask.possible ? others : []) {
      const parts = [`${header} → ${andList(fields.map(headOf))}`, ...samples.slice(0, 1)];
      notice(`  ${parts.map(text => truncate(text, WIDEST)).join(' · ')}`);
    }
    for (const {says} of checked.findings) for (const sentence of says) warn(sentence);
  };
  return {prepared, say};
}

const WIDEST = 60;

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
    const first: RejectedRow[] = [];
    for await (const rows of checked.rejectedRows()) if (first.push(...rows) >= REASONS_SHOWN) break;
    for (const sentence of firstReasons(first, checked.rejected)) notice(`  ${sentence}`);
  }
  const stop = {name: 'Stop', note: 'nothing is imported', value: 'stop' as const};
  return ask.pick<Decision | 'stop'>(question.asks, [...question.answers, ...(stops ? [] : [stop])]);
}

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
    const {header, rows} = openText(Buffer.from((await call(contacts.sample)).bytes), true, () => 0);
    const names = header?.texts.map(text => text.replace(/^\uFEFF/, '').trim()) ?? [];
    if (!names.some(name => /e-?mail/i.test(name))) return none;
    const country = rows[0]?.texts[names.findIndex(name => /^country$/i.test(name))] ?? '';
    return {header: names, countries: /\p{L}/u.test(country) ? 'names' : 'ids'};
  } catch (error) {
    const isMissing = [NotFoundError, RefusedError, ForeignAnswerError].some(kind => error instanceof kind);
    if (isMissing) return none;
    throw error;
  }
}

/** A column as shown to a person. */
type PreviewedColumn = Awaited<ReturnType<typeof previewColumns>>[number];

/** The columns of a file before rows are checked, so that a person can be asked about unmatched ones. */
async function previewColumns(options: CheckOptions) {
  const {columns, headers, rows, status} = await openImport(options, true);
  return columns.map(({header, fields, isNamed}, at) => {
    const samples = [...new Set(valuesOf(rows, at))];
    const saysWhoGetsNoMail = status.some(found => found.column === at);
    return {
      /** Its name in questions, and what `--map` calls it. */
      ...{header, name: header || `column ${at + 1}`, key: columnKey(headers, at)},
      ...{at, fields, samples},
      /** Whether it fills nothing, and nobody said so. A column without values needs no answer. */
      isOpen: fields.length === 0 && !isNamed && samples.length > 0 && !saysWhoGetsNoMail,
    };
  });
}

/**
 * Asks which column has the addresses, if no header says it, and what the columns are that match no field. Returns the answers
 * as `--map` takes them.
 */
async function matchColumns(
  {ask}: Pick<Context, 'ask'>,
  columns: readonly PreviewedColumn[],
  known: readonly ImportField[],
): Promise<CheckOptions['map']> {
  const filled = new Map(columns.flatMap(({key, fields}) => fields.map(field => [field, key])));
  if (!filled.has('email')) {
    const hasAddresses = ({samples}: PreviewedColumn): boolean => samples.some(isAddress);
    const likely = columns.toSorted((one, other) => Number(hasAddresses(other)) - Number(hasAddresses(one)));
    filled.set('email', await ask.pick('Which column has the email addresses?', likely.map(choiceOf)));
  }
  const addresses = filled.get('email') ?? '';
  const isNamed = columns.some(({fields}) => fields.includes('email'));
  const answers: Array<readonly [key: string, field: string]> = isNamed ? [] : [[addresses, 'email']];
  const open = columns.filter(({isOpen, key}) => isOpen && key !== addresses);
  if (open.length === 0) return answers;
  const are = `${counted(open.length, 'column')} ${plural(open.length, 'matches', 'match')}`;
  const how = await ask.pick(`${are} no field: ${firstTen(open.map(({name}) => name))}. What now?`, [
    {name: `Skip ${plural(open.length, 'it', 'them')}`, value: 'skip' as const},
    {name: `Make a new field of ${plural(open.length, 'it', 'each')}`, value: 'new' as const},
    {name: `Choose ${plural(open.length, 'a field', 'a field for each')}`, value: 'choose' as const},
  ]);
  const taken = new Set(known.map(({name}) => name.toLowerCase()));
  const fresh = ({header, at}: PreviewedColumn): string => {
    const name = madeName(header, at, taken);
    taken.add(name);
    return `+${name}`;
  };
  const chosen = async (column: PreviewedColumn): Promise<string> => {
    const free = known.filter(({name}) => !filled.has(name));
    const fields = free.map(({name}) => ({name: headOf(name), note: name, value: name}));
    const choices = [...fields, {name: 'skip this column', value: ''}];
    const field = await ask.pick(`What is in "${column.name}"?`, typed => fitting(choices, typed), {
      help: column.samples.slice(0, 3).join(', '),
    });
    if (field !== '') filled.set(field, column.key);
    return field;
  };
  for (const column of open)
    answers.push([column.key, how === 'skip' ? '' : how === 'new' ? fresh(column) : await chosen(column)]);
  return answers;
}

const choiceOf = ({name, key, samples: [first]}: PreviewedColumn) => ({name, note: first, value: key});
