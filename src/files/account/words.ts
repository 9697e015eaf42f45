import {mailInWords} from '../../change/effect/effect.js';
import {mailAgainInWords} from '../../change/records/mail-again.js';
import {capital, counted, numberOrNothing, people, sum, withMore} from '../../core/words/sentence.js';
import {clean} from '../../output/text/sanitise.js';
import {truncate} from '../../output/text/width.js';
import {type EntryValue, isEmptyValue} from './keys.js';
import {type AccountPlan, mailAgainBy} from './plan.js';
import {type Applied, importedBy, type Proposal} from './proposal.js';
import {titleOf} from './references.js';
import type {FieldChange, Impossible, RecordChange} from './shapes.js';

/** What can be done to a record, in the order of saying it. */
const actions = ['create', 'update', 'delete'] as const;

const words = {
  create: {sign: '+', verb: 'create', done: 'created'},
  update: {sign: '~', verb: 'change', done: 'changed'},
  delete: {sign: '-', verb: 'delete', done: 'deleted'},
} as const;

type Going = Pick<AccountPlan, 'changes' | 'contacts'> & Partial<Pick<Proposal, 'imports'>>;

/** A plan for people. */
export function accountPlanInWords(plan: AccountPlan & Going): string {
  const {changes, contacts, impossible} = plan;
  const cannot = sum(impossible.map(({count = 1}) => count));
  const going = [countsInWords(plan), numberOrNothing(cannot, 'that cannot be made')].filter(Boolean).join(', ');
  const paragraphs = [
    changes.map(change => {
      const along = change.people ? ` with ${people(change.people)}` : '';
      return [`${words[change.action].sign} ${titleInWords(change)}${along}`, ...fieldsInWords(change)].join('\n    ');
    }),
    contacts.map(({list, count, first}) => {
      const names = withMore(first.map(clean), count, first.length);
      return `~ ${titleInWords({kind: 'contacts', name: list})}\n    ${count} to create: ${names}`;
    }),
    impossible.map(impossibleInWords),
    differingInWords(plan),
    endingInWords(changes),
    [[going === '' ? 'No changes.' : `Changes: ${going}.`, mailAgainIn(changes)].filter(Boolean).join(' ')],
  ];
  return paragraphs.flatMap(lines => (lines.length === 0 ? [] : [`${lines.join('\n')}\n`])).join('\n');
}

/** How much is to be done: `1 to create, 3 to delete`; empty if nothing is. */
function countsInWords({changes, contacts, imports = []}: Going): string {
  const some = (count: number, one: string, what: string) => (count === 0 ? '' : `${counted(count, one)} ${what}`);
  const made = (kind: RecordChange['kind']) =>
    countOf(
      changes.filter(change => change.kind === kind),
      'create',
    );
  return [
    ...actions.map(action => numberOrNothing(countOf(changes, action), `to ${words[action].verb}`)),
    ...contacts.map(({list, count}) => `${people(count)} to add to "${clean(list)}"`),
    some(made('mailings'), 'mailing', 'to go out as planned'),
    some(made('senders'), 'new sender', 'whom the service mails a link'),
    some(sum(changes.map(({people: on = 0}) => on)), 'contact', 'to delete with their lists'),
    some(importedBy(imports), 'imported contact', 'to delete at most'),
  ]
    .filter(Boolean)
    .join(', ');
}

export const countOf = (changes: Iterable<RecordChange>, wanted: RecordChange['action']): number =>
  [...changes].filter(({action}) => action === wanted).length;

/** The sentence about people who get mail again; empty if nobody does. */
function mailAgainIn(changes: Iterable<RecordChange>): string {
  const again = mailAgainBy(changes);
  return again.count === 0 ? '' : `${mailAgainInWords(again)}.`;
}

/** What it means for people that an automation which is live is paused or deleted. */
const endingInWords = (changes: Iterable<AccountPlan['changes'][number]>): readonly string[] =>
  [...changes]
    .filter(({kind, action, there, entry}) => {
      const wasLive = kind === 'automations' && there?.entry['live'] === true;
      return wasLive && (action === 'delete' || entry['live'] !== true);
    })
    .map(
      one => `! The live ${titleInWords(one)} ends: who joins gets no more mail, and people halfway may lose the rest.`,
    );

/** A record by its kind and name, which must not control a terminal. */
const titleInWords = (record: Pick<Impossible, 'kind' | 'name'>): string => clean(titleOf(record));

/** The people of lists who have other values in their files. */
const differingInWords = ({differing}: AccountPlan): readonly string[] =>
  differing.map(
    ({list, count, first, next}) =>
      `! ${titleInWords({kind: 'contacts', name: list})}: ${people(count)} with other values than in the file (${withMore(first.map(clean), count)}). An apply changes nobody. To change them: ${next}`,
  );

/** A change that cannot be made, with its reason. */
const impossibleInWords = (one: Impossible): string =>
  `! ${titleInWords(one)} cannot be ${words[one.action].done}: ${clean(one.why)}.`;

/** What happens to the keys of a record, a line for each key or list value. For a new record, what it will be. */
const fieldsInWords = ({action, fields}: RecordChange): readonly string[] =>
  action === 'delete' ? [] : fields.flatMap(field => fieldInWords(field, action === 'create'));

function fieldInWords(change: FieldChange, isNew: boolean): readonly string[] {
  const {key} = change;
  if (!('added' in change)) {
    const [from, to] = [change.from, change.to].map(value => (isEmptyValue(value) ? 'nothing' : shown(value)));
    return [`${key}: ${isNew ? '' : `${from} → `}${to}`];
  }
  const lines = [['+', change.added] as const, ['-', change.removed] as const];
  return lines.flatMap(([sign, some]) =>
    some.length === 0 ? [] : [`${key}: ${sign} ${withMore(some.map(shown), some.length, MOST)}`],
  );
}

/** A value on one line; of an entry, the short keys. */
function shown(value: EntryValue): string {
  if (typeof value === 'string') return `"${truncate(clean(value), WIDEST)}"`;
  if (typeof value !== 'object') return String(value);
  if (Array.isArray(value)) return value.map(shown).join(', ');
  return Object.entries(value)
    .map(([key, each]) => `${key} ${shown(each)}`)
    .join(', ');
}

const WIDEST = 100;
const MOST = 20;

export function appliedInWords(applied: Applied): string {
  const {plan, done, contacts} = applied;
  const lines = [
    ...[...done].map(change => `${capital(words[change.action].done)} ${titleInWords(change)}`),
    ...contacts.map(
      ({list, created, deleted}) =>
        `Contacts of "${clean(list)}": ${deleted > 0 ? `${deleted} deleted` : `${created} added`}`,
    ),
    mailAgainIn(done),
    ...endingInWords(done),
    ...waitingInWords(applied),
    ...plan.impossible.map(impossibleInWords),
    ...differingInWords(plan),
  ].filter(Boolean);
  return (lines.length === 0 ? ['No changes.'] : lines).join('\n');
}

/** The changes that wait for an option, one per line. */
const waitingInWords = ({waiting}: Proposal): readonly string[] =>
  waiting.map(({change, needs}) => `The ${titleInWords(change)} waits for ${needs}.`);

/** What is about to be done, for people, and what else that causes. */
export function proposalInWords(proposal: Proposal): string {
  const {plan, changes, imports, starts} = proposal;
  const mail = starts.map(({names, cause}) => `This ${mailInWords({names: names.map(clean), cause})}.`);
  const lines = [...waitingInWords(proposal), ...mail].map(line => `${line}\n`);
  return `${accountPlanInWords({...plan, changes, imports})}${lines.join('')}`;
}

/** The question before an apply: what it would do, in one sentence without its end. */
export function applyQuestion({plan: {contacts}, changes, imports}: Proposal): string {
  const again = mailAgainIn(changes).replace(/\.$/, '');
  return `Make these changes: ${[countsInWords({contacts, changes, imports}), again].filter(Boolean).join('; ')}`;
}

/** The record at which an apply broke off, if it is known. */
export const failedAt = ({failed}: Pick<Applied, 'failed'>): string | undefined =>
  failed && capital(titleInWords(failed));
