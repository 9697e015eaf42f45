import type {Context} from '../../commands/command.js';
import {counted, number, plural, withMore} from '../../words/sentence.js';
import type {Checked} from '../file/contract.js';
import {firstReasons} from '../file/rejects.js';
import type {ImportSettings} from '../journal/settings.js';
import {answersForColumn} from './column-answers.js';

/** What a person has decided about everything of one kind that was found in a file. */
export type FindingAnswer = Partial<
  Pick<ImportSettings, 'map' | 'leaveEmpty' | 'dateOrder' | 'fixes' | 'skipsRejected'>
>;

type Question = {
  readonly asks: string;
  readonly answers: ReadonlyArray<{readonly name: string; readonly note?: string; readonly value: FindingAnswer}>;
  /** Whether the first reasons are shown before it. */
  readonly isAboutRows?: boolean;
};

/** Asks about the next kind of finding, with the fix that emk proposes for all of them; undefined if none is open. */
export async function askAboutFindings(
  {ask, notice}: Pick<Context, 'ask' | 'notice'>,
  checked: Checked,
  settings: ImportSettings,
): Promise<FindingAnswer | 'stop' | undefined> {
  const question = aboutDomains(checked, settings) ?? aboutUnclear(checked, settings) ?? aboutRows(checked, settings);
  if (question === undefined) return undefined;
  if (question.isAboutRows) for (const sentence of await reasonsOf(checked)) notice(`  ${sentence}`);
  return ask.pick<FindingAnswer | 'stop'>(question.asks, [
    ...question.answers,
    {name: 'Stop', note: 'nothing is imported', value: 'stop'},
  ]);
}

function aboutDomains({mistyped}: Checked, {fixes = {}}: ImportSettings): Question | undefined {
  const answered = new Set((fixes.domains ?? []).map(([domain]) => domain));
  const open = mistyped.filter(({domain}) => !answered.has(domain));
  if (open.length === 0) return undefined;
  const lines = open.reduce((sum, each) => sum + each.lines.length, 0);
  const changes = open.map(({domain, likely}) => `${domain} to ${likely}`);
  const withDomains = (right: (each: (typeof open)[number]) => string): FindingAnswer => ({
    fixes: {...fixes, domains: [...(fixes.domains ?? []), ...open.map(each => [each.domain, right(each)] as const)]},
  });
  return {
    asks: `${counted(lines, 'address', 'addresses')} ${plural(lines, 'looks', 'look')} mistyped (${withMore(
      open.map(({domain}) => domain),
      open.length,
      3,
    )}). What now?`,
    answers: [
      {name: `Change ${withMore(changes, changes.length, 3)}`, value: withDomains(({likely}) => likely)},
      {name: `Keep ${plural(lines, 'it', 'them')} unchanged`, value: withDomains(({domain}) => domain)},
    ],
  };
}

function aboutUnclear({unclear}: Checked, {fixes = {}, skipsRejected}: ImportSettings): Question | undefined {
  const [first] = unclear;
  if (first === undefined || fixes.likely !== undefined || skipsRejected) return undefined;
  const shown = unclear.map(({line, text, likely}) => `line ${number(line)}: “${text}” as ${likely}`);
  return {
    asks: `${counted(unclear.length, 'address is', 'addresses are')} unclear. Read ${plural(unclear.length, 'it', 'them')} like this? ${withMore(shown, shown.length, 3)}`,
    answers: [
      {name: 'Yes', value: {fixes: {...fixes, likely: true}}},
      {name: 'No', value: {fixes: {...fixes, likely: false}}},
    ],
  };
}

/** Asks about the rows that cannot be imported, with the answers for the column that has most of them. */
function aboutRows(checked: Checked, {skipsRejected}: ImportSettings): Question | undefined {
  if (checked.rejected === 0 || skipsRejected) return undefined;
  const columns = answersForColumn(checked).map(({name, option, settings: value}) => ({name, note: option, value}));
  const answers = [...columns, ...skipping(checked)];
  if (answers.length === 0) return undefined;
  return {asks: `${counted(checked.rejected, 'row')} cannot be imported. What now?`, answers, isAboutRows: true};
}

const skipping = ({rejected, good}: Checked): Question['answers'] =>
  good === 0
    ? []
    : [{name: `Skip ${plural(rejected, 'this row', `these ${number(rejected)} rows`)}`, value: {skipsRejected: true}}];

async function reasonsOf(checked: Checked): Promise<readonly string[]> {
  const reasons = firstReasons();
  for await (const row of checked.rejectedRows()) reasons.see(row);
  return reasons.more === 0 ? reasons.first : [...reasons.first, `and ${number(reasons.more)} more`];
}
