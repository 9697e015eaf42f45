import {headOf} from '../../records/fields/heads.js';
import type {Reason} from '../../who-left/door.js';
import {namesInLines} from '../../who-left/names.js';
import {andList, capital, counted, number, numberOrNothing, people, withMore} from '../../words/sentence.js';
import {placeOf} from '../run/report.js';
import {comeBackData, comeBackInWords} from './come-back-words.js';
import type {ContactSample} from './compare-list.js';
import {onlyByChanges, type SyncPlan} from './plan-sync.js';
import {NO_COUNTRY} from './sync-effect.js';
import type {Differences} from './sync-result.schema.js';
import {unsubscribedInWords} from './unsubscribed-by-sync.js';

/** The differences between the file and the list in words, and what would be done about them. */
export function planInWords(plan: SyncPlan, where = placeOf(plan.job.account)): string[] {
  const {job, sync, list, counts, differences, starts, withheld, comeBack} = plan;
  const {checked, source, type, plan: adding, files} = job;
  const changing = onlyByChanges(starts);
  const leftOut = checked.status.left + checked.status.bounced + checked.status.out;
  const parts = [
    `${number(adding.send + (withheld?.add ?? 0))} new`,
    `${number(changedIn(plan))} changed`,
    `${number(counts.same)} unchanged`,
    sync.isPart ? '' : `${number(list.gone.ids.length + list.left)} gone`,
    numberOrNothing(comeBack?.away.people ?? 0, 'no longer on the list'),
    numberOrNothing((comeBack?.conflicts.length ?? 0) - (comeBack?.mine.size ?? 0), 'changed twice'),
    ...stoppedInNumbers(plan),
    numberOrNothing(incomparable(plan), 'not comparable'),
    numberOrNothing(list.doubles.ids.length, 'more than once in the list'),
    numberOrNothing(plan.givenUp.length, 'refused by the service before'),
    numberOrNothing(checked.repeated, 'repeated in the file'),
    numberOrNothing(leftOut, 'skipped by their status'),
    numberOrNothing(checked.rejected, `rejected${files.rejected ? ` → ${files.rejected}` : ''}`),
  ];
  return [
    `Sync ${source.name} → "${type.name}"${type.id === undefined ? ' (new)' : ''}${where}`,
    `  ${counted(checked.rows, 'row')} and ${counted(list.baseline.listed, 'contact')}: ${parts.filter(Boolean).join(' · ')}`,
    ...stoppedByName(plan),
    ...fieldsInWords(differences.carried),
    ...notCarriedInWords(differences.notCarried),
    ...namesInWords('gone', list.gone),
    ...namesInWords('more than once', list.doubles),
    ...(comeBack ? comeBackInWords(comeBackData(comeBack), cannotTell(source.name)).map(line => `  ${line}`) : []),
    ...(counts.needsCountry > 0
      ? [`  ${counted(counts.needsCountry, 'contact')} cannot be changed: ${NO_COUNTRY}`]
      : []),
    ...(starts.adding.length > 0 ? [`  starts live automations: ${starts.adding.join(', ')}`] : []),
    ...(changing.length > 0
      ? [`  may start live automations, if changed people come into a segment: ${changing.join(', ')}`]
      : []),
    ...unsubscribedInWords(plan.bySync),
    `  ${intentions(plan)}`,
  ];
}

const cannotTell = (file: string): string =>
  `this machine does not know what ${file} said when it went out. So emk adds nobody and empties no field.`;

/** How many people of the file the door stopped, for each reason. */
export const stoppedIn = ({job: {plan}, counts: {stopped}}: SyncPlan): Record<Reason, number> => ({
  unsubscribed: plan.unsubscribed + stopped,
  left_a_group: plan.left_a_group,
});

export function stoppedInNumbers(plan: SyncPlan): string[] {
  const {unsubscribed, left_a_group} = stoppedIn(plan);
  return [
    numberOrNothing(unsubscribed, 'unsubscribed'),
    numberOrNothing(left_a_group, 'unsubscribed from a group'),
  ].filter(Boolean);
}

/** Who they are, a line for each reason. */
export const stoppedByName = (plan: SyncPlan): string[] => namesInLines(plan.job.plan.names, stoppedIn(plan));

/** How many contacts differ from their rows in any field. */
export const changedIn = ({counts: {toChange, differs, needsCountry, occupied}}: SyncPlan): number =>
  toChange + differs + needsCountry + occupied;

/** How many rows and contacts have no counterpart to be compared with. */
export const incomparable = ({counts: {keyless, taken}, list}: SyncPlan): number =>
  keyless + taken + list.keyless.ids.length;

/** The work to do, and the options that would do more. */
function intentions(plan: SyncPlan): string {
  const {sync, list, counts} = plan;
  const todo = todoIn(plan);
  const left = [
    numberOrNothing(counts.differs, `changed${sync.update === null ? ' (--update)' : ''}`),
    sync.gone === 'report'
      ? numberOrNothing(list.gone.ids.length, 'missing from the file (--gone delete or unsubscribe)')
      : '',
    numberOrNothing(counts.needsCountry, 'without a country'),
    numberOrNothing(counts.occupied, 'to an address that another contact has'),
  ].filter(Boolean);
  const rest = left.length > 0 ? `; not changed: ${left.join(' · ')}` : '';
  return todo.length === 0 ? `No changes${rest}` : `To do: ${todo.join(' · ')}${rest}`;
}

/** The work to do, part by part; empty if the list needs no change. */
export const todoIn = (plan: SyncPlan): string[] => workIn(plan).map(({does, count}) => `${does} ${number(count)}`);

/** The question of a sync, without its end: `Add 1 person to "Staff" and change 2 people`. */
export function questionFor(plan: SyncPlan): string {
  const parts = workIn(plan).map(({does, count, from}, at) =>
    [does, people(count), ...(at === 0 ? [`${from} "${plan.job.type.name}"`] : [])].join(' '),
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
