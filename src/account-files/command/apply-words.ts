import {mailInWords} from '../../effect/effect.js';
import {clean} from '../../output/text/sanitise.js';
import {mailAgainInWords} from '../../who-left/mail-again.js';
import {capital, counted, number} from '../../words/sentence.js';
import type {Applied, Proposal} from '../apply/apply.js';
import {mailAgainBy} from '../compare/mail-again-by.js';
import type {Change, ContactChange} from '../compare/plan.schema.js';
import type {AppliedData} from './applied.schema.js';
import {
  actions,
  comeBackLines,
  contactsTitle,
  countChanges,
  impossibleContactsInWords,
  impossibleInWords,
  joinedInWords,
  mailAgainLines,
  participles,
  recordTitle,
} from './plan-words.js';

export function appliedInWords(applied: Applied): string {
  const {plan, done} = applied;
  const [changes, contacts] = [[...done], applied.contacts];
  const lines = [
    ...changes.map(change => `${capital(participles[change.action])} ${recordTitle(change)}`),
    ...contacts.map(
      ({type, created, updated, deleted}) =>
        `Contacts of "${clean(type)}": ${created} added, ${updated} changed, ${deleted} deleted`,
    ),
    ...mailAgainLines(mailAgainBy(changes)),
    ...waitingInWords(applied),
    ...plan.impossible.map(one => `! ${impossibleInWords(one)}`),
    ...plan.contacts.flatMap(change =>
      impossibleContactsInWords(change).map(line => `! ${contactsTitle(change)}: ${line}`),
    ),
    ...plan.contacts.flatMap(change => joinedInWords(change).map(line => `${capital(contactsTitle(change))}: ${line}`)),
    ...comeBacksOf(applied).flatMap(({type, ...back}) =>
      comeBackLines({type, come_back: back}).map(line => `! ${contactsTitle({type})}: ${line}`),
    ),
  ];
  const isNothing = changes.length + contacts.length === 0 && applied.error === undefined;
  return [...lines, isNothing ? 'No changes.' : ''].filter(line => line !== '').join('\n');
}

/** What became of each pulled file of contacts: as its sync has found it, or as the plan says if it needed none. */
export const comeBacksOf = ({plan, contacts}: Pick<Applied, 'plan' | 'contacts'>): AppliedData['come_back'] =>
  plan.contacts.flatMap(({type, come_back: planned}) => {
    const back = contacts.find(one => one.type === type)?.come_back ?? planned;
    return back && back.away + back.conflicts > 0 ? [{type, ...back}] : [];
  });

/** The changes that wait for an option, one per line. */
export const waitingInWords = ({waiting}: Pick<Proposal, 'waiting'>): readonly string[] =>
  waiting.map(({change, needs}) =>
    needs === '--sends'
      ? `The ${recordTitle(change)} waits for --sends.`
      : `The ${recordTitle(change)} does not go live without --live.`,
  );

/** The question before an apply: what it would do, in one sentence without its end. */
export function applyQuestion({changes, contactChanges, contactsInTypes}: Proposal): string {
  const count = countChanges(changes);
  const parts = actions
    .filter(action => count(action) > 0)
    .map(action => `${verbs[action]} ${counted(count(action), 'record')}`);
  const contacts = contactChanges.map(
    change => `change the ${contactsTitle(change)} (${contactCountsInWords(change)})`,
  );
  const senders = changes.filter(({kind, action}) => kind === 'senders' && action === 'create').length;
  const sends = changes.filter(({kind, action}) => kind === 'single-sends' && action !== 'delete').length;
  const again = mailAgainBy(changes);
  const notes = [
    ...(senders > 0 ? [`the service mails ${counted(senders, 'new sender')} a verification link`] : []),
    ...(sends > 0 ? [`${counted(sends, 'mailing')} will go out as planned`] : []),
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

/** How many contacts are added, changed and deleted; the plan names them. */
const contactCountsInWords = (change: ContactChange): string =>
  actions
    .filter(action => change[action].count > 0)
    .map(action => `${number(change[action].count)} to ${verbs[action]}`)
    .join(', ');

const verbs: Readonly<Record<Change['action'], string>> = {create: 'create', update: 'change', delete: 'delete'};

/** The record at which an apply broke off, if it is known. */
export const failedAt = ({failed}: Pick<Applied, 'failed'>): string | undefined =>
  failed && capital(recordTitle(failed));
