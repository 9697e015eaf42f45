import {noneIfNotFound} from '../../api/answers/record-sources.js';
import type {Context} from '../../commands/command.js';
import {turnFor} from '../../commands/verbs/create.js';
import {mustBeListed} from '../../commands/verbs/listed.js';
import type {People, Person} from '../../csv/columns/people.js';
import {effectOf, starting} from '../../effect/effect.js';
import segmentRecipients, {operations} from '../../endpoints/segment-recipients.js';
import segments from '../../endpoints/segments.js';
import type {Done} from '../../output/results/result.js';
import type {AtDoor} from '../../who-left/door.js';
import {counted} from '../../words/sentence.js';
import {addMailed} from '../shared/add-people.js';
import {startedAutomations} from '../shared/started-automations.js';
import {unfit} from '../shared/wanted-addresses.js';
import {fillInNames} from './fill-in-names.js';

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
