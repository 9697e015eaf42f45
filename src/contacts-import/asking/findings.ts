import type {Context} from '../../commands/command.js';
import {columnKey} from '../../csv/columns/match-columns.js';
import {counted, number, plural, withMore} from '../../words/sentence.js';
import {shellWord} from '../../words/shell-word.js';
import type {Checked} from '../file/contract.js';
import {textField} from '../file/plan-columns.js';
import {firstReasons} from '../file/rejects.js';
import type {ImportSettings} from '../journal/settings.js';

/** What a person has decided about everything of one kind that was found in a file. */
export type Decision = Partial<
  Pick<ImportSettings, 'map' | 'leaveEmpty' | 'places' | 'dateOrder' | 'fixes' | 'skipsRejected'>
>;

/** One answer: what it does in words, and as an option of the line if there is one. */
type Answer = {readonly name: string; readonly note?: string; readonly value: Decision};

type Question = {
  readonly asks: string;
  readonly answers: readonly Answer[];
  /** Whether the first reasons are shown before it. */
  readonly isAboutRows?: boolean;
};

/** Asks about the next kind of finding, with the fix that emk proposes for all of them; undefined if none is open. */
export async function askAboutFindings(
  {ask, notice}: Pick<Context, 'ask' | 'notice'>,
  checked: Checked,
  settings: ImportSettings,
): Promise<Decision | 'stop' | undefined> {
  const [question] = findings.flatMap(finding => finding(checked, settings) ?? []);
  if (question === undefined) return undefined;
  if (question.isAboutRows) for (const sentence of await reasonsOf(checked)) notice(`  ${sentence}`);
  return ask.pick<Decision | 'stop'>(question.asks, [
    ...question.answers,
    {name: 'Stop', note: 'nothing is imported', value: 'stop'},
  ]);
}

type Finding = (checked: Checked, settings: ImportSettings) => Question | undefined;

const strangeCountries: Finding = (checked, {places, isOurs}) => {
  const answered = new Set(places.map(([text]) => text));
  const open = isOurs ? [] : checked.strangeCountries.filter(({text}) => !answered.has(text));
  if (open.length === 0) return undefined;
  const rows = open.reduce((sum, each) => sum + each.rows, 0);
  const headers = checked.columns.map(({header}) => header);
  const column = checked.columns.findIndex(({fields}) => fields.includes('country'));
  const texts = open.map(({text}) => `“${text}”`);
  const fixes = open.flatMap(({text, likely}) => (likely === undefined ? [] : [[text, likely] as const]));
  const changes = fixes.map(([text, likely]) => `${text} to ${likely}`);
  return {
    asks: `The service does not know ${withMore(texts, texts.length, 5)} in "${headers[column]}" (${counted(rows, 'row')}). What now?`,
    answers: [
      ...(fixes.length === 0 ? [] : [{name: `Change ${withMore(changes, changes.length, 3)}`, value: {places: fixes}}]),
      {name: 'Keep them as written', value: {places: open.map(({text}) => [text, ''] as const)}},
      leftEmpty(`Leave the country of ${plural(rows, 'this row', 'these rows')} empty`, columnKey(headers, column)),
    ],
  };
};

const leftEmpty = (name: string, key: string): Answer => ({
  name,
  note: `--leave-empty ${shellWord(key)}`,
  value: {leaveEmpty: [key]},
});

const mistypedDomains: Finding = ({mistyped}, {fixes = {}}) => {
  const answered = new Set((fixes.domains ?? []).map(([domain]) => domain));
  const open = mistyped.filter(({domain}) => !answered.has(domain));
  if (open.length === 0) return undefined;
  const lines = open.reduce((sum, each) => sum + each.lines.length, 0);
  const domains = open.map(({domain}) => domain);
  const changes = open.map(({domain, likely}) => `${domain} to ${likely}`);
  const as = (right: (each: (typeof open)[number]) => string): Decision => ({
    fixes: {...fixes, domains: [...(fixes.domains ?? []), ...open.map(each => [each.domain, right(each)] as const)]},
  });
  return {
    asks: `${counted(lines, 'address', 'addresses')} ${plural(lines, 'looks', 'look')} mistyped (${withMore(domains, domains.length, 3)}). What now?`,
    answers: [
      {name: `Change ${withMore(changes, changes.length, 3)}`, value: as(({likely}) => likely)},
      {name: `Keep ${plural(lines, 'it', 'them')} unchanged`, value: as(({domain}) => domain)},
    ],
  };
};

const unclearAddresses: Finding = ({unclear}, {fixes = {}, skipsRejected}) => {
  if (unclear.length === 0 || fixes.likely !== undefined || skipsRejected) return undefined;
  const shown = unclear.map(({line, text, likely}) => `line ${number(line)}: “${text}” as ${likely}`);
  return {
    asks: `${counted(unclear.length, 'address is', 'addresses are')} unclear. Read ${plural(unclear.length, 'it', 'them')} like this? ${withMore(shown, shown.length, 3)}`,
    answers: [
      {name: 'Yes', value: {fixes: {...fixes, likely: true}}},
      {name: 'No', value: {fixes: {...fixes, likely: false}}},
    ],
  };
};

const rejectedRows: Finding = (checked, {skipsRejected}) => {
  const {rejected, good} = checked;
  if (rejected === 0 || skipsRejected) return undefined;
  const skip = `Skip ${plural(rejected, 'this row', `these ${number(rejected)} rows`)}`;
  const answers = [...answersForColumn(checked), ...(good === 0 ? [] : [{name: skip, value: {skipsRejected: true}}])];
  return answers.length === 0
    ? undefined
    : {asks: `${counted(rejected, 'row')} cannot be imported. What now?`, answers, isAboutRows: true};
};

/** What a person is asked about, in this order. */
const findings: readonly Finding[] = [strangeCountries, mistypedDomains, unclearAddresses, rejectedRows];

/** The answers that deal with the worst column of a file at once; none if no field refuses values. */
export function answersForColumn({badColumns, columns}: Pick<Checked, 'badColumns' | 'columns'>): Answer[] {
  const [worst] = badColumns;
  if (worst === undefined) return [];
  const headers = columns.map(({header}) => header);
  const key = columnKey(headers, worst.column);
  const name = `"${headers[worst.column] || `column ${key}`}"`;
  const mapped = (says: string, field: string): Answer => ({
    name: says,
    note: `--map ${shellWord(`${key}=${field}`)}`,
    value: {map: [[key, field]]},
  });
  const {twoMeanings} = worst;
  const orders = twoMeanings === undefined ? [] : (['dmy', 'mdy'] as const);
  return [
    ...orders.map(order => ({
      name: `Read ${twoMeanings} with the ${order === 'dmy' ? 'day' : 'month'} first`,
      note: `emk config set dates ${order}`,
      value: {dateOrder: order},
    })),
    leftEmpty(`Leave ${name} empty where it is damaged or does not fit`, key),
    ...(worst.isText ? [] : [mapped(`Keep ${name} as text in a new field`, `+${textField(worst.field)}`)]),
    mapped(`Skip ${name} in all rows`, ''),
  ];
}

async function reasonsOf(checked: Checked): Promise<readonly string[]> {
  const reasons = firstReasons();
  for await (const row of checked.rejectedRows()) reasons.see(row);
  return reasons.more === 0 ? reasons.first : [...reasons.first, `and ${number(reasons.more)} more`];
}
