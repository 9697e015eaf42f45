import {rmSync} from 'node:fs';
import {keptPath, linesOfCopy} from '../../accounts/kept-deletions.js';
import type {Loose} from '../../api/describe/schema.js';
import type {Context} from '../../change/context.js';
import {effectOf, starting, unsubscribing} from '../../change/effect/effect.js';
import {addUp, type Ended, ended, endedEach, errorIn, sumIn, sumOf} from '../../change/work/ending.js';
import {toEmkError} from '../../change/work/stop-errors.js';
import {startImport} from '../../contacts/command/start.js';
import type {importResult} from '../../contacts/run/result.js';
import {PartialError} from '../../core/errors.js';
import type {TypeOf} from '../../core/json-schema/describe.js';
import {writeWhole} from '../../core/system/whole-file.js';
import {counted} from '../../core/words/sentence.js';
import {contactColumns, contactLines} from '../../csv/columns/contact-lines.js';
import segmentRecipients from '../../endpoints/segment-recipients.js';
import {leftEverything} from '../../endpoints/unsubscribes.js';
import type {When} from '../../mailings/moment.js';
import {startedAutomations} from '../../mailings/started.js';
import {type Done, doneResult} from '../../output/results/result.js';
import {type AtDoor, openDoor} from '../../people/door.js';
import {addTo, leavingBook, segmentBook} from '../../resources/add-to.js';
import {textOfValue} from '../account/kinds.js';
import {type Looking, mailingsBack, noLongerThere, recordsBack} from './records-back.js';

/** How what was deleted comes back. */
export type HowBack = When &
  Pick<AtDoor, 'include_unsubscribed'> & {readonly allow_automations?: boolean | 0 | 1 | undefined};

/**
 * Brings back what a copy has and the account lacks: mailings, which have their own yes, or else records, who wants no mail,
 * people, and their places in segments.
 */
export async function copyBack(looking: Looking, how: HowBack): Promise<readonly Ended[]> {
  if (looking.copied.recordsOf('mailings').length > 0) return mailingsBack(looking, how);
  const records = await recordsBack(looking, Boolean(how.allow_automations));
  if (records.stopped && records.done.length === 0) throw records.stopped;
  if (records.stopped) return [endedEach(records)];
  const addresses = await addressesBack(looking);
  const isFirst = [records, ...addresses].every(({done}) => done.length === 0);
  const people = await contactsBack(looking, how, isFirst);
  // A place in a segment belongs to a contact that is there when it is taken.
  const isWhole = people.every(one => sumIn(one).left + sumIn(one).doubtful === 0) || looking.context.globals.dryRun;
  const waiting = isWhole ? 0 : looking.copied.recordsOf('segments recipients').length;
  const places = isWhole ? await placesBack(looking, how) : [];
  const reports = [records, ...addresses, ...places].filter(one => one.sentence || one.done.length + one.failed.length);
  const left = ended(sumOf({wanted: waiting, done: 0}), doneResult(''));
  return [...reports.map(endedEach), ...(waiting > 0 ? [left] : []), ...people];
}

/** Puts addresses back on the list of people who get no mail, or none of a group. */
async function addressesBack({context, copied}: Looking): Promise<readonly Done[]> {
  const left = new Map<number | null, {readonly email: string}[]>();
  for (const record of [...copied.recordsOf('unsubscribes'), ...copied.recordsOf('groups recipients')]) {
    const group = leftEverything(record) ? null : Number(record['unsubscribe_groups_id']);
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
async function placesBack({context, copied, today}: Looking, how: HowBack): Promise<readonly Done[]> {
  const all = copied.recordsOf('segments recipients');
  const ids = [...copied.recordsOf('segments').map(({id}) => id), ...all.map(({segment_id: id}) => id)];
  const reports: Done[] = [];
  for (const id of new Set(ids)) {
    const segment = await today.find('segments', id);
    const error = noLongerThere(today, 'segments', id);
    reports.push(
      segment
        ? await placesIn(
            context,
            Number(segment['id']),
            all.filter(one => one['segment_id'] === id),
            how,
          )
        : {
            kind: 'done',
            sentence: '',
            done: [],
            failed: [{id: today.earlier('segments', id)?.name ?? textOfValue(id), error}],
          },
    );
  }
  return reports;
}

/** Puts people back into a segment, through the door. */
async function placesIn(
  context: Context,
  segment: number,
  records: readonly Loose[],
  {allow_automations: allowed, include_unsubscribed}: HowBack,
): Promise<Done> {
  const people = records
    .map(({email, first_name, last_name}) => ({
      email: textOfValue(email),
      ...{first_name: textOfValue(first_name), last_name: textOfValue(last_name)},
    }))
    .filter(({email}) => email !== '');
  if (people.length === 0) return {kind: 'done', sentence: '', done: [], failed: []};
  const door = await openDoor(context, {include_unsubscribed});
  const book = segmentBook(context, segment, door, async ({length}) => {
    const starts = length === 0 ? [] : await startedAutomations(context, {segment});
    return context.agree(effectOf('creates', segmentRecipients, length, {starts: starting(starts)}), {
      ...{what: `Bring back ${counted(length, 'recipient')}`, allowAutomations: Boolean(allowed)},
    });
  });
  return addTo(context, book, {people});
}

/** Imports the contacts of a copy, list by list: an import adds nobody twice, and can be resumed. */
async function contactsBack(
  looking: Looking,
  {allow_automations, include_unsubscribed}: HowBack,
  isFirst: boolean,
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
    ).catch((thrown: unknown) => {
      // What came back before this is told too.
      if (isFirst && results.length === 0) throw thrown;
      return ended(sumOf({wanted: 1, done: 0}), doneResult(''), toEmkError(thrown, context.host));
    });
    results.push(context.globals.dryRun ? imported : withRepeated(imported, keptPath(context.host, copied.name)));
    if (errorIn(imported)) break;
    rmSync(file, {force: true});
  }
  return results;
}

/** Of several contacts with one address an import adds the first: an undo that brings back no other says so. */
function withRepeated(imported: Ended, copy: string): Ended {
  const {skipped} = (imported.kind === 'data' ? imported.data : {}) as Partial<TypeOf<typeof importResult>>;
  const left = skipped?.repeated ?? 0;
  if (left === 0 || errorIn(imported)) return imported;
  const contacts = counted(left, 'contact has', 'contacts have');
  const error = new PartialError(`${contacts} the address of another in this copy, and did not come back.`, {
    hint: `An undo adds each person once to a list. What these contacts said: ${copy}`,
  });
  return ended(addUp(sumIn(imported), sumOf({wanted: left, done: 0, impossible: left})), imported, error);
}

/** The list to import into: by id, or else by the name that this copy or another has; a missing list is created. */
async function listFor({today}: Looking, id: number, called: string | undefined): Promise<string> {
  const there = await today.find('lists', id);
  const list = there ? textOfValue(there['id']) : (today.earlier('lists', id)?.name ?? called);
  if (list === undefined) throw noLongerThere(today, 'lists', id);
  return list;
}

/** The contacts of one list as lines of a file. */
async function* rowsOf({context, copied}: Looking, list: number): AsyncGenerator<string> {
  const {head, lines} = contactLines(contactColumns([...copied.customFields]));
  yield head;
  for await (const {kind, record} of linesOfCopy(context, copied.name))
    if (kind === 'contacts' && Number(record?.['contact_type_id']) === list) yield lines([record ?? {}]);
}
