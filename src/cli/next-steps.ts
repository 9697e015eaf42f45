import type {Loose} from '../api/describe/schema.js';
import {RUNNING} from '../endpoints/single-sends.js';
import type {NextStep} from '../output/results/result.js';
import {lookUp} from '../words/look-up.js';

/** A choice, its line, in which `{…}` is a value of the result or of the `line`, and when the choice makes sense. */
type Step = readonly [name: string, line: string, makesSense?: (made: Loose) => boolean];

const isScheduled = ({schedule_type, status}: Loose): boolean =>
  Number(schedule_type) === 1 && !(Number(status) >= RUNNING);
const isImmediate = ({schedule_type}: Loose): boolean => Number(schedule_type) === 0;
const hasSent = ({sent}: Loose): boolean => Number(sent) > 0;
const hasAdded = ({done}: Loose): boolean => Number((done as Loose | undefined)?.['added']) > 0;
const isCarriedOut = ({result}: Loose): boolean => result !== 'planned' && result !== 'same';

const afterScheduling: readonly Step[] = [
  ['See how it does', 'single-sends stats {utr}', isImmediate],
  ['Wait until it is sent', 'single-sends wait {utr}', isImmediate],
  ['Send me a test', 'single-sends test {utr}', isScheduled],
  ['Change the time', 'single-sends reschedule {utr}', isScheduled],
  ['Cancel it', 'single-sends cancel {utr}', isScheduled],
];

const writeToThem: Step = ['Write to them', 'single-sends create --to type:{type.name}'];
const seeThem: Step = ['See them', 'contacts list --type {type.name} --sort -created_at'];
const undoImport: Step = ['Undo the import', 'contacts import undo'];
const onlyIf = ([name, line]: Step, makesSense: (made: Loose) => boolean): Step => [name, line, makesSense];

/** What people do after a job, by the place of its command. A line without words is the screen of `emk` alone. */
const steps: {readonly [place: string]: readonly Step[]} = {
  'auth switch': [['See what you can do', '']],
  'automations create': [['Add its first email', 'automations schedules add --automation {utr}']],
  'automations duplicate': [
    ['Set it live', 'automations set-live {utr}'],
    ['Add an email', 'automations schedules add --automation {utr}'],
  ],
  'automations pause': [['Set it live again', 'automations set-live {utr}']],
  'automations set-live': [
    ['See how it does', 'automations stats {utr}'],
    ['Pause it', 'automations pause {utr}'],
  ],
  'automations schedules add': [['Add another email', 'automations schedules add --automation {line.utr}']],
  'contact-types create': [
    ['Add people from a file', 'contacts import --type {id}'],
    ['Type or paste people', 'contacts create --type {id}'],
  ],
  'contact-types update': [['See who is on the list', 'contacts list --type {id}']],
  'contacts create': [
    ['Add somebody else', 'contacts create --type {contact_type_id}'],
    ['See who is on the list', 'contacts list --type {contact_type_id} --sort -created_at'],
  ],
  'contacts edit': [
    onlyIf(seeThem, isCarriedOut),
    ['Edit them again', 'contacts edit --type {type.name}', isCarriedOut],
  ],
  'contacts erase': [['Erase somebody else', 'contacts erase']],
  'contacts import': [writeToThem, seeThem, undoImport].map(step => onlyIf(step, hasSent)),
  'contacts import undo': [
    ['Import a file again', 'contacts import --type {type.name}'],
    ['See who is on the list', 'contacts list --type {type.name}'],
  ],
  'contacts sync': [
    ...[writeToThem, seeThem].map(step => onlyIf(step, isCarriedOut)),
    ['Undo what it added', 'contacts import undo', hasAdded],
  ],
  'contacts update': [
    ['See this person', 'contacts show {id}'],
    ['Change something else', 'contacts update {id}'],
  ],
  'fields create': [
    ['Fill it from a file', 'contacts import'],
    ['Add another field', 'fields create'],
  ],
  restore: [onlyIf(seeThem, hasSent), ['Bring back something else', 'restore']],
  'segments recipients add': [
    ['Write to them', 'single-sends create --to segment:{segment_id}'],
    ['See who is in it', 'segments recipients list {segment_id}'],
  ],
  'senders create': [['Wait until its link is clicked', 'senders wait {id}']],
  'senders update': [['Write a mailing from it', 'single-sends create --from {id}']],
  'senders verify': [['Wait until its link is clicked', 'senders wait {sender_id}']],
  'senders wait': [['Write a mailing from it', 'single-sends create --from {id}']],
  'single-sends copy': afterScheduling,
  'single-sends create': afterScheduling,
  'single-sends duplicate': afterScheduling,
  'single-sends reschedule': afterScheduling,
  'single-sends update': afterScheduling,
  'single-sends wait': [['See how it does', 'single-sends stats {utr}']],
  'unsubscribe-groups create': [['Write a mailing', 'single-sends create --group {id}']],
  'unsubscribe-groups update': [['Change something else', 'unsubscribe-groups update {id}']],
  'unsubscribers add': [['See who unsubscribed', 'unsubscribers list --sort -created_at']],
};

/** What can follow a job, from its result and from the values of its line. */
export const nextSteps = (place: string, made: Loose, values: Loose): readonly NextStep[] =>
  (lookUp(steps, place) ?? []).flatMap(([name, line, makesSense]) => {
    if (makesSense && !makesSense(made)) return [];
    const words = line === '' ? [] : line.split(' ').map(word => filledIn(word, {...values, ...made, line: values}));
    return words.every(word => word !== undefined) ? [{name, words}] : [];
  });

/** A word with its value in place of `{type.name}`; undefined if the job has none. */
function filledIn(word: string, facts: Loose): string | undefined {
  const [, before = '', path] = /^(.*)\{(.*)\}$/.exec(word) ?? [];
  if (path === undefined) return word;
  const value = path.split('.').reduce<unknown>((so, name) => (so as Loose | undefined)?.[name], facts);
  return value === undefined || value === null ? undefined : `${before}${value}`;
}
