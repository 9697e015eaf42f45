import {hostOf} from '../../accounts/key.js';
import type {Permit} from '../../api/describe/permit.js';
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
import {truncate} from '../../output/text/width.js';
import {namesInLines} from '../../people/let-in.js';
import {headOf} from '../../records/fields/heads.js';
import {type ContactSample, type Refusal, refusals} from '../sync/compare.js';
import {effectOfPlan, goneIn, NO_COUNTRY, type PeopleChange, type Plan, refusalOf} from './plan.js';

/** Shows what is about to happen, refuses all that may not happen before the first change, and asks, unless that was done. */
export async function gate(plan: Plan, isAgreed = false): Promise<Permit<PeopleChange>> {
  const {context, checked, sync, settings} = plan;
  const {allowAutomations} = settings;
  for (const line of planInWords(plan)) context.notice(line);
  const effect = effectOfPlan(plan);
  if (!needsWork(plan)) return context.agree(effect, {asksNothing: true});
  const refusal = refusalOf(plan);
  if (refusal) throw refusal;
  const maxDelete = goneIn(plan);
  const isOpen = sync !== undefined || !isAgreed || (plan.starts.length > 0 && !allowAutomations);
  if (!(context.ask.possible && isOpen) && maxDelete === 0)
    return context.agree(effect, {asksNothing: true, allowAutomations});
  const skipped = sync || checked.rejected === 0 ? '' : ` and skip ${counted(checked.rejected, 'row')}`;
  // How many may go is checked above, by an option that knows the size of the list.
  const what = questionFor(plan) + skipped;
  return context.agree(effect, {what, maxDelete, always: true, leadsBack: !isAgreed, allowAutomations});
}

/** What is to be done to how many people. */
export function toDo(plan: Plan) {
  const {counts, sync} = plan;
  const goneFor = (how: 'delete' | 'unsubscribe'): number => (sync?.gone === how ? goneIn(plan) : 0);
  return {add: counts.add, change: counts.change, delete: goneFor('delete'), unsubscribe: goneFor('unsubscribe')};
}

const workIn = (plan: Plan) =>
  (Object.entries(toDo(plan)) as Array<[keyof typeof ofList, number]>).filter(([, count]) => count > 0);

/** What stands before the list. An unsubscribed person gets no mail at all, and stays on the list. */
const ofList = {add: 'to', change: 'on', delete: 'from', unsubscribe: 'on'};

export const needsWork = (plan: Plan): boolean => workIn(plan).length > 0;

/** The question without its end: `Import 2 contacts into "Leads"`, `Add 1 person to "Staff" and change 2 people`. */
export function questionFor(plan: Plan): string {
  if (!plan.sync) return `Import ${counted(plan.counts.add, 'contact')} into "${plan.list.name}"`;
  const parts = workIn(plan).map(
    ([does, count], at) => `${does} ${people(count)}${at === 0 ? ` ${ofList[does]} "${plan.list.name}"` : ''}`,
  );
  return capital(andList(parts));
}

/** How many contacts differ from their rows in any field. */
export const changedIn = ({counts: {change, differs, noCountry, leftAlone}}: Plan): number =>
  change + differs + noCountry + leftAlone;

/** What a plan counts, in words: the first says who is new. */
function countsInWords(plan: Plan): string[] {
  const {checked, counts, sync, found, edited, settings} = plan;
  const {left, bounced, out} = checked.status;
  const {rejected: place} = plan.files;
  const gone = edited ? '' : `${number(found.gone.ids.length + found.left)} gone`;
  const ofList = sync
    ? [
        ...[
          `${number(counts.add)} new`,
          `${number(changedIn(plan))} changed`,
          `${number(counts.same)} unchanged`,
          gone,
        ],
        ...[numberOrNothing(counts.leftAlone, 'left alone'), numberOrNothing(counts.unsubscribed, 'unsubscribed')],
        numberOrNothing(counts.left_a_group, 'of the new left a group'),
      ]
    : [
        ...[`${number(counts.add)} to add`, numberOrNothing(counts.left_a_group, 'of them left a group')],
        ...[numberOrNothing(counts.same, 'already in the list'), numberOrNothing(counts.unsubscribed, 'unsubscribed')],
      ];
  return [
    ...ofList,
    numberOrNothing(checked.repeated, 'repeated in the file'),
    numberOrNothing(left + bounced + out, 'skipped by their status'),
    numberOrNothing(
      checked.rejected,
      `${settings.skipsRejected ? 'skipped' : 'rejected'}${place ? ` → ${place}` : ''}`,
    ),
  ].filter(Boolean);
}

/** The plan in words: two lines, and more about people who need a look. `first` says other words about who is new. */
export function planInWords(plan: Plan, first?: string): string[] {
  const {source, list, account, checked, counts, sync, listing, names, starts} = plan;
  const [add = '', ...others] = countsInWords(plan);
  const of = sync ? ` and ${counted(listing.listed, 'contact')}` : '';
  return [
    `${sync ? 'Sync' : 'Import'} ${source.name} → ${listTitle(list)}${placeOf(account)}`,
    `  ${counted(checked.rows, 'row')}${of}: ${[first ?? add, ...others].join(' · ')}`,
    ...namesInLines(names, counts),
    ...(sync ? differencesInWords(plan) : []),
    ...starts.map(({names: those, cause}) => `  ${cause === 'changes' ? MAY_START : STARTS}: ${those.join(', ')}`),
    ...(sync ? [intentions(plan)] : []),
  ];
}

const STARTS = 'starts live automations';
const MAY_START = 'may start live automations, if changed people come into a segment';

export const listTitle = ({id, name}: Plan['list']): string => `"${name}"${id === undefined ? ' (new)' : ''}`;

function placeOf({name, source, baseUrl}: Plan['account']): string {
  if (source === 'sandbox') return ' on the sandbox';
  return source === 'environment' ? ` on ${hostOf(baseUrl)}` : ` on ${name} (${hostOf(baseUrl)})`;
}

/** How many rows differ in each field that an update can change, or cannot. */
export function differencesIn({table, found}: Plan, carried: boolean): Readonly<Record<string, number>> {
  const counts = table.terms.fields.map((field, at) => [field, found.differing[at] ?? 0] as const);
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
    ...(counts.noCountry > 0 ? [`  ${counted(counts.noCountry, 'contact')} cannot be changed: ${NO_COUNTRY}`] : []),
  ];
}

const quotedCell = (text: string): string => (text === '' ? 'nothing' : `"${truncate(text, WIDEST)}"`);

const WIDEST = 40;

const sampleInWords = (word: string, {ids, first}: ContactSample): string[] => {
  const names = first.map(({id, email}) => email ?? `contact ${id}`);
  return ids.length === 0 ? [] : [`  ${word}: ${withMore(names, ids.length)}`];
};

/** Whom an edited file leaves alone, with the reason, and who is in no line of it. */
function editedInWords({found, shown, settings}: Plan): string[] {
  const reasons = new Set(shown.refused.map(({why}) => why));
  const namesOf = (reason: Refusal) => shown.refused.filter(({why}) => why === reason).map(({email}) => email);
  const unchanged = shown.away.filter(email => !shown.refused.some(row => row.email === email));
  const others = settings.isOurs ? 0 : found.gone.ids.length;
  return [
    ...[...reasons].map(why => `  left alone, because ${refusals[why]}: ${withMore(namesOf(why))}`),
    ...(unchanged.length > 0 ? [`  no longer on the list, and not added again: ${withMore(unchanged)}`] : []),
    ...(others > 0
      ? [
          `  ${people(others)} on the list ${plural(others, 'is', 'are')} in no line, and nobody is deleted. To delete people: emk contacts delete ADDRESS`,
        ]
      : []),
  ];
}

/** What a sync will do, and what its options leave as it is. */
function intentions(plan: Plan): string {
  const {counts, found, edited, sync} = plan;
  const todo = workIn(plan).map(([does, count]) => `${does} ${number(count)}`);
  const missing = sync?.gone === 'report' && !edited ? found.gone.ids.length : 0;
  const left = [
    numberOrNothing(counts.differs, `changed${sync?.update === undefined ? ' (--update)' : ''}`),
    numberOrNothing(missing, 'missing from the file (--gone delete or unsubscribe)'),
    numberOrNothing(counts.noCountry, 'without a country'),
    numberOrNothing(counts.leftAlone, 'left alone'),
  ].filter(Boolean);
  const rest = left.length > 0 ? `; not changed: ${left.join(' · ')}` : '';
  const will = todo.length === 0 ? 'No changes' : `To do: ${todo.join(' · ')}`;
  return `  ${will}${rest}`;
}
