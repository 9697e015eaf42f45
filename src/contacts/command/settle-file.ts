import {orBack, type TypedValues} from '../../change/ask.js';
import type {Context} from '../../commands/command.js';
import {number} from '../../core/words/sentence.js';
import {shellWord} from '../../core/words/shell-word.js';
import {chooseEncoding} from '../../csv/bytes/encodings.js';
import {reservedFields} from '../../endpoints/fields.js';
import {answeredMap} from '../file/columns.js';
import {type Answer, type Checked, type Decision, importField} from '../file/contract.js';
import {fileSource, type ImportSource, openImport} from '../file/open.js';
import {firstReasons} from '../file/rejects.js';
import type {ImportSettings} from '../journal/runs.js';
import {type ColumnsSeen, type Prepared, prepareAsking} from '../run/prepare.js';
import {findListToFill} from './create-missing.js';
import {type ImportInput, toSettings} from './options.js';

/** Refuses options and a file that cannot work, whatever a person would answer about the list and the columns. */
export async function checkImportFirst(context: Context, input: Partial<ImportInput>): Promise<void> {
  const {encoding, map} = toSettings(input, context);
  chooseEncoding(encoding, new Uint8Array());
  if (input.list !== undefined) await findListToFill(context, input);
  if (input.file === undefined || input.file === '-') return;
  const {path, name} = fileSource(context.host, input.file);
  // The account's own fields are not known yet, so only the headers are checked.
  const headers = map.map(([header]) => [header, ''] as const);
  const fields = reservedFields.map(field => importField(field, 'text'));
  const rest = {set: [], dateOrder: undefined, sampleHeader: undefined, createFields: false};
  await openImport({path, name, encoding, map: headers, fields, ...rest}, true);
}

/** A file as it is opened, with what is known of it so far. */
type Unsettled = {readonly source: ImportSource; readonly settings: ImportSettings; readonly columns: ColumnsSeen};

/** A file that was checked, and whether a person stopped at what was found in it. */
type Settled = {readonly prepared: Prepared; readonly isStopped: boolean};

/** Checks a file, and asks about its columns and about what was found in it, until all is decided, and nothing twice. */
export function fileSettler(
  context: Context,
  {max_errors}: Pick<ImportInput, 'max_errors'>,
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
  if (question.isAboutRows) for (const sentence of await reasonsOf(checked)) notice(`  ${sentence}`);
  const stop = {name: 'Stop', note: 'nothing is imported', value: 'stop' as const};
  return ask.pick<Decision | 'stop'>(question.asks, [...question.answers, ...(stops ? [] : [stop])]);
}

/** The answers about rejected rows that are options of the line. */
export const answersToRejected = ({findings}: Pick<Checked, 'findings'>): readonly Answer[] =>
  findings.flatMap(({question}) => (question?.isAboutRows ? question.answers.filter(({note}) => note) : []));

async function reasonsOf(checked: Checked): Promise<readonly string[]> {
  const reasons = firstReasons();
  for await (const row of checked.rejectedRows()) reasons.see(row);
  return reasons.more === 0 ? reasons.first : [...reasons.first, `and ${number(reasons.more)} more`];
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

/**
 * Adds a person's answers about a file to the line that needs no questions. Returns the options for another file of this
 * kind, such as the file of rejected rows.
 */
export function repeatAnswers(
  context: Pick<Context, 'answered'>,
  typed: ImportSettings,
  {checked, settings}: Pick<Prepared, 'checked' | 'settings'>,
): readonly string[] {
  const max_errors = settings.skipsRejected ? String(checked.rejected) : undefined;
  context.answered({...optionsIn(typed, settings), max_errors}, withoutOption(settings));
  // A file of rejected rows is UTF-8, whatever the original was.
  const {encoding: _, ...again} = optionsIn(undefined, settings);
  return Object.entries(again).flatMap(([name, value]) =>
    [value ?? []].flat().flatMap(each => [`--${name.replaceAll('_', '-')}`, shellWord(String(each))]),
  );
}

/** The answers that no option gives: what to do before the line, so that it adds the same people. */
function withoutOption({fixes = {}}: ImportSettings): string[] {
  const changed = (fixes.domains ?? []).filter(([mistyped, right]) => mistyped !== right);
  return [
    ...changed.map(([mistyped, right]) => `change ${mistyped} to ${right} in the file`),
    ...(fixes.likely ? ['correct the unclear addresses in the file'] : []),
  ];
}

/** The answers as options: what the settings say now and did not say before. */
function optionsIn(typed: ImportSettings | undefined, now: ImportSettings): TypedValues {
  const [before, after] = [asOptions(typed), asOptions(now)];
  const fresh = Object.entries(after).map(([name, texts]) => {
    const known = new Set(before[name as keyof typeof before]);
    const some = texts.filter(text => !known.has(text));
    return [name, some.length > 0 ? some : undefined] as const;
  });
  const encoding = now.encoding === (typed?.encoding ?? 'auto') ? undefined : now.encoding;
  return {...Object.fromEntries(fresh), encoding};
}

/** The settings that answers change, as the options that say the same. */
const asOptions = (settings: ImportSettings | undefined) => ({
  map: (settings?.map ?? []).map(pair => pair.join('=')),
  leave_empty: settings?.leaveEmpty ?? [],
  country: (settings?.places ?? []).map(pair => pair.join('=')),
  status: (settings?.status.words ?? []).map(([word, meaning]) => `${word}=${meaning === 'in' ? 'active' : 'out'}`),
  status_column: [settings?.status.column ?? []].flat(),
});
