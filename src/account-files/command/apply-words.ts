import {mailInWords} from '../../effect/effect.js';
import {clean} from '../../output/text/sanitise.js';
import {mailAgainInWords} from '../../who-left/mail-again.js';
import {capital, counted, people} from '../../words/sentence.js';
import type {Applied, Proposal} from '../apply/apply.js';
import {mailAgainBy} from '../compare/mail-again-by.js';
import type {Change} from '../results.schema.js';
import {
  actions,
  contactsTitle,
  countChanges,
  differingInWords,
  impossibleContactsInWords,
  impossibleInWords,
  mailAgainLines,
  participles,
  recordTitle,
} from './plan-words.js';

export function appliedInWords(applied: Applied): string {
  const {plan, done} = applied;
  const [changes, contacts] = [[...done], applied.contacts];
  const lines = [
    ...changes.map(change => `${capital(participles[change.action])} ${recordTitle(change)}`),
    ...contacts.map(({list, created}) => `Contacts of "${clean(list)}": ${created} added`),
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

/** The question before an apply: what it would do, in one sentence without its end. */
export function applyQuestion({changes, contactChanges, contactsInTypes}: Proposal): string {
  const count = countChanges(changes);
  const parts = actions
    .filter(action => count(action) > 0)
    .map(action => `${verbs[action]} ${counted(count(action), 'record')}`);
  const contacts = contactChanges.map(change => `add ${people(change.create.count)} to the ${contactsTitle(change)}`);
  const senders = changes.filter(({kind, action}) => kind === 'senders' && action === 'create').length;
  const mailings = changes.filter(({kind, action}) => kind === 'mailings' && action !== 'delete').length;
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
