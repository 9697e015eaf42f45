import {BACK, type Back} from '../../commands/ask.js';
import type {Context} from '../../commands/command.js';
import {type StatusWord, type UnknownStatus, UnknownStatusError} from '../../csv/columns/unknown-status.js';
import {counted} from '../../words/count.js';
import type {StatusChoice} from '../file/contract.js';
import {askInRow} from './ask-in-row.js';

/**
 * Checks a file, and asks a person about unknown words in its status columns. If nobody can answer, the error shows the
 * line that answers.
 */
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
    const said = await askAbout(ask, found.values, found.columns === 1);
    if (said === BACK) return BACK;
    const {column, keep = false, words = []} = status ?? {};
    const told = said === undefined ? {column: 'none', keep, words} : {column, keep, words: [...words, ...said]};
    return {result: await check(told), status: told};
  }
}

/** Asks about each word; undefined if the person says that the column is not about status. */
async function askAbout(
  ask: Context['ask'],
  values: readonly UnknownStatus[],
  only: boolean,
): Promise<readonly StatusWord[] | undefined | Back> {
  const said = await askInRow(
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
    means => means === 'other',
  );
  if (said === BACK) return BACK;
  return said.includes('other')
    ? undefined
    : values.flatMap(({text}, at): StatusWord[] => {
        const means = said[at];
        return means === undefined || means === 'other' ? [] : [[text, means]];
      });
}

/** With more unknown words than this, the column is hardly a status column. */
const MOST = 8;
