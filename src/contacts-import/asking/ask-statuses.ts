import {BACK, type Back} from '../../commands/ask.js';
import type {Context} from '../../commands/command.js';
import {type StatusWord, type UnknownStatus, UnknownStatusError} from '../../csv/columns/unknown-status.js';
import {counted} from '../../words/count.js';
import type {StatusChoice} from '../file/contract.js';
import {askInRow} from './ask-in-row.js';

/** Checks a file, and asks about unknown words in its status columns. Else the error shows the line that answers. */
export async function withKnownStatuses<T>(
  {ask, progress, line}: Pick<Context, 'ask' | 'progress' | 'line'>,
  status: StatusChoice | undefined,
  check: (status: StatusChoice | undefined) => Promise<T>,
): Promise<{readonly result: T; readonly status: StatusChoice | undefined} | Back> {
  try {
    return {result: await check(status), status};
  } catch (error) {
    if (!(error instanceof UnknownStatusError)) throw error;
    const {found} = error;
    if (!ask.possible || found.values.length > MOST) throw new UnknownStatusError(found, undefined, line);
    progress.clear();
    const newWords = await askAbout(ask, found.values, found.columns === 1);
    if (newWords === BACK) return BACK;
    const {column, keep = false, words = []} = status ?? {};
    const told =
      newWords === undefined ? {column: 'none', keep, words} : {column, keep, words: [...words, ...newWords]};
    return {result: await check(told), status: told};
  }
}

/** Asks about each word; undefined if the person says that the column is not about status. */
async function askAbout(
  ask: Context['ask'],
  values: readonly UnknownStatus[],
  only: boolean,
): Promise<readonly StatusWord[] | undefined | Back> {
  const answers = await askInRow(
    values,
    ({header, text, rows}) =>
      ask.guided.pick<StatusWord[1] | 'other'>(`What does "${text}" in "${header}" mean (${counted(rows, 'row')})?`, {
        from: [
          {name: 'They get no mail', note: `--status ${text}=out`, value: 'out'},
          {name: 'They get mail', note: `--status ${text}=active`, value: 'in'},
          ...(only
            ? [{name: `"${header}" says something else`, note: '--status-column none', value: 'other' as const}]
            : []),
        ],
        canGoBack: true,
      }),
    answer => answer === 'other',
  );
  if (answers === BACK) return BACK;
  return answers.includes('other')
    ? undefined
    : values.flatMap(({text}, at): StatusWord[] => {
        const meaning = answers[at];
        return meaning === undefined || meaning === 'other' ? [] : [[text, meaning]];
      });
}

/** With more unknown words than this, the column is hardly a status column. */
const MOST = 8;
