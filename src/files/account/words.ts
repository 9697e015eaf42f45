import type {Context} from '../../change/context.js';
import {mailInWords} from '../../change/effect/effect.js';
import {mailAgainInWords} from '../../change/records/mail-again.js';
import {capital, counted, number, people, plural, sum, withMore} from '../../core/words/sentence.js';
import {clean} from '../../output/text/sanitise.js';
import {truncate} from '../../output/text/width.js';
import {isEmptyValue, type KindName, type Value} from './keys.js';
import {kinds} from './kinds.js';
import {accountLine, type KeptPlan, mailAgainBy, newPlan, type PlanOptions} from './plan.js';
import {type Applied, importedBy, type Proposal} from './proposal.js';
import type {Change, ContactChange, DifferingContacts, FieldChange, Impossible, Plan} from './shapes.js';

/** What can be done to a record, in the order of saying it. */
const actions = ['create', 'update', 'delete'] as const;

const words = {
  create: {sign: '+', verb: 'create', done: 'created'},
  update: {sign: '~', verb: 'change', done: 'changed'},
  delete: {sign: '-', verb: 'delete', done: 'deleted'},
} as const;

/** A plan for people. */
export function planInWords(plan: Plan): string {
  const changes = plan.changes.map(change => {
    const along = change.people ? ` with ${people(change.people)}` : '';
    return [`${words[change.action].sign} ${recordTitle(change)}${along}`, ...fieldsInWords(change)];
  });
  const contacts = plan.contacts.map(({list, create: {count, first}, impossible}) => [
    `~ ${contactsTitle(list)}`,
    ...(count > 0 ? [`${number(count)} to create: ${withMore(first.map(clean), count, first.length)}`] : []),
    ...impossible.map(cannotBeCreated),
  ]);
  const paragraphs = [
    changes.map(lines => lines.join('\n    ')),
    contacts.map(lines => lines.join('\n    ')),
    plan.impossible.map(impossibleInWords),
    plan.differing.map(differingInWords),
    [summaryOf(plan)],
  ];
  return paragraphs.flatMap(lines => (lines.length === 0 ? [] : [`${lines.join('\n')}\n`])).join('\n');
}

/** How many changes there are, and what is not touched. */
function summaryOf({changes, impossible, contacts, left, stay_unsubscribed: stay}: Plan): string {
  const going = sum(changes.map(({people: on = 0}) => on));
  const added = sum(contacts.map(({create}) => create.count));
  const cannot = impossible.length + sum(contacts.map(one => one.impossible.length));
  const parts = [
    ...actions.map(action => {
      const along = action === 'delete' && going > 0 ? ` with ${people(going)} on deleted lists` : '';
      return unlessNone(countOf(changes, action), count => `${count} to ${action}${along}`);
    }),
    unlessNone(added, () => `${counted(added, 'contact')} to create`),
    unlessNone(cannot, () => `${cannot} that cannot be made`),
  ].filter(Boolean);
  const others = Object.entries(left).flatMap(([kind, count]) => {
    const {one, many} = kinds[kind as KindName].collection.noun;
    return kind === 'unsubscribes' ? [] : [counted(count, one, many)];
  });
  return [
    parts.length === 0 ? 'No changes.' : `Changes: ${parts.join(', ')}.`,
    mailAgainIn(changes),
    unlessNone(others.length, () => `In no file, but kept without --prune: ${others.join(', ')}.`),
    unlessNone(
      stay.count,
      count => `In no file, but kept without --prune --mail-again: the unsubscribes of ${people(count)}.`,
    ),
  ]
    .filter(Boolean)
    .join(' ');
}

const unlessNone = (count: number, say: (count: number) => string): string => (count === 0 ? '' : say(count));

export const countOf = (changes: Iterable<Change>, wanted: Change['action']): number =>
  [...changes].filter(({action}) => action === wanted).length;

/** The sentence about people who get mail again; empty if nobody does. */
function mailAgainIn(changes: Iterable<Change>): string {
  const again = mailAgainBy(changes);
  return unlessNone(again.count, () => `${mailAgainInWords(again)}.`);
}

const recordTitle = ({kind, name}: Pick<Change, 'kind' | 'name'>): string =>
  `${kinds[kind].collection.noun.one} ${quoted(name)}`;

const contactsTitle = (list: string): string => `contacts of ${quoted(list)}`;

const cannotBeCreated = ({count, why}: ContactChange['impossible'][number]): string =>
  `${counted(count, 'contact')} cannot be created: ${clean(why)}.`;

/** The people of a list who have other values in its file. */
const differingInWords = ({list, count, first, next}: DifferingContacts): string =>
  `! ${contactsTitle(list)}: ${people(count)} ${plural(count, 'differs', 'differ')} (${withMore(first.map(clean), count)}). An apply changes nobody. To change ${plural(count, 'this person', 'these people')}: ${next}`;

/** A change that cannot be made, with its reason. */
const impossibleInWords = (one: Impossible): string =>
  `! ${recordTitle(one)} cannot be ${words[one.action].done}: ${clean(one.why)}.`;

/** What happens to the keys of a record, a line for each key or list value. For a new record, what it will be. */
const fieldsInWords = ({action, fields}: Change): readonly string[] =>
  action === 'delete' ? [] : fields.flatMap(field => fieldInWords(field, action === 'create'));

function fieldInWords(change: FieldChange, isNew: boolean): readonly string[] {
  const {key} = change;
  if ('added' in change) {
    const lines = [
      ...change.added.map(value => `+ ${shown(value)}`),
      ...change.removed.map(value => `- ${shown(value)}`),
    ];
    const more = lines.length > MOST ? [`and ${lines.length - MOST} more`] : [];
    return [...lines.slice(0, MOST), ...more].map(line => `${key}: ${line}`);
  }
  const [from, to] =
    'body' in change
      ? [change.body.from, change.body.to].map(length => unlessNone(length, () => counted(length, 'character')))
      : [change.from, change.to].map(value => (isEmptyValue(value) ? '' : shown(value)));
  return [`${key}: ${from && !isNew ? `${from} → ` : ''}${to || 'nothing'}`];
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
  const {plan, done, contacts, error} = applied;
  const isNothing = done.size + contacts.length === 0 && error === undefined;
  return [
    ...[...done].map(change => `${capital(words[change.action].done)} ${recordTitle(change)}`),
    ...contacts.map(
      ({list, created, deleted}) =>
        `Contacts of "${clean(list)}": ${deleted === undefined ? `${created} added` : `${deleted} deleted`}`,
    ),
    mailAgainIn(done),
    ...waitingInWords(applied),
    ...plan.impossible.map(impossibleInWords),
    ...plan.differing.map(differingInWords),
    ...plan.contacts.flatMap(({list, impossible}) =>
      impossible.map(one => `! ${contactsTitle(list)}: ${cannotBeCreated(one)}`),
    ),
    isNothing ? 'No changes.' : '',
  ]
    .filter(Boolean)
    .join('\n');
}

/** The changes that wait for an option, one per line. */
export const waitingInWords = ({waiting}: Proposal): readonly string[] =>
  waiting.map(({change, needs}) =>
    needs === '--mailings'
      ? `The ${recordTitle(change)} waits for --mailings.`
      : `The ${recordTitle(change)} does not go live without --live.`,
  );

/** What is about to be done, for people; `more` says what else that causes. */
export function proposalInWords(proposal: Proposal, more: readonly string[] = []): string {
  const {plan, changes, imports} = proposal;
  const taken = imports.map(
    ({list, count}) => `Up to ${counted(count, 'contact')} that were imported into ${quoted(list)} go.`,
  );
  const lines = [...taken, ...waitingInWords(proposal), ...more].map(line => `${line}\n`);
  return `${planInWords({...plan, changes})}${lines.join('')}`;
}

/** The question before an apply: what it would do, in one sentence without its end. */
export function applyQuestion({changes, contactChanges, imports}: Proposal): string {
  const parts = [
    ...actions.map(action =>
      unlessNone(countOf(changes, action), count => `${words[action].verb} ${counted(count, 'record')}`),
    ),
    ...contactChanges.map(({list, create}) => `add ${people(create.count)} to the ${contactsTitle(list)}`),
    unlessNone(imports.length, () => `delete up to ${counted(importedBy(imports), 'imported contact')}`),
  ];
  const senders = changes.filter(({kind, action}) => kind === 'senders' && action === 'create').length;
  const mailings = changes.filter(({kind, action}) => kind === 'mailings' && action !== 'delete').length;
  const going = sum(changes.map(({people: on = 0}) => on));
  const notes = [
    unlessNone(senders, () => `the service mails ${counted(senders, 'new sender')} a verification link`),
    unlessNone(mailings, () => `${counted(mailings, 'mailing')} will go out as planned`),
    unlessNone(going, () => `including ${counted(going, 'contact')} on deleted lists`),
    mailAgainIn(changes).replace(/\.$/, ''),
  ].filter(Boolean);
  return `${capital(parts.filter(Boolean).join(', '))}${unlessNone(notes.length, () => ` (${notes.join('; ')})`)}`;
}

/** The live automations that start, one sentence for each cause. */
export const startsInWords = ({starts}: Proposal): readonly string[] =>
  starts.map(({names, cause}) => `This ${mailInWords({names: names.map(clean), cause})}.`);

/** The record at which an apply broke off, if it is known. */
export const failedAt = ({failed}: Pick<Applied, 'failed'>): string | undefined =>
  failed && capital(recordTitle(failed));

/** After a prune that kept unsubscribes: how many, and the line that deletes them, which asks and names the people. */
export function sayWhoStays(
  {notice}: Pick<Context, 'notice'>,
  {stay_unsubscribed: {count}}: Pick<Plan, 'stay_unsubscribed'>,
  {planned, ...options}: PlanOptions & {readonly planned?: KeptPlan | undefined},
): void {
  if (!options.prune || count === 0) return;
  const line = planned ? newPlan(planned, true) : accountLine('apply', {...options, mail_again: true});
  const stay = `${plural(count, 'stays', 'stay')} unsubscribed, although no file says so`;
  notice(`${people(count)} ${stay}. To let ${plural(count, 'this person', 'these people')} get mail again: ${line}`);
}
