import {forEachRecord} from '../../api/answers/record-sources.js';
import type {Context} from '../../commands/command.js';
import {number} from '../../core/words/sentence.js';
import type {Checked} from '../check/check.js';
import type {Answer, Decision} from '../check/findings.js';
import {FirstReasons} from '../file/rejects.js';

/**
 * Asks about the next kind of finding, with the fix that emk proposes for all of them; undefined if none is open. What
 * stops an import is asked about, or refused, in any case; the others only if `isAsking`.
 */
export async function askAboutFindings(
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
  const reasons = new FirstReasons();
  await forEachRecord(checked.rejectedRows(), reasons.see);
  return reasons.more === 0 ? reasons.first : [...reasons.first, `and ${number(reasons.more)} more`];
}
