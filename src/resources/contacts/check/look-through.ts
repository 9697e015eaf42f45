import type {Context} from '../../../commands/command.js';
import {listedRecords, mustBeListed} from '../../../commands/verbs/listed.js';
import {operations} from '../../../endpoints/contacts.js';
import lists from '../../../endpoints/lists.js';
import segmentRecipients from '../../../endpoints/segment-recipients.js';
import {operations as segments} from '../../../endpoints/segments.js';
import {isNotDeleted} from '../../../records/fields/is-not-deleted.js';
import {readGreetings} from './greetings.js';
import {type Doubt, judgeContact, type Seen} from './judge-contact.js';
import type {Row} from './kinds.js';
import {type People, rememberPeople} from './remember-people.js';

/**
 * Looks through all lists and yields findings at once. Each list and segment is read once, as a stream, and nothing is
 * requested for a single person. With a type, only contacts of that list are reported; the others still show who is in
 * two lists.
 */
export async function* lookThrough(
  context: Context,
  type: number | undefined,
  seen: Seen,
): AsyncGenerator<readonly Row[]> {
  const {reader, usedIn} = await readGreetings(context);
  const people = rememberPeople();
  try {
    yield* lookAtAll(context, {people, reader, usedIn, type, seen});
  } finally {
    people.close();
  }
}

async function* lookAtAll(
  context: Context,
  {people, type, seen, ...greetings}: Omit<Parameters<typeof judgeContact>[0], 'doubt'>,
): AsyncGenerator<readonly Row[]> {
  const doubts: Doubt[] = [];
  const judge = judgeContact({people, ...greetings, type, seen, doubt: one => doubts.push(one)});
  seen.segments = await meetSegments(context, people);
  let done = 0;
  for await (const batch of context.stream(operations.list)) {
    const rows = batch.flatMap(contact => (isNotDeleted(contact) ? judge(contact) : []));
    done += batch.length;
    context.progress.show({label: CHECKING, done});
    if (rows.length > 0) yield rows;
    if (doubts.length >= MOST_DOUBTS) yield settled(doubts.splice(0), people);
  }
  if (doubts.length > 0) yield settled(doubts, people);
  context.progress.clear();
  if (type !== undefined && seen.contacts === 0) await mustBeListed(context, lists, type);
}

const CHECKING = 'Checking contacts';

async function meetSegments({call, progress, stream}: Context, people: People): Promise<number> {
  const there = (await call(segments.list)).filter(isNotDeleted);
  for (const {id} of there) {
    for await (const batch of listedRecords({stream}, segmentRecipients, {segment_id: id})) {
      for (const {email} of batch) people.meetInSegment(email);
      progress.show({label: CHECKING});
    }
  }
  return there.length;
}

/** How many doubts wait until their addresses are looked up together, which reads all remembered addresses. */
const MOST_DOUBTS = 10_000;

function settled(doubts: readonly Doubt[], people: People): readonly Row[] {
  const addresses = people.addressesOf(new Set(doubts.map(({number}) => number)));
  return doubts.map(({number, rowWith}) => rowWith(addresses.get(number) ?? ''));
}
