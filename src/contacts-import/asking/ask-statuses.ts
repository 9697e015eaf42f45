import type {Context} from '../../commands/command.js';
import {asColumns, type OpenColumn, type OpenStatus, OpenStatusError} from '../../csv/columns/open-status.js';
import type {StatusWord} from '../../csv/columns/wants-mail.js';
import {andList, counted, withMore} from '../../words/sentence.js';
import {shellWord} from '../../words/shell-word.js';
import {answeredMap} from '../file/columns.js';
import type {CheckOptions, StatusChoice} from '../file/contract.js';

/** What is known of the columns that say who gets no mail; the map says which columns do not. */
type Known = {readonly status: StatusChoice | undefined; readonly map: CheckOptions['map']};

/** Checks a file, and asks what it leaves open about who gets mail. Else the error shows the line that answers. */
export async function withKnownStatuses<T>(
  context: Pick<Context, 'ask' | 'progress' | 'line'>,
  {known, check}: {readonly known: Known; check(known: Known): Promise<T>},
): Promise<{readonly result: T} & Known> {
  const {ask, progress, line} = context;
  try {
    return {result: await check(known), ...known};
  } catch (error) {
    if (!(error instanceof OpenStatusError)) throw error;
    progress.clear();
    const {found} = error;
    const words = found.isSure ? found.columns.flatMap(each => each.unknown) : [];
    if (!ask.possible || words.length > MOST) throw new OpenStatusError(found, line);
    const answer = await (found.isSure ? askAboutWords : askAboutColumns)(ask, found, known);
    return withKnownStatuses(context, {known: answer, check});
  }
}

type Question = (ask: Context['ask'], found: OpenStatus, known: Known) => Promise<Known>;

/** Asks what each unknown word means, unless somebody says that the column says something else. */
const askAboutWords: Question = async (ask, {columns, beside}, {status, map}) => {
  const {column, words = []} = status ?? {};
  const said: StatusWord[] = [];
  // An answer for one column would be one for another too.
  const others = columns.length === 1 ? beside : undefined;
  for (const {name, text, rows} of columns.flatMap(each => each.unknown.map(value => ({...value, name: each.name})))) {
    const question = `What does "${text}" in "${name}" mean (${counted(rows, 'row')})?`;
    const answer = await ask.pick<StatusWord[1] | 'other'>(question, [
      {name: 'They get no mail', note: `--status ${text}=out`, value: 'out'},
      {name: 'They get mail', note: `--status ${text}=active`, value: 'in'},
      ...(others === undefined
        ? []
        : [{name: `"${name}" says something else`, note: asColumns(others), value: 'other' as const}]),
    ]);
    if (answer === 'other') return {map, status: {column: others?.length ? others : 'none', words}};
    said.push([text, answer]);
  }
  return {map, status: {column, words: [...words, ...said]}};
};

/** Asks of each column that may say it whether it does. */
const askAboutColumns: Question = async (ask, {columns, beside = []}, {status, map}) => {
  const {column, words = []} = status ?? {};
  const yes: string[] = [];
  const no: (readonly [string, string])[] = [];
  for (const each of columns) {
    const {key, field} = each;
    const answer = await ask.pick<'status' | 'other'>(whether(each), [
      {name: 'Yes: skip these people', note: `--status-column ${shellWord(key)}`, value: 'status'},
      {name: 'No: it says something else', note: `--map ${shellWord(`${key}=${field}`)}`, value: 'other'},
    ]);
    if (answer === 'status') yes.push(key);
    else no.push([key, field]);
  }
  const named = yes.length === 0 ? column : [...[column ?? beside].flat(), ...yes];
  return {map: answeredMap(map, no), status: {column: named, words}};
};

function whether({name, against}: OpenColumn): string {
  const shown = against.map(({text}) => `"${text}"`);
  const rows = against.reduce((sum, value) => sum + value.rows, 0);
  const says = shown.length > 3 ? withMore(shown, shown.length, 3) : andList(shown);
  return `Does "${name}" say who gets no mail? It says ${says} in ${counted(rows, 'row')}`;
}

/** With more unknown words than this, the column is hardly a status column. */
const MOST = 8;
