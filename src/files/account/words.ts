import {mailInWords} from '../../change/effect/effect.js';
import type {Context} from '../../commands/command.js';
import {mailAgainInWords} from '../../commands/verbs/mail-again.js';
import {columnsOf} from '../../core/system/host.js';
import {capital, counted, number, people, plural, withMore} from '../../core/words/sentence.js';
import type {SomePeople} from '../../output/results/documents.js';
import {clean} from '../../output/text/sanitise.js';
import {writeNow} from '../../output/text/terminal.js';
import {truncate, wrapMessage} from '../../output/text/width.js';
import type {Applied} from './apply.js';
import {isEmptyValue, isKindName, type Value} from './keys.js';
import {kinds} from './kinds.js';
import {mailAgainBy, type PlanOptions} from './plan.js';
import {importedBy, type Proposal} from './proposal.js';
import {accountLine, type KeptPlan, newPlan} from './saved-plan.js';
import type {Action, Change, ContactChange, DifferingContacts, FieldChange, Impossible, Plan} from './shapes.js';

/** Shows a person what a question is about; a line that has its yes shows nothing. */
export function showBefore({ask, globals, host, progress}: Context, words: string): void {
  if (!ask.possible || globals.yes) return;
  progress.clear();
  writeNow(host.stderr, wrapMessage(words, columnsOf(host.stderr)), 'words');
}

/** A plan for people. */
export function planInWords(plan: Plan): string {
  const changes = plan.changes.map(change => {
    const fields = fieldsInWords(change).map(line => `\n    ${line}`);
    const along = change.people ? ` with ${people(change.people)}` : '';
    return `${signs[change.action]} ${recordTitle(change)}${along}${fields.join('')}\n`;
  });
  const impossible = plan.impossible.map(one => `! ${impossibleInWords(one)}\n`);
  const contacts = plan.contacts.map(
    change => `~ ${contactsTitle(change)}\n    ${contactsInWords(change).join('\n    ')}\n`,
  );
  const differing = plan.differing.map(one => `! ${differingInWords(one)}\n`);
  const parts = [changes.join(''), contacts.join(''), impossible.join(''), differing.join(''), `${summaryOf(plan)}\n`];
  return parts.filter(part => part !== '').join('\n');
}

const signs: Readonly<Record<Action, string>> = {create: '+', update: '~', delete: '-'};

/** How many changes there are, and what is not touched. */
function summaryOf({changes, impossible, contacts, left, stay_unsubscribed: stay}: Plan): string {
  const count = countChanges(changes);
  const going = changes.reduce((sum, {people: on = 0}) => sum + on, 0);
  const withPeople = (action: Action): string =>
    action === 'delete' && going > 0 ? ` with ${people(going)} on deleted lists` : '';
  const cannot = impossible.length + contacts.reduce((sum, change) => sum + change.impossible.length, 0);
  const parts = [
    ...actions.filter(action => count(action) > 0).map(action => `${count(action)} to ${action}${withPeople(action)}`),
    ...contactCounts(contacts),
    ...(cannot > 0 ? [`${cannot} that cannot be made`] : []),
  ];
  const again = mailAgainBy(changes);
  const others = Object.entries(left).flatMap(([kind, number]) => {
    if (kind === 'unsubscribes') return [];
    const {one, many} = isKindName(kind) ? kinds[kind].collection.noun : {one: 'contact', many: 'contacts'};
    return counted(number, one, many);
  });
  return [
    parts.length === 0 ? 'No changes.' : `Changes: ${parts.join(', ')}.`,
    ...mailAgainLines(again),
    ...(others.length === 0 ? [] : [`In no file, but kept without --prune: ${others.join(', ')}.`]),
    ...(stay.count === 0
      ? []
      : [`In no file, but kept without --prune --mail-again: the unsubscribes of ${people(stay.count)}.`]),
  ].join(' ');
}

/** The sentence about people who get mail again as a line of a report; none if nobody does. */
const mailAgainLines = (again: SomePeople): readonly string[] =>
  again.count === 0 ? [] : [`${mailAgainInWords(again)}.`];

/** The number of changes that do the same. */
const countChanges =
  (changes: readonly Pick<Change, 'action'>[]) =>
  (wanted: Action): number =>
    changes.filter(({action}) => action === wanted).length;

const recordTitle = ({kind, name}: Pick<Change, 'kind' | 'name'>): string =>
  `${kinds[kind].collection.noun.one} ${quoted(name)}`;

const contactsTitle = ({list}: Pick<ContactChange, 'list'>): string => `contacts of ${quoted(list)}`;

/** How many people would be added, with the first of them; then what the API cannot do. */
const contactsInWords = (change: ContactChange): readonly string[] => {
  const {count, first} = change.create;
  return [
    ...(count > 0 ? [`${number(count)} to create: ${withMore(first.map(clean), count, first.length)}`] : []),
    ...impossibleContactsInWords(change),
  ];
};

/** The contacts of a file that nobody can create, one line per reason. */
const impossibleContactsInWords = ({impossible}: ContactChange): readonly string[] =>
  impossible.map(({count, why}) => `${counted(count, 'contact')} cannot be created: ${clean(why)}.`);

/** The people of a list who have other values in its file. */
const differingInWords = ({list, count, first, next}: DifferingContacts): string =>
  `${contactsTitle({list})}: ${people(count)} ${plural(count, 'differs', 'differ')} (${withMore(first.map(clean), count)}). An apply changes nobody. To change ${plural(count, 'this person', 'these people')}: ${next}`;

/** What can be done to a record, in the order of saying it. */
const actions = ['create', 'update', 'delete'] as const;

function contactCounts(contacts: readonly ContactChange[]): string[] {
  const count = contacts.reduce((sum, {create}) => sum + create.count, 0);
  return count === 0 ? [] : [`${counted(count, 'contact')} to create`];
}

/** A change that cannot be made, with its reason. */
const impossibleInWords = (one: Impossible): string =>
  `${recordTitle(one)} cannot be ${participles[one.action]}: ${clean(one.why)}.`;

/** What was done to a record, in a word. */
const participles: Readonly<Record<Action, string>> = {create: 'created', update: 'changed', delete: 'deleted'};

/** What happens to the keys of a record, a line for each key or list value. For a new record, what it will be. */
const fieldsInWords = ({action, fields}: Pick<Change, 'action' | 'fields'>): readonly string[] =>
  action === 'delete' ? [] : fields.flatMap(field => fieldInWords(field, action === 'create'));

function fieldInWords(change: FieldChange, isNew: boolean): string[] {
  if ('added' in change) {
    const lines = [
      ...change.added.map(value => `+ ${shown(value)}`),
      ...change.removed.map(value => `- ${shown(value)}`),
    ];
    const more = lines.length > MOST ? [`and ${lines.length - MOST} more`] : [];
    return [...lines.slice(0, MOST), ...more].map(line => `${change.key}: ${line}`);
  }
  if ('body' in change) {
    const {from, to} = change.body;
    return [
      `${change.key}: ${from === 0 ? '' : `${counted(from, 'character')} → `}${to === 0 ? 'nothing' : counted(to, 'character')}`,
    ];
  }
  const {from, to} = change;
  return [
    `${change.key}: ${isNew || isEmptyValue(from) ? '' : `${shown(from)} → `}${isEmptyValue(to) ? 'nothing' : shown(to)}`,
  ];
}

/** A value on one line; of an entry, the short keys. */
function shown(value: Value): string {
  if (typeof value === 'string') return quoted(value);
  if (typeof value !== 'object') return String(value);
  if (Array.isArray(value)) return value.map(shown).join(', ');
  return Object.entries(value)
    .map(([key, each]) => `${key} ${shown(each)}`)
    .join(', ');
}

const quoted = (text: string): string => `"${truncate(clean(text), WIDEST)}"`;

const WIDEST = 100;
const MOST = 20;

export function appliedInWords(applied: Applied): string {
  const {plan, done} = applied;
  const [changes, contacts] = [[...done], applied.contacts];
  const lines = [
    ...changes.map(change => `${capital(participles[change.action])} ${recordTitle(change)}`),
    ...contacts.map(
      ({list, created, deleted}) =>
        `Contacts of "${clean(list)}": ${deleted === undefined ? `${created} added` : `${deleted} deleted`}`,
    ),
    ...mailAgainLines(mailAgainBy(changes)),
    ...waitingInWords(applied),
    ...plan.impossible.map(one => `! ${impossibleInWords(one)}`),
    ...plan.differing.map(one => `! ${differingInWords(one)}`),
    ...plan.contacts.flatMap(change =>
      impossibleContactsInWords(change).map(line => `! ${contactsTitle(change)}: ${line}`),
    ),
  ];
  const isNothing = changes.length + contacts.length === 0 && applied.error === undefined;
  return [...lines, isNothing ? 'No changes.' : ''].filter(line => line !== '').join('\n');
}

/** The changes that wait for an option, one per line. */
export const waitingInWords = ({waiting}: Pick<Proposal, 'waiting'>): readonly string[] =>
  waiting.map(({change, needs}) =>
    needs === '--mailings'
      ? `The ${recordTitle(change)} waits for --mailings.`
      : `The ${recordTitle(change)} does not go live without --live.`,
  );

/** The contacts that an undo takes back, a line for each import. */
export const importsInWords = ({imports}: Pick<Proposal, 'imports'>): readonly string[] =>
  imports.map(({list, count}) => `Up to ${counted(count, 'contact')} that were imported into ${quoted(list)} go.`);

/** The question before an apply: what it would do, in one sentence without its end. */
export function applyQuestion({changes, contactChanges, imports}: Proposal): string {
  const count = countChanges(changes);
  const parts = actions
    .filter(action => count(action) > 0)
    .map(action => `${verbs[action]} ${counted(count(action), 'record')}`);
  const contacts = [
    ...contactChanges.map(change => `add ${people(change.create.count)} to the ${contactsTitle(change)}`),
    ...(imports.length > 0 ? [`delete up to ${counted(importedBy(imports), 'imported contact')}`] : []),
  ];
  const senders = changes.filter(({kind, action}) => kind === 'senders' && action === 'create').length;
  const mailings = changes.filter(({kind, action}) => kind === 'mailings' && action !== 'delete').length;
  const contactsInTypes = changes.reduce((sum, {people: on = 0}) => sum + on, 0);
  const again = mailAgainBy(changes);
  const notes = [
    ...(senders > 0 ? [`the service mails ${counted(senders, 'new sender')} a verification link`] : []),
    ...(mailings > 0 ? [`${counted(mailings, 'mailing')} will go out as planned`] : []),
    ...(contactsInTypes > 0 ? [`including ${counted(contactsInTypes, 'contact')} on deleted lists`] : []),
    ...(again.count > 0 ? [mailAgainInWords(again)] : []),
  ];
  const sentence = [...parts, ...contacts].join(', ');
  return `${capital(sentence)}${notes.length > 0 ? ` (${notes.join('; ')})` : ''}`;
}

/** The live automations that start, one sentence without its end for each cause. */
export const startsInWords = ({starts}: Pick<Proposal, 'starts'>): readonly string[] =>
  starts.map(
    ({names, cause}) =>
      `${typeof cause === 'string' ? 'this' : 'a new email'} ${mailInWords({names: names.map(clean), cause})}`,
  );

const verbs: Readonly<Record<Change['action'], string>> = {create: 'create', update: 'change', delete: 'delete'};

/** The record at which an apply broke off, if it is known. */
export const failedAt = ({failed}: Pick<Applied, 'failed'>): string | undefined =>
  failed && capital(recordTitle(failed));

/** After a prune that kept unsubscribes: how many, and the line that deletes them, which asks and names the people. */
export function sayWhoStays(
  {notice}: Pick<Context, 'notice'>,
  {stay_unsubscribed: {count}}: Plan,
  {planned, ...options}: PlanOptions & {readonly planned?: KeptPlan | undefined},
): void {
  if (!options.prune || count === 0) return;
  const line = planned
    ? newPlan(planned, true)
    : accountLine('apply', {...options, kinds: [...options.wanted], mailAgain: true});
  const stay = plural(
    count,
    'stays unsubscribed, although no file says so',
    'stay unsubscribed, although no file says so',
  );
  notice(`${people(count)} ${stay}. To let ${plural(count, 'this person', 'these people')} get mail again: ${line}`);
}
