import {hostOf} from '../../accounts/base-url.js';
import type {Permit} from '../../api/describe/permit.js';
import {startsInWords} from '../../change/effect/effect.js';
import {checkStarts} from '../../commands/agree.js';
import {DeclinedError} from '../../core/errors.js';
import {
  andList,
  capital,
  counted,
  number,
  numberOrNothing,
  people,
  plural,
  withMore,
} from '../../core/words/sentence.js';
import type {Facts} from '../../output/results/documents.schema.js';
import {truncate} from '../../output/text/width.js';
import {namesInLines} from '../../people/let-in.js';
import {headOf} from '../../records/fields/heads.js';
import {firstReasons} from '../file/rejects.js';
import {type ContactSample, refusals} from '../sync/compare.js';
import {
  type Does,
  effectOfPlan,
  goneIn,
  NO_COUNTRY,
  neverGone,
  onlyByChanges,
  type Plan,
  startsOf,
  tooManyGone,
} from './plan.js';
import {filesAtEnd} from './row-files.js';

/** Shows what is about to happen, refuses all that may not happen before the first change, and asks. */
export async function gate(
  plan: Plan,
  {leadsBack = false, isAgreed = false}: {readonly leadsBack?: boolean; readonly isAgreed?: boolean} = {},
): Promise<Permit<Does>> {
  const {context, counts, checked, files, sync, settings} = plan;
  const {allowAutomations} = settings;
  const [title = '', rows = '', ...more] = planInWords(plan);
  context.notice(title);
  context.notice(rows, factsOf(plan));
  for (const line of more) context.notice(line);
  // If they are in a file already, they were reported when it was written.
  if (checked.rejected > 0 && files.rejected === undefined) await tellRejected(plan);
  const effect = effectOfPlan(plan);
  if (counts.add + counts.change + goneIn(plan) === 0) return context.agree(effect, {settled: 'nothing is sent'});
  const refusal = neverGone(plan);
  if (refusal) throw refusal;
  await context.mayChange();
  if (!allowAutomations && !context.globals.dryRun) checkStarts(context, startsOf(plan));
  await agreeToMany(plan);
  if (sync && (context.ask.possible || goneIn(plan) > 0)) {
    // The limit on removals is checked above, by an option that knows the size of the list.
    const asking = {what: questionFor(plan), maxDelete: goneIn(plan), always: true} as const;
    return context.agree(effect, {...asking, allowAutomations});
  }
  const isOpen = !isAgreed || (startsOf(plan).length > 0 && !allowAutomations);
  if (!sync && isOpen) await confirmImport(plan, leadsBack);
  return context.agree(effect, {settled: 'a person has said yes, or the line needs none', allowAutomations});
}

async function confirmImport(plan: Plan, leadsBack: boolean): Promise<void> {
  const {ask, globals} = plan.context;
  if (!ask.possible || globals.yes) return;
  const {rejected} = plan.checked;
  const skipped = rejected === 0 ? '' : ` and skip ${counted(rejected, 'row')}`;
  const question = `${questionFor(plan)}${skipped}${startsInWords(startsOf(plan))}?`;
  if (!(await ask.confirm(question, {leadsBack}))) throw new DeclinedError('Nothing was changed.');
}

/** Asks about more people than `--max-gone` allows, with names; a script is refused. */
async function agreeToMany(plan: Plan): Promise<void> {
  const error = tooManyGone(plan);
  if (!error) return;
  const {context, sync, found} = plan;
  const {ask, globals} = context;
  if (!ask.possible || globals.yes) throw error;
  const {ids, first} = found.gone;
  const question = `${error.message} ${capital(sync?.gone ?? '')} ${people(ids.length)} all the same (${withMore(first.map(nameOf), ids.length)})?`;
  if (!(await ask.confirm(question))) throw new DeclinedError('Nothing was changed.');
}

const nameOf = ({id, email}: ContactSample['first'][number]): string => email ?? `contact ${id}`;

async function tellRejected({context, checked}: Plan): Promise<void> {
  const reasons = firstReasons();
  for await (const row of checked.rejectedRows()) reasons.see(row);
  context.notice(`  ${counted(checked.rejected, 'row')} cannot be imported:`);
  for (const sentence of reasons.first) context.notice(`    ${sentence}`);
  if (reasons.more > 0) context.notice(`    and ${number(reasons.more)} more`);
}

/** What is done to how many people, and the word before the list that they come to or leave. */
type Work = {readonly does: 'add' | 'change' | 'delete' | 'unsubscribe'; readonly count: number; readonly from: string};

function workIn(plan: Plan): readonly Work[] {
  const gone = plan.sync?.gone ?? 'report';
  const work: readonly Work[] = [
    {does: 'add', count: plan.counts.add, from: 'to'},
    {does: 'change', count: plan.counts.change, from: 'on'},
    // An unsubscribed person gets no mail at all, and stays on the list.
    ...(gone === 'report' ? [] : [{does: gone, count: goneIn(plan), from: gone === 'delete' ? 'from' : 'on'}]),
  ];
  return work.filter(({count}) => count > 0);
}

/** Whether anything has to be sent. */
export const needsWork = (plan: Plan): boolean => workIn(plan).length > 0;

/** The question without its end: `Import 2 contacts into "Leads"`, `Add 1 person to "Staff" and change 2 people`. */
export function questionFor(plan: Plan): string {
  if (!plan.sync) return `Import ${counted(plan.counts.add, 'contact')} into "${plan.list.name}"`;
  const parts = workIn(plan).map(({does, count, from}, at) =>
    [does, people(count), ...(at === 0 ? [`${from} "${plan.list.name}"`] : [])].join(' '),
  );
  return capital(andList(parts));
}

/** How many rows a column of the file keeps out. */
const leftOutIn = ({checked: {status}}: Pick<Plan, 'checked'>): number => status.left + status.bounced + status.out;

/** How many contacts differ from their rows in any field. */
export const changedIn = ({counts: {change, differs, noCountry, leftAlone}}: Plan): number =>
  change + differs + noCountry + leftAlone;

/** The counts of a plan for programs. */
const factsOf = (plan: Plan): Facts => ({
  kind: 'rows',
  rows: plan.checked.rows,
  to_add: plan.counts.add,
  added_before: plan.counts.earlier,
  listed: plan.counts.same,
  unsubscribed: plan.counts.unsubscribed,
  left_group: plan.counts.left_a_group,
  repeated: plan.checked.repeated,
  skipped_by_status: leftOutIn(plan),
  rejected: plan.checked.rejected,
  ...(plan.sync && {changed: changedIn(plan), unchanged: plan.counts.same}),
});

/** The plan in words: two lines, and more about people who need a look. */
export function planInWords(plan: Plan, first?: string): string[] {
  const {source, list, account, checked, counts, sync, found, edited, listing, names, starts} = plan;
  const {rejected: place} = filesAtEnd(plan);
  const rejectedTo = place ? ` → ${place}` : '';
  const parts = sync
    ? [
        `${number(counts.add)} new`,
        `${number(changedIn(plan))} changed`,
        `${number(counts.same)} unchanged`,
        edited ? '' : `${number(found.gone.ids.length + found.left)} gone`,
        numberOrNothing(counts.leftAlone, 'left alone'),
        ...stoppedInNumbers(plan),
        numberOrNothing(found.nameless.ids.length, 'not comparable'),
        numberOrNothing(found.doubles.ids.length, 'more than once in the list'),
        numberOrNothing(checked.repeated, 'repeated in the file'),
      ]
    : [
        first ?? `${number(counts.add)} to add`,
        numberOrNothing(counts.left_a_group, 'of them left a group'),
        numberOrNothing(counts.earlier, 'added before'),
        numberOrNothing(counts.same, 'already in the list'),
        numberOrNothing(counts.unsubscribed, 'unsubscribed'),
        numberOrNothing(checked.repeated, 'repeated'),
      ];
  parts.push(
    numberOrNothing(leftOutIn(plan), 'skipped by their status'),
    numberOrNothing(checked.rejected, `${plan.settings.skipsRejected ? 'skipped' : 'rejected'}${rejectedTo}`),
  );
  const of = sync ? ` and ${counted(listing.listed, 'contact')}` : '';
  return [
    `${sync ? 'Sync' : 'Import'} ${source.name} → ${listTitle(list)}${placeOf(account)}`,
    `  ${counted(checked.rows, 'row')}${of}: ${parts.filter(Boolean).join(' · ')}`,
    ...namesInLines(names, counts),
    ...(sync ? differencesInWords(plan) : []),
    ...(starts.adding.length > 0 ? [`  starts live automations: ${starts.adding.join(', ')}`] : []),
    ...(sync ? intentions(plan) : []),
  ];
}

export const listTitle = ({id, name}: Plan['list']): string => `"${name}"${id === undefined ? ' (new)' : ''}`;

/** The account in a plan's first line. */
function placeOf({name, source, baseUrl}: Plan['account']): string {
  if (source === 'sandbox') return ' on the sandbox';
  return source === 'environment' ? ` on ${hostOf(baseUrl)}` : ` on ${name} (${hostOf(baseUrl)})`;
}

export const stoppedInNumbers = ({counts: {unsubscribed, left_a_group}}: Plan): string[] =>
  [numberOrNothing(unsubscribed, 'unsubscribed'), numberOrNothing(left_a_group, 'of the new left a group')].filter(
    Boolean,
  );

/** How many rows differ in each field that an update can change, or cannot. */
export function differencesIn({table}: Plan, carried: boolean): Readonly<Record<string, number>> {
  const counts = table.terms.fields.map((field, at) => [field, table.timesNoted(at)] as const);
  return Object.fromEntries(
    counts.flatMap(([field, count]) => (count > 0 && field.carried === carried ? [[field.name, count]] : [])),
  );
}

function differencesInWords(plan: Plan): string[] {
  const {counts, found, edited, shown} = plan;
  const fields = Object.entries(differencesIn(plan, true)).map(([name, times]) => `${headOf(name)} ${number(times)}`);
  return [
    ...(fields.length > 0 ? [`  changed: ${fields.join(' · ')}`] : []),
    ...Object.entries(differencesIn(plan, false)).map(
      ([name, times]) =>
        `  ${headOf(name)} differs in ${counted(times, 'contact')}. An update cannot change it. To change it, delete and import these people`,
    ),
    ...shown.changes.map(
      ({email, cells}) =>
        `  ${email}: ${cells.map(({field, from, to}) => `${headOf(field)} ${quotedCell(from)} → ${quotedCell(to)}`).join(', ')}`,
    ),
    ...(edited ? editedInWords(plan) : sampleInWords('gone', found.gone)),
    ...sampleInWords('more than once', found.doubles),
    ...(counts.noCountry > 0 ? [`  ${counted(counts.noCountry, 'contact')} cannot be changed: ${NO_COUNTRY}`] : []),
  ];
}

const quotedCell = (text: string): string => (text === '' ? 'nothing' : `"${truncate(text, WIDEST)}"`);

/** The widest text of a cell before and after. */
const WIDEST = 40;

const sampleInWords = (word: string, {ids, first}: ContactSample): string[] =>
  ids.length === 0 ? [] : [`  ${word}: ${withMore(first.map(nameOf), ids.length)}`];

/** Whom an edited file leaves alone, with the reason, and who is in no line of it. */
function editedInWords({found, shown}: Plan): string[] {
  const reasons = [...new Set(shown.refused.map(({why}) => why))];
  const unchanged = shown.away.filter(email => !shown.refused.some(row => row.email === email));
  const others = found.gone.ids.length;
  return [
    ...reasons.map(why => {
      const names = shown.refused.filter(row => row.why === why).map(({email}) => email);
      return `  left alone, because ${refusals[why]}: ${withMore(names)}`;
    }),
    ...(unchanged.length > 0 ? [`  no longer on the list, and not added again: ${withMore(unchanged)}`] : []),
    ...(others > 0
      ? [
          `  ${people(others)} on the list ${plural(others, 'is', 'are')} in no line, and nobody is deleted. To delete people: emk contacts delete ADDRESS`,
        ]
      : []),
  ];
}

/** The work to do, and the options that would do more. */
function intentions(plan: Plan): string[] {
  const {sync, found, counts, edited, starts} = plan;
  const changing = onlyByChanges(starts);
  const todo = workIn(plan).map(({does, count}) => `${does} ${number(count)}`);
  const left = [
    numberOrNothing(counts.differs, `changed${sync?.update === null ? ' (--update)' : ''}`),
    sync?.gone === 'report' && !edited
      ? numberOrNothing(found.gone.ids.length, 'missing from the file (--gone delete or unsubscribe)')
      : '',
    numberOrNothing(counts.noCountry, 'without a country'),
    numberOrNothing(counts.leftAlone, 'left alone'),
  ].filter(Boolean);
  const rest = left.length > 0 ? `; not changed: ${left.join(' · ')}` : '';
  return [
    ...(changing.length > 0
      ? [`  may start live automations, if changed people come into a segment: ${changing.join(', ')}`]
      : []),
    `  ${todo.length === 0 ? `No changes${rest}` : `To do: ${todo.join(' · ')}${rest}`}`,
  ];
}
