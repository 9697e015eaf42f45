import type {Context} from '../../commands/command.js';
import {type SuspectColumn, SuspectColumnError} from '../../csv/columns/suspect-column.js';
import {asColumns, type StatusWord, type UnknownStatus, UnknownStatusError} from '../../csv/columns/unknown-status.js';
import {andList, counted} from '../../words/sentence.js';
import {shellWord} from '../../words/shell-word.js';
import {answeredMap} from '../file/answered-map.js';
import type {CheckOptions, StatusChoice} from '../file/contract.js';
import {askInRow} from './ask-in-row.js';

/** What is known of the columns that say who gets no mail; the map says which columns do not. */
type Known = {readonly status: StatusChoice | undefined; readonly map: CheckOptions['map']};

/**
 * Checks a file, and asks about unknown words in its status columns, and about other columns that seem to be such. Else
 * the error shows the line that answers.
 */
export async function withKnownStatuses<T>(
  context: Pick<Context, 'ask' | 'progress' | 'line'>,
  {known, check}: {readonly known: Known; check(known: Known): Promise<T>},
): Promise<{readonly result: T} & Known> {
  const {ask, progress, line} = context;
  try {
    return {result: await check(known), ...known};
  } catch (error) {
    if (!(error instanceof UnknownStatusError || error instanceof SuspectColumnError)) throw error;
    progress.clear();
    if (!ask.possible || isTooMuch(error)) throw withLine(error, line);
    return withKnownStatuses(context, {known: await answerTo(ask, error, known), check});
  }
}

const isTooMuch = (error: Error): boolean => error instanceof UnknownStatusError && error.found.values.length > MOST;

const withLine = (error: UnknownStatusError | SuspectColumnError, line: string | undefined): Error =>
  error instanceof UnknownStatusError
    ? new UnknownStatusError(error.found, undefined, line)
    : new SuspectColumnError(error.found, line);

/** What is known with a person's answers. */
async function answerTo(
  ask: Context['ask'],
  error: UnknownStatusError | SuspectColumnError,
  {status, map}: Known,
): Promise<Known> {
  const {column, words = []} = status ?? {};
  if (error instanceof UnknownStatusError) {
    const {values, others} = error.found;
    const newWords = await askAbout(ask, values, others);
    return {
      map,
      status:
        newWords === undefined
          ? {column: others?.length ? others : 'none', words}
          : {column, words: [...words, ...newWords]},
    };
  }
  const {suspects, status: detected} = error.found;
  const answers = await askInRow(suspects, suspect => askWhether(ask, suspect));
  const yes = suspects.filter((_, at) => answers[at] === 'status');
  const no = suspects.filter((_, at) => answers[at] === 'other').map(({key, field}) => [key, field] as const);
  const columns = [...[column ?? detected].flat(), ...yes.map(({key}) => key)];
  return {
    map: answeredMap(map, no),
    status: yes.length === 0 ? {column, words} : {column: columns, words},
  };
}

/** Asks whether a column says who gets no mail, with its values that seem to say so. */
const askWhether = (ask: Context['ask'], {name, key, field, values}: SuspectColumn): Promise<'status' | 'other'> => {
  const rows = values.reduce((sum, value) => sum + value.rows, 0);
  const shown = values.slice(0, SHOWN).map(({text}) => `"${text}"`);
  return ask.pick<'status' | 'other'>(
    `Does "${name}" say who gets no mail? It says ${andList(shown)}${values.length > SHOWN ? ' and more' : ''} in ${counted(rows, 'row')}`,
    [
      {name: 'Yes: skip these people', note: `--status-column ${shellWord(key)}`, value: 'status'},
      {name: 'No: it says something else', note: `--map ${shellWord(`${key}=${field}`)}`, value: 'other'},
    ],
  );
};
/** Asks about each word; undefined if the person says that the column is not about status. */
async function askAbout(
  ask: Context['ask'],
  values: readonly UnknownStatus[],
  others: readonly string[] | undefined,
): Promise<readonly StatusWord[] | undefined> {
  // An answer for one column would be one for another too.
  const only = others !== undefined && values.every(({header}) => header === values[0]?.header);
  const answers = await askInRow(
    values,
    ({header, text, rows}) =>
      ask.pick<StatusWord[1] | 'other'>(`What does "${text}" in "${header}" mean (${counted(rows, 'row')})?`, [
        {name: 'They get no mail', note: `--status ${text}=out`, value: 'out'},
        {name: 'They get mail', note: `--status ${text}=active`, value: 'in'},
        ...(only ? [{name: `"${header}" says something else`, note: asColumns(others), value: 'other' as const}] : []),
      ]),
    answer => answer === 'other',
  );
  return answers.includes('other')
    ? undefined
    : values.flatMap(({text}, at): StatusWord[] => {
        const meaning = answers[at];
        return meaning === undefined || meaning === 'other' ? [] : [[text, meaning]];
      });
}

/** With more unknown words than this, the column is hardly a status column. */
const MOST = 8;

/** The most values of a column to name in a question. */
const SHOWN = 3;
