import {BACK, type Back} from '../../commands/ask.js';
import type {Context} from '../../commands/command.js';
import {counted, number, plural} from '../../words/sentence.js';
import type {Checked, ExaminedRow, Mistyped} from '../file/contract.js';
import type {Fixes} from '../file/fixes.js';
import {firstReasons} from '../file/rejects.js';
import {askInRow} from './ask-in-row.js';
import {answersForColumn} from './column-answers.js';
import {fixRows} from './fix-rows.js';

/** A person's decisions so far about the problem rows of a file. */
export type Decided = {
  readonly fixes: Fixes;
  readonly skipped: ReadonlySet<number>;
  /** Domains that are right although they look mistyped. */
  readonly kept: ReadonlySet<string>;
};

export const nothingDecided: Decided = {fixes: new Map(), skipped: new Set(), kept: new Set()};

/** What a person has decided about rows, or about a column: the file is checked again with either. */
type Answer = Decided | {readonly column: ReturnType<typeof answersForColumn>[number]['settings']};

/** Asks about bad rows and mistyped addresses. Gives new decisions, with which the file is checked again. */
export async function settleRows(
  {ask, notice}: Pick<Context, 'ask' | 'notice'>,
  checked: Checked,
  decided: Decided,
): Promise<Answer | 'stop' | Back | undefined> {
  const rows = await openRows(checked, decided);
  const domains = checked.mistyped.filter(({domain}) => !decided.kept.has(domain));
  if (rows.length === 0 && domains.length === 0) return undefined;
  const reasons = firstReasons();
  for (const row of rows) reasons.see(row);
  for (const sentence of reasons.first) notice(`  ${sentence}`);
  const what = await ask.guided.pick(question(rows.length, domains), {
    from: choicesFor(checked, rows, domains),
    canGoBack: true,
  });
  if (what === BACK || what === 'stop' || typeof what === 'object') return what;
  if (what === 'leave') {
    return {
      ...decided,
      skipped: new Set([...decided.skipped, ...rows.map(({line}) => line)]),
      kept: new Set([...decided.kept, ...domains.map(({domain}) => domain)]),
    };
  }
  const renamed = await askAboutDomains(ask, checked, domains);
  if (renamed === BACK) return settleRows({ask, notice}, checked, decided);
  const answers = await fixRows(ask, checked, rows);
  if (answers === BACK) return settleRows({ask, notice}, checked, decided);
  const fixes = new Map([...decided.fixes, ...renamed.fixes]);
  const skipped = new Set(decided.skipped);
  for (const [line, answer] of answers) {
    if (typeof answer === 'string') skipped.add(line);
    else fixes.set(line, answer);
  }
  return {fixes, skipped, kept: new Set([...decided.kept, ...renamed.kept])};
}

type Choice = {readonly name: string; readonly note?: string; readonly value: 'fix' | 'leave' | 'stop' | Answer};

/** What can be done about bad rows: an answer for the worst column, one for each row, or none. */
function choicesFor(checked: Checked, rows: readonly ExaminedRow[], domains: readonly Mistyped[]): readonly Choice[] {
  const them = plural(rows.length + domains.flatMap(({lines}) => lines).length, 'it', 'them');
  const [fix, leave] =
    rows.length > 0 ? [`Fix ${them} now`, `Skip ${them}`] : [`Look at ${them} now`, `Keep ${them} unchanged`];
  // Once some rows are skipped, the bad columns may be theirs.
  const answers = checked.rejected === rows.length ? answersForColumn(checked) : [];
  const columns = answers.map(({name, option, settings}) => ({name, note: option, value: {column: settings}}));
  const fixing: Choice = {name: fix, value: 'fix'};
  return [
    ...(rows.length > FEW ? [...columns, fixing] : [fixing, ...columns]),
    ...(checked.good > 0 ? [{name: leave, value: 'leave' as const}] : []),
    {name: 'Stop', note: 'nothing is imported', value: 'stop'},
  ];
}

/** With more bad rows than this, an answer for the whole column comes first. */
const FEW = 3;

function question(rows: number, domains: readonly Mistyped[]): string {
  const lines = domains.reduce((sum, each) => sum + each.lines.length, 0);
  const names = domains
    .slice(0, 3)
    .map(({domain}) => domain)
    .join(', ');
  const typos = `${counted(lines, 'address', 'addresses')} ${plural(lines, 'looks', 'look')} mistyped (${names})`;
  if (rows === 0) return `${typos}. What now?`;
  return `${counted(rows, 'row')} cannot be imported${lines > 0 ? `, and ${typos}` : ''}. What now?`;
}

/** Asks about each domain once, and returns the rows that this changes. */
async function askAboutDomains(
  ask: Context['ask'],
  checked: Checked,
  domains: readonly Mistyped[],
): Promise<{readonly fixes: Fixes; readonly kept: readonly string[]} | Back> {
  const answers = await askInRow(domains, ({domain, likely, lines}) =>
    ask.guided.pick<'change' | 'keep'>(
      `“${domain}” in ${counted(lines.length, 'address', 'addresses')} (${plural(lines.length, 'line')} ${lines.slice(0, 5).map(number).join(', ')})`,
      {
        from: [
          {name: `Change it to ${likely}`, value: 'change'},
          {name: `Keep ${domain}`, value: 'keep'},
        ],
        canGoBack: true,
      },
    ),
  );
  if (answers === BACK) return BACK;
  const changed = domains.filter((_, at) => answers[at] === 'change');
  const likely = new Map(changed.flatMap(each => each.lines.map(line => [line, each] as const)));
  const fixes = new Map<number, readonly string[]>();
  for await (const {line, texts} of checked.rowsAt(likely)) {
    const {domain = '', likely: right = ''} = likely.get(line) ?? {};
    const address = texts[checked.addressColumn] ?? '';
    const at = address.toLowerCase().lastIndexOf(domain);
    const fixed = `${address.slice(0, at)}${right}${address.slice(at + domain.length)}`;
    fixes.set(line, texts.with(checked.addressColumn, fixed));
  }
  return {fixes, kept: domains.filter((_, at) => answers[at] === 'keep').map(({domain}) => domain)};
}

async function openRows(checked: Checked, {skipped}: Decided): Promise<readonly ExaminedRow[]> {
  const rows: ExaminedRow[] = [];
  for await (const row of checked.rejectedRows()) if (!skipped.has(row.line)) rows.push(row);
  return rows;
}
