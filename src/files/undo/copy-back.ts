import {rmSync} from 'node:fs';
import {join} from 'node:path';
import {keptPath, linesOfCopy, restoredFolder} from '../../accounts/kept-deletions.js';
import {allRecords, forEachRecord, noneIfNotFound} from '../../api/answers/record-sources.js';
import type {Loose, Noun} from '../../api/describe/schema.js';
import type {Context} from '../../change/context.js';
import {effectOf, starting, unsubscribing} from '../../change/effect/effect.js';
import {type Ended, ended, endedEach, errorIn, sumIn, sumOf} from '../../change/work/ending.js';
import {restTimes} from '../../contacts/command/options.js';
import {startImport} from '../../contacts/command/start.js';
import {NotFoundError, UsageError} from '../../core/errors.js';
import {makeFolder} from '../../core/system/files.js';
import {withLock} from '../../core/system/lock.js';
import {writeWhole} from '../../core/system/whole-file.js';
import {counted, plural, withMore} from '../../core/words/sentence.js';
import {contactColumns, contactLines} from '../../csv/columns/contact-lines.js';
import {operations as contacts} from '../../endpoints/contacts.js';
import segmentRecipients from '../../endpoints/segment-recipients.js';
import segmentList, {operations as segments} from '../../endpoints/segments.js';
import {startedAutomations} from '../../mailings/started.js';
import {type Done, doneResult} from '../../output/results/result.js';
import {clean} from '../../output/text/sanitise.js';
import {type AtDoor, openDoor} from '../../people/door.js';
import {isNotDeleted} from '../../records/fields/path.js';
import {addTo, leavingBook, segmentBook} from '../../resources/add-to.js';
import {needLists} from '../../resources/needs.js';
import {textOf} from '../account/kinds.js';
import {waitForDoubts} from '../account/made.js';
import {collectionOf, nameOf, openMadeAgain, readCopy, readToday} from './copy.js';
import {type BroughtBack, type Looking, recordsBack} from './records-back.js';

/** How what was deleted comes back. */
export type BackInput = Pick<AtDoor, 'include_unsubscribed'> & {
  readonly allow_automations?: boolean | 0 | 1 | undefined;
};

/** Does some work on a copy, one run at a time, once the last request of an earlier run has certainly been applied. */
export async function withCopy<T>(context: Context, name: string, work: (looking: Looking) => Promise<T>): Promise<T> {
  const {host} = context;
  const copied = await readCopy(context, name);
  const folder = restoredFolder(host);
  makeFolder(folder);
  return withLock(host, join(folder, `${name}.lock`), `the copy ${name}`, async () => {
    const again = await openMadeAgain(context, name);
    try {
      await waitForDoubts(context, again.doubts, restTimes(host).wait);
      return await work({context, copied, again, today: await readToday(context, again)});
    } finally {
      again.close();
    }
  });
}

/** Brings back what a copy has and the account lacks: records, then who wants no mail, people, and their places in segments. */
export async function copyBack(looking: Looking, how: BackInput): Promise<readonly Ended[]> {
  const {context, copied} = looking;
  const back = await recordsBack(looking, Boolean(how.allow_automations));
  if (back.stopped && back.done.length === 0) throw back.stopped;
  if (back.stopped) return [endedEach(reportOn(back))];
  await tellLeftWithOld(looking);
  const records = [reportOn(back), mailingsStay(looking), ...(await addressesBack(looking))];
  if (copied.listsOfContacts.size === 0) return [endedEach(joined([...records, ...(await placesBack(looking, how))]))];
  const people = await contactsBack(looking, how);
  const isWhole = people.every(one => sumIn(one).left + sumIn(one).doubtful === 0) || context.globals.dryRun;
  const places = isWhole ? endedEach(joined(await placesBack(looking, how))) : placesLeft(looking);
  return [endedEach(joined(records)), places, ...people];
}

/** Mailings that an undo deleted do not come back with it: that would send them, which nobody has agreed to here. */
const mailingsStay = ({copied}: Looking): Done => {
  const error = new UsageError('A mailing does not come back by itself, because that sends it.', {
    hint: 'Make it with its card and a yes: emk send, or emk account apply --mailings.',
  });
  const failed = copied.recordsOf('mailings').map(record => ({id: nameOf('mailings', record), error}));
  return {kind: 'done', sentence: '', done: [], failed};
};

/** A place in a segment belongs to a contact that is there when it is taken. */
function placesLeft({context, copied}: Looking): Ended {
  const {length} = copied.recordsOf('segments recipients');
  if (length > 0)
    context.warn(
      `${counted(length, 'place')} of people in segments ${plural(length, 'waits', 'wait')} for the contacts. Run the same line again.`,
    );
  return ended(sumOf({wanted: length, done: 0}), doneResult(''));
}

/** The kinds in the order in which people read of them. */
const order = ['lists', 'fields', 'senders', 'notifications', 'automations', 'automations emails'] as const;

function reportOn({done, there, failed, stopped}: BroughtBack): Done {
  const sentences = order.map(kind => {
    const countIn = (some: BroughtBack['done']): number => some.filter(copy => copy.kind === kind).length;
    return sentenceFor(collectionOf(kind).noun, countIn(done), countIn(there));
  });
  return {
    kind: 'done',
    sentence: sentences.filter(Boolean).join(' '),
    done: done.map(({kind, record}) => nameOf(kind, record)),
    failed: failed.map(({kind, record, error}) => ({id: nameOf(kind, record), error})),
    stopped,
  };
}

function sentenceFor({one, many}: Noun, done: number, there: number): string {
  const before = there === 0 ? '' : ` ${counted(there, 'was', 'were')} there already.`;
  return done === 0 ? before.trim() && `Of ${many},${before}` : `Brought back ${counted(done, one, many)}.${before}`;
}

const joined = (reports: readonly Done[]): Done => ({
  kind: 'done',
  sentence: reports
    .map(({sentence}) => sentence)
    .filter(Boolean)
    .join(' '),
  done: reports.flatMap(({done}) => done),
  failed: reports.flatMap(({failed}) => failed),
  stopped: reports.find(({stopped}) => stopped)?.stopped,
});

/** Puts addresses back on the list of people who get no mail, or none of a group. */
async function addressesBack({context, copied}: Looking): Promise<readonly Done[]> {
  const left = new Map<number | null, {readonly email: string}[]>();
  for (const record of [...copied.recordsOf('unsubscribes'), ...copied.recordsOf('groups recipients')]) {
    const group = (record['unsubscribe_groups_id'] as number | null | undefined) ?? null;
    const people = left.get(group) ?? [];
    left.set(group, people);
    people.push({email: String(record['email_address'])});
  }
  const reports: Done[] = [];
  for (const [group, people] of left) {
    const book = leavingBook(context, group, fresh => context.agree(unsubscribing(fresh.length)));
    reports.push(await addTo(context, book, {people}));
  }
  return reports;
}

/** Puts people back into segments. The API creates no segment, so a deleted one is found again by its name. */
async function placesBack({context, copied, today}: Looking, how: BackInput): Promise<readonly Done[]> {
  const bySegment = new Map<unknown, Loose[]>(copied.recordsOf('segments').map(({id}) => [id, []]));
  for (const record of copied.recordsOf('segments recipients')) {
    const people = bySegment.get(record['segment_id']) ?? [];
    bySegment.set(record['segment_id'], people);
    people.push(record);
  }
  const reports: Done[] = [];
  for (const [id, records] of bySegment) {
    const segment = await today.find('segments', id);
    const report = {kind: 'done', sentence: '', done: [], failed: []} as const;
    if (!segment) {
      const name = today.earlierName('segments', id) ?? textOf(id);
      reports.push({...report, failed: [{id: name, error: noSegment(today.goneInWords('segments', id))}]});
    } else if (records.length === 0) reports.push({...report, sentence: sentenceFor(segmentList.noun, 0, 1)});
    else reports.push(await placesIn(context, Number(segment['id']), records, how));
  }
  return reports;
}

/** Puts people back into a segment, through the door. */
async function placesIn(
  context: Context,
  segment: number,
  records: readonly Loose[],
  {allow_automations: allowed, include_unsubscribed}: BackInput,
): Promise<Done> {
  const people = records
    .map(({email, first_name, last_name}) => ({
      email: textOf(email),
      ...{first_name: textOf(first_name), last_name: textOf(last_name)},
    }))
    .filter(({email}) => email !== '');
  const door = await openDoor(context, {include_unsubscribed});
  const book = segmentBook(context, segment, door, async ({length}) => {
    const starts = length === 0 ? [] : await startedAutomations(context, {segment});
    return context.agree(effectOf('creates', segmentRecipients, length, {starts: starting(starts)}), {
      ...{what: `Bring back ${counted(length, 'recipient')}`, allowAutomations: Boolean(allowed)},
    });
  });
  const report = await addTo(context, book, {people});
  const {done, failed, skipped} = report;
  const others = done.length + failed.length + (skipped?.unsubscribed ?? 0);
  const there = context.globals.dryRun ? 0 : people.length - others;
  return {...report, sentence: sentenceFor(segmentRecipients.noun, done.length, there)};
}

const noSegment = (gone: string): NotFoundError =>
  new NotFoundError(`It needs what is gone: ${gone}. You can create a segment only in the service.`, {
    hint: 'Create it there with the same name, then run the same line again.',
  });

/** Imports the contacts of a copy, list by list: an import adds nobody twice, and can be resumed. */
async function contactsBack(
  looking: Looking,
  {allow_automations, include_unsubscribed}: BackInput,
): Promise<readonly Ended[]> {
  const {context, copied} = looking;
  const results: Ended[] = [];
  for (const [id, called] of copied.listsOfContacts) {
    const list = await listFor(looking, id, called);
    const file = keptPath(context.host, copied.name).replace(/\.jsonl$/, `.${id}.csv`);
    await writeWhole(file, rowsOf(looking, id));
    const carriedOver = {include_unsubscribed, max_errors: '100%', allow_automations};
    const imported = await startImport(
      context,
      {...carriedOver, file, list, create_list: true, status_column: ['none']},
      {name: `copy ${copied.name}`},
    );
    results.push(imported);
    if (imported.kind !== 'data' || errorIn(imported)) break;
    rmSync(file, {force: true});
  }
  return results;
}

/** The list to import into: by id, or else by the name that this copy or another has; a missing list is created. */
async function listFor({today}: Looking, id: number, called: string | undefined): Promise<string> {
  const there = await today.find('lists', id);
  if (there) return textOf(there['id']);
  const name = today.earlierName('lists', id) ?? called;
  if (name !== undefined) return name;
  throw new UsageError(`The list ${id} that these contacts were in is gone, and no copy names it.`, {
    hint: 'The copy has them as JSON, one record a line: the file of this run in the folder "deleted" of the state of emk.',
  });
}

/** The contacts of one list as lines of a file. */
async function* rowsOf({context, copied}: Looking, list: number): AsyncGenerator<string> {
  const changed: string[] = [];
  const onLost = ({email, id}: Loose) => void changed.push(clean(String(email ?? `contact ${id}`)));
  const {head, lines} = contactLines(contactColumns([...copied.customFields]), {onLost});
  yield head;
  for await (const {kind, record} of linesOfCopy(context, copied.name))
    if (kind === 'contacts' && Number(record?.['contact_type_id']) === list) yield lines([record ?? {}]);
  if (changed.length > 0)
    context.warn(
      `${counted(changed.length, 'contact')} had characters that a file cannot hold, such as NUL. They come back with \ufffd instead: ${withMore(changed)}.`,
    );
}

/** Says what still belongs to the deleted list when a list is back under a new id: the API moves mailings only. */
async function tellLeftWithOld({context, copied, today}: Looking): Promise<void> {
  const moved = new Map<number, string>();
  for (const {id} of copied.recordsOf('lists')) {
    const now = textOf((await today.find('lists', id))?.['id']);
    if (now !== '' && now !== textOf(id)) moved.set(Number(id), now);
  }
  if (moved.size === 0) return;
  const kept = new Map<number, number>();
  await forEachRecord(noneIfNotFound(context.stream(contacts.list)), contact => {
    const list = Number(contact.contact_type_id);
    if (isNotDeleted(contact)) kept.set(list, (kept.get(list) ?? 0) + 1);
  });
  const all = (await allRecords(noneIfNotFound(context.stream(segments.list)))).filter(isNotDeleted);
  for (const [old, now] of moved) {
    const count = kept.get(old) ?? 0;
    if (count > 0)
      context.warn(
        `The service deleted list ${old} alone, and kept ${counted(count, 'contact')} of it, who came back a second time. To see the old ones: emk contacts list --where contact_type_id=${old}`,
      );
    const theirs = all.filter(({contact_type_id: list}) => Number(list) === old);
    const left = [
      ...theirs.map(({segment_name}) => `Segment "${segment_name}" belongs to it.`),
      ...(await needLists(context, [old])),
    ];
    if (left.length === 0) continue;
    context.warn(
      `List ${old} is back as list ${now}, and this still points to list ${old}: ${left.join(' ')} Only the service can change a segment or an automation. For a mailing: emk mailings update MAILING --to contacts_${now}`,
    );
  }
}
