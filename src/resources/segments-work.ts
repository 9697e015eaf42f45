import {forEachRecord, noneIfNotFound} from '../api/answers/record-sources.js';
import {effectOf, starting} from '../change/effect/effect.js';
import type {Context} from '../commands/command.js';
import {turnFor} from '../commands/verbs/create.js';
import {mustBeListed} from '../commands/verbs/listed.js';
import {counted} from '../core/words/sentence.js';
import type {People, Person} from '../csv/columns/people.js';
import {operations as contacts} from '../endpoints/contacts.js';
import segmentRecipients, {operations} from '../endpoints/segment-recipients.js';
import segments from '../endpoints/segments.js';
import {startedAutomations} from '../mailings/started.js';
import type {Done} from '../output/results/result.js';
import type {AtDoor} from '../people/door.js';
import {foldAddress} from '../records/fields/fold-address.js';
import {addMailed, unfit} from './addresses.js';

type Filling = {
  readonly segment: number;
  /** Rows that cannot be added stop everything before anything is sent. */
  readonly strict: boolean;
  readonly allowAutomations: boolean;
  readonly atDoor: AtDoor;
};

/** Adds people to a segment, one per request because the service accepts no more, and only those not in it yet. */
export async function fillSegment(
  context: Context,
  read: Pick<People, 'people' | 'rejected'>,
  filling: Filling,
): Promise<Done> {
  const {segment} = filling;
  const mustExist = () => mustBeListed(context, segments, segment);
  await mustExist();
  const {withNames, nameless} = await fillInNames(context, read.people);
  const bad = [...read.rejected, ...nameless.map(withoutNames)].sort((one, other) => one.line - other.line);
  if (filling.strict && bad.length > 0) throw unfit(bad);
  return addMailed(
    context,
    {people: withNames, bad},
    {
      membership: 'in the segment',
      turns: () => [turnFor(segmentRecipients, String(segment))],
      atDoor: filling.atDoor,
      async before(fresh, admit) {
        const starts = fresh === 0 || filling.allowAutomations ? [] : await startedAutomations(context, {segment});
        const permit = await context.agree(effectOf('creates', segmentRecipients, fresh, {starts: starting(starts)}), {
          what: `Add ${counted(fresh, 'person', 'people')}`,
        });
        return ({first_name, last_name, email}) =>
          context.send(admit(permit), operations.add, {segment_id: segment, first_name, last_name, email});
      },
      async *entries() {
        const recipients = context.stream(operations.list, {segment_id: segment});
        for await (const batch of noneIfNotFound(recipients, mustExist)) {
          yield* batch.map(({id, email}) => ({id, email_address: email}));
        }
      },
    },
  );
}

const withoutNames = ({line, email}: Person) => ({
  line,
  reason: `"${email}" has no first and last name: add both to this line, or to the contact`,
});

type PersonToAdd = {readonly email: string; readonly first_name: string; readonly last_name: string};

/** People with both names, and those for whom nobody knows both. */
type ByNames<P> = {readonly withNames: readonly P[]; readonly nameless: readonly P[]};

/** Fills in missing names from the contacts: a segment accepts nobody without both names. */
export async function fillInNames<P extends PersonToAdd>(context: Context, people: readonly P[]): Promise<ByNames<P>> {
  if (people.every(isNamed)) return {withNames: people, nameless: []};
  const wanting = new Set(people.filter(person => !isNamed(person)).map(({email}) => foldAddress(email)));
  const known = new Map<string, Pick<PersonToAdd, 'first_name' | 'last_name'>>();
  context.progress.show({label: 'Looking up names'});
  await forEachRecord(context.stream(contacts.list), ({email, first_name, last_name}) => {
    const address = foldAddress(email ?? '');
    if (wanting.has(address) && first_name && last_name) known.set(address, {first_name, last_name});
  });
  context.progress.clear();
  const all = people.map(person => (isNamed(person) ? person : {...person, ...known.get(foldAddress(person.email))}));
  return {withNames: all.filter(isNamed), nameless: all.filter(person => !isNamed(person))};
}

const isNamed = ({first_name, last_name}: PersonToAdd): boolean => first_name !== '' && last_name !== '';
