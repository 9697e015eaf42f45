import {join} from 'node:path';
import {keptPath, restoredFolder} from '../../accounts/kept-deletions.js';
import {allRecords, forEachRecord, noneIfNotFound} from '../../api/answers/record-sources.js';
import type {Collection} from '../../api/describe/collection.js';
import {unsubscribing} from '../../change/effect/effect.js';
import {addUp, type Ended, ended, errorIn, sumOfEach} from '../../change/work/ending.js';
import {endedEach} from '../../change/work/ending-each.js';
import type {Context} from '../../commands/command.js';
import type {KeptKind} from '../../commands/keeping/keeping.js';
import {restTimes} from '../../contacts/command/options.js';
import {makeFolder} from '../../core/system/files.js';
import {withLock} from '../../core/system/lock.js';
import {counted, plural} from '../../core/words/sentence.js';
import {loadCollections} from '../../endpoints/all.js';
import {operations as contacts} from '../../endpoints/contacts.js';
import {operations as segments} from '../../endpoints/segments.js';
import type {Done} from '../../output/results/result.js';
import {clean} from '../../output/text/sanitise.js';
import type {AtDoor} from '../../people/door.js';
import {isNotDeleted} from '../../records/fields/is-not-deleted.js';
import {addTo, leavingBook} from '../../resources/add-to.js';
import {needLists} from '../../resources/needs.js';
import {contactsBack} from './contacts-back.js';
import {type BroughtBack, recordsBack} from './records-back.js';
import {type Copied, onlyOf, readCopy} from './today.js';

type Restoring = {
  readonly name: string;
  readonly allow_automations?: boolean | 0 | 1 | undefined;
} & Pick<AtDoor, 'include_unsubscribed'>;

/** Restores the records of a copy and skips existing ones, one run at a time. */
export async function restore(context: Context, restoring: Restoring): Promise<Ended> {
  const {host} = context;
  const {name} = restoring;
  const path = keptPath(host, name);
  const copied = await readCopy(context, path);
  if (copied.has.size === 0) context.notice('This copy is empty: nothing was deleted.');
  const folder = restoredFolder(host);
  makeFolder(folder);
  return withLock(host, join(folder, `${name}.lock`), `the copy ${name}`, () =>
    allBack(context, {...restoring, path}, copied),
  );
}

async function allBack(
  context: Context,
  {name, path, allow_automations, include_unsubscribed}: Restoring & {readonly path: string},
  copied: Copied,
): Promise<Ended> {
  const allowed = allow_automations === true || allow_automations === 1;
  const hasContacts = copied.has.has('contacts');
  const options = {name, allowed, settle: restTimes(context.host).wait, door: {include_unsubscribed}};
  const now = hasContacts ? onlyOf(copied, kind => kind !== 'segments recipients') : copied;
  const back = await recordsBack(context, now, options);
  if (back.stopped && back.done.length === 0) throw back.stopped;
  if (!back.stopped) await tellLeftWithOld(context, back.lists);
  const collections = await loadCollections();
  const reports = [reportOn(back, collections)];
  if (!back.stopped) reports.push(...(await addressesBack(context, copied)));
  const report = together(reports);
  const records = endedEach(report);
  if (!hasContacts || report.stopped) return records;
  tell(context, report);
  const {sum, result} = await contactsBack(context, {path, allowed, include_unsubscribed, lists: back.lists});
  const sums = addUp(sumOfEach(report), sum);
  const why = errorIn(result) ?? errorIn(records);
  // A place in a segment belongs to a contact that is there when it is taken.
  const later = onlyOf(copied, kind => kind === 'segments recipients');
  if (later.has.size === 0) return ended(sums, result, why);
  const places = later.recordsOf('segments recipients').length;
  if (sum.left + sum.doubtful > 0 && !context.globals.dryRun) {
    context.warn(
      `${counted(places, 'place')} of people in segments ${plural(places, 'waits', 'wait')} for the contacts. Run the same line again.`,
    );
    return ended({...sums, wanted: sums.wanted + places, left: sums.left + places}, result, why);
  }
  const again = reportOn(await recordsBack(context, later, options), collections);
  tell(context, again);
  return ended(addUp(sums, sumOfEach(again)), result, why ?? errorIn(endedEach(again)));
}

/** Says what came back beside the contacts, whose import has the result of its own. */
function tell({notice, warn}: Pick<Context, 'notice' | 'warn'>, {sentence, failed}: Done): void {
  if (sentence !== '') notice(sentence);
  for (const {id, error} of failed) warn(`${clean(String(id))}: ${error.message}`);
}

/** The kinds in the order in which people read of them. */
const order: readonly KeptKind[] = [
  ...(['lists', 'fields', 'senders', 'notifications', 'segments', 'segments recipients'] as const),
  ...(['automations', 'automations emails'] as const),
];

function reportOn({done, there, failed, stopped}: BroughtBack, all: readonly Listed[]): Done {
  const of = (kind: KeptKind): Listed => all.find(({path}) => path === kind) as Listed;
  const countIn = (some: BroughtBack['done'], kind: KeptKind): number => some.filter(copy => copy.kind === kind).length;
  const sentences = order.map(kind => sentenceFor(of(kind), countIn(done, kind), countIn(there, kind)));
  const nameOf = ({kind, record}: BroughtBack['done'][number]): string => String(record[of(kind).label]);
  return {
    kind: 'done',
    sentence: sentences.filter(Boolean).join(' '),
    done: done.map(nameOf),
    failed: failed.map(({error, ...copy}) => ({id: nameOf(copy), error})),
    stopped,
  };
}

type Listed = Collection & {readonly path: string};

function sentenceFor({noun: {one, many}}: Listed, done: number, there: number): string {
  const before = there === 0 ? '' : ` ${counted(there, 'was', 'were')} there already.`;
  return done === 0 ? before.trim() && `Of ${many},${before}` : `Brought back ${counted(done, one, many)}.${before}`;
}

const together = (reports: readonly Done[]): Done => ({
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
async function addressesBack(context: Context, {recordsOf}: Copied): Promise<readonly Done[]> {
  const left = new Map<number | null, {readonly email: string}[]>();
  for (const record of [...recordsOf('unsubscribes'), ...recordsOf('groups recipients')]) {
    const group = (record['unsubscribe_groups_id'] as number | null | undefined) ?? null;
    left.set(group, [...(left.get(group) ?? []), {email: String(record['email_address'])}]);
  }
  const reports: Done[] = [];
  for (const [group, people] of left) {
    const book = leavingBook(context, group, fresh => context.agree(unsubscribing(fresh.length)));
    reports.push(await addTo(context, book, {people}));
  }
  return reports;
}

/** Says what still belongs to the deleted list when a list is back under a new id: the API moves mailings only. */
async function tellLeftWithOld(context: Context, lists: ReadonlyMap<number, string>): Promise<void> {
  const moved = [...lists].filter(([old, now]) => String(old) !== now);
  if (moved.length === 0) return;
  await tellPeopleKept(context, new Map(moved));
  const all = (await allRecords(noneIfNotFound(context.stream(segments.list)))).filter(isNotDeleted);
  for (const [old, now] of moved) {
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

/** Says who was never deleted, because the service deleted the list alone: these people come back a second time. */
async function tellPeopleKept({stream, warn}: Context, moved: ReadonlyMap<number, string>): Promise<void> {
  const people = new Map<number, number>();
  await forEachRecord(noneIfNotFound(stream(contacts.list)), contact => {
    const list = contact.contact_type_id;
    if (moved.has(list) && isNotDeleted(contact)) people.set(list, (people.get(list) ?? 0) + 1);
  });
  for (const [old, count] of people) {
    const them = plural(count, 'it', 'them');
    warn(
      `The service deleted list ${old} alone, and kept ${counted(count, 'contact')} of it. In list ${moved.get(old)} ${plural(count, 'it is a new contact', 'they are new contacts')}. To see the old ${plural(count, 'one', 'ones')} and delete ${them}: emk contacts list --where contact_type_id=${old}`,
    );
  }
}
