import {truncate} from '../../output/text/width.js';
import {headOf} from '../../records/fields/heads.js';
import type {Reason} from '../../who-left/door.js';
import {namesInLines} from '../../who-left/names.js';
import {andList, capital, counted, number, numberOrNothing, people, plural, withMore} from '../../words/sentence.js';
import {placeOf} from '../run/report.js';
import type {Worked} from './change-contacts.js';
import type {ContactSample} from './compare-list.js';
import {onlyByChanges, type SyncPlan} from './plan-sync.js';
import {refusals} from './refusals.js';
import {NO_COUNTRY} from './sync-effect.js';
import type {Differences, UnfinishedWork} from './sync-result.schema.js';

/** The differences between the file and the list in words, and what would be done about them. */
export function planInWords(plan: SyncPlan): string[] {
  const {job, list, counts, differences, starts, edited, shown} = plan;
  const {checked, source, plan: adding, files} = job;
  const changing = onlyByChanges(starts);
  const leftOut = checked.status.left + checked.status.bounced + checked.status.out;
  const parts = [
    `${number(adding.send)} new`,
    `${number(changedIn(plan))} changed`,
    `${number(counts.same)} unchanged`,
    edited ? '' : `${number(list.gone.ids.length + list.left)} gone`,
    numberOrNothing(list.refused.size, 'left alone'),
    ...stoppedInNumbers(plan),
    numberOrNothing(list.nameless.ids.length, 'not comparable'),
    numberOrNothing(list.doubles.ids.length, 'more than once in the list'),
    numberOrNothing(checked.repeated, 'repeated in the file'),
    numberOrNothing(leftOut, 'skipped by their status'),
    numberOrNothing(checked.rejected, `rejected${files.rejected ? ` → ${files.rejected}` : ''}`),
  ];
  return [
    `Sync ${source.name} → "${job.list.name}"${job.list.id === undefined ? ' (new)' : ''}${placeOf(plan.job.account)}`,
    `  ${counted(checked.rows, 'row')} and ${counted(list.baseline.listed, 'contact')}: ${parts.filter(Boolean).join(' · ')}`,
    ...stoppedByName(plan),
    ...fieldsInWords(differences.carried),
    ...notCarriedInWords(differences.notCarried),
    ...shown.changes.map(changeInWords),
    ...(edited ? editedInWords(plan) : namesInWords('gone', list.gone)),
    ...namesInWords('more than once', list.doubles),
    ...(counts.needsCountry > 0
      ? [`  ${counted(counts.needsCountry, 'contact')} cannot be changed: ${NO_COUNTRY}`]
      : []),
    ...(starts.adding.length > 0 ? [`  starts live automations: ${starts.adding.join(', ')}`] : []),
    ...(changing.length > 0
      ? [`  may start live automations, if changed people come into a segment: ${changing.join(', ')}`]
      : []),
    `  ${intentions(plan)}`,
  ];
}

/** A person before and after: `  ann@example.com: City "Berlin" → "Potsdam"`. */
const changeInWords = ({email, cells}: SyncPlan['shown']['changes'][number]): string =>
  `  ${email}: ${cells.map(({field, from, to}) => `${headOf(field)} ${quotedCell(from)} → ${quotedCell(to)}`).join(', ')}`;

const quotedCell = (text: string): string => (text === '' ? 'nothing' : `"${truncate(text, WIDEST)}"`);

/** Whom an edited file leaves alone, with the reason, and who is in no line of it. */
function editedInWords({list, shown}: SyncPlan): string[] {
  const reasons = [...new Set(shown.refused.map(({why}) => why))];
  const unchanged = shown.away.filter(email => !shown.refused.some(row => row.email === email));
  const others = list.gone.ids.length;
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

/** How many people of the file the door stopped, for each reason. */
export const stoppedIn = ({job: {plan}}: SyncPlan): Record<Reason, number> => ({
  unsubscribed: plan.unsubscribed,
  left_a_group: plan.left_a_group,
});

export function stoppedInNumbers(plan: SyncPlan): string[] {
  const {unsubscribed, left_a_group} = stoppedIn(plan);
  return [
    numberOrNothing(unsubscribed, 'unsubscribed'),
    numberOrNothing(left_a_group, 'of the new left a group'),
  ].filter(Boolean);
}

/** Who they are, a line for each reason. */
export const stoppedByName = (plan: SyncPlan): string[] => namesInLines(plan.job.plan.names, stoppedIn(plan));

/** How many contacts differ from their rows in any field. */
export const changedIn = ({counts: {toChange, differs, needsCountry}, list}: SyncPlan): number =>
  toChange + differs + needsCountry + list.refused.size;

/** The work to do, and the options that would do more. */
function intentions(plan: SyncPlan): string {
  const {sync, list, counts, edited} = plan;
  const todo = todoIn(plan);
  const left = [
    numberOrNothing(counts.differs, `changed${sync.update === null ? ' (--update)' : ''}`),
    sync.gone === 'report' && !edited
      ? numberOrNothing(list.gone.ids.length, 'missing from the file (--gone delete or unsubscribe)')
      : '',
    numberOrNothing(counts.needsCountry, 'without a country'),
    numberOrNothing(list.refused.size, 'left alone'),
  ].filter(Boolean);
  const rest = left.length > 0 ? `; not changed: ${left.join(' · ')}` : '';
  return todo.length === 0 ? `No changes${rest}` : `To do: ${todo.join(' · ')}${rest}`;
}

/** The work to do, part by part; empty if the list needs no change. */
export const todoIn = (plan: SyncPlan): string[] => workIn(plan).map(({does, count}) => `${does} ${number(count)}`);

/** The question of a sync, without its end: `Add 1 person to "Staff" and change 2 people`. */
export function questionFor(plan: SyncPlan): string {
  const parts = workIn(plan).map(({does, count, from}, at) =>
    [does, people(count), ...(at === 0 ? [`${from} "${plan.job.list.name}"`] : [])].join(' '),
  );
  return capital(andList(parts));
}

/** What is done to how many people, and the word before the list that they come to or leave. */
type Work = {readonly does: 'add' | 'change' | 'delete' | 'unsubscribe'; readonly count: number; readonly from: string};

function workIn({job, sync, list, counts}: SyncPlan): readonly Work[] {
  const work: readonly Work[] = [
    {does: 'add', count: job.plan.send, from: 'to'},
    {does: 'change', count: counts.toChange, from: 'on'},
    ...(sync.gone === 'report' ? [] : [{does: sync.gone, count: list.gone.ids.length, from: AWAY[sync.gone]}]),
  ];
  return work.filter(({count}) => count > 0);
}

/** An unsubscribed person gets no mail at all, and stays on the list. */
const AWAY = {delete: 'from', unsubscribe: 'on'} as const;

function fieldsInWords(differences: Differences): string[] {
  const each = Object.entries(differences).map(([name, times]) => `${headOf(name)} ${number(times)}`);
  return each.length === 0 ? [] : [`  changed: ${each.join(' · ')}`];
}

function notCarriedInWords(differences: Differences): string[] {
  return Object.entries(differences).map(
    ([name, times]) =>
      `  ${headOf(name)} differs in ${counted(times, 'contact')}. An update cannot change it. To change it, delete and import these people`,
  );
}

function namesInWords(word: string, {ids, first}: ContactSample): string[] {
  if (ids.length === 0) return [];
  const names = first.map(({id, email}) => email ?? `contact ${id}`);
  return [`  ${word}: ${withMore(names, ids.length)}`];
}

/** Counts what is undone: contacts that failed, and those not tried. */
export function leftOf(
  {job, counts, list, sync}: SyncPlan,
  {arrived, changing, going}: {readonly arrived: number; readonly changing: Worked; readonly going: Worked},
): UnfinishedWork {
  const gone = owedBy(list, going).count;
  return {
    add: job.plan.send - arrived,
    change: counts.toChange - changing.done,
    delete: sync.gone === 'delete' ? gone : 0,
    unsubscribe: sync.gone === 'unsubscribe' ? gone : 0,
  };
}

/** People who are still to be deleted or unsubscribed: how many, and the first of them by address. */
type Owed = {readonly count: number; readonly first: readonly string[]};

/** Finds whom the work did not reach. If it stopped before it began, that is everybody who is gone. */
export function owedBy({gone}: SyncPlan['list'], {done, failed, stopped}: Worked): Owed {
  const emails = new Map(gone.first.map(({id, email}) => [id, email]));
  const nameOf = (id: string | number): string =>
    typeof id === 'string' ? id : (emails.get(id) ?? `contact ${number(id)}`);
  const isUntouched = stopped !== undefined && done + failed.length === 0;
  const ids = isUntouched ? gone.ids : failed.map(({id}) => id);
  return {count: ids.length, first: ids.slice(0, MOST_LISTED).map(nameOf)};
}

/** How many people a script gets by name. */
const MOST_LISTED = 1000;

/** What is undone, in a sentence; undefined if all is done. */
export function leftInWords(
  {add, change, delete: remove, unsubscribe}: UnfinishedWork,
  owed: readonly string[],
  {failed}: Worked,
): string | undefined {
  const changes = failed.length === 0 ? '' : ` (${withMore(failed.map(({id, name}) => name ?? `contact ${id}`))})`;
  const parts = [
    some(unsubscribe, `to unsubscribe (${withMore(owed, unsubscribe)})`),
    some(remove, `to delete (${withMore(owed, remove)})`),
    some(change, `to change${changes}`),
    some(add, 'to add'),
  ].filter(part => part !== '');
  return parts.length === 0 ? undefined : `Not done: ${parts.join(', ')}.`;
}

const some = (count: number, what: string): string => (count <= 0 ? '' : `${people(count)} ${what}`);

/** The widest text of a cell before and after. */
const WIDEST = 40;
