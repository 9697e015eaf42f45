import type {Context} from '../../commands/command.js';
import {number} from '../../words/sentence.js';
import type {Answer, Checked, Decision} from '../file/contract.js';
import {firstReasons} from '../file/rejects.js';

/** Asks about the next kind of finding, with the fix that emk proposes for all of them; undefined if none is open. */
export async function askAboutFindings(
  {ask, notice}: Pick<Context, 'ask' | 'notice'>,
  checked: Checked,
): Promise<Decision | 'stop' | undefined> {
  const question = checked.findings.find(each => each.question)?.question;
  if (question === undefined) return undefined;
  if (question.isAboutRows) for (const sentence of await reasonsOf(checked)) notice(`  ${sentence}`);
  return ask.pick<Decision | 'stop'>(question.asks, [
    ...question.answers,
    {name: 'Stop', note: 'nothing is imported', value: 'stop'},
  ]);
}

/** The answers about rejected rows that are options of the line. */
export const answersToRejected = ({findings}: Pick<Checked, 'findings'>): readonly Answer[] =>
  findings.flatMap(({question}) => (question?.isAboutRows ? question.answers.filter(({note}) => note) : []));

async function reasonsOf(checked: Checked): Promise<readonly string[]> {
  const reasons = firstReasons();
  for await (const row of checked.rejectedRows()) reasons.see(row);
  return reasons.more === 0 ? reasons.first : [...reasons.first, `and ${number(reasons.more)} more`];
}
