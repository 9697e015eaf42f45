import {emptyIfNotFound, forEachRecord} from '../../api/answers/record-sources.js';
import type {Loose, Source} from '../../api/describe/schema.js';
import emailsOf from '../../endpoints/automation-emails.js';
import {operations as contacts} from '../../endpoints/contacts.js';
import {operations as mailings} from '../../endpoints/mailings.js';
import recipientsOf from '../../endpoints/segment-recipients.js';
import {operations as segments} from '../../endpoints/segments.js';
import {isNotDeleted} from '../../records/fields/path.js';
import type {Context} from '../context.js';
import {keyOf} from '../identity/identities.js';
import {type Keeping, type KeptKind, keptKindOf} from '../keeping.js';
import type {Id} from '../work/journal.js';
import {quotedName} from './names.js';
import {listedRecords} from './read.js';

/** Records to delete, as somebody agreed to them: others may have changed them since. */
type Doomed = {
  readonly of: Source;
  readonly listInput: Loose;
  readonly isStill?: ((record: Loose) => boolean) | undefined;
};

export type CopiedRecords = {
  /** The id of the copy. */
  readonly kept: string | undefined;
  readonly names: ReadonlyMap<string, string | undefined>;
  /** Which of the ids are in the list, if all of it was read. */
  readonly listed?: {has(id: string): boolean} | undefined;
  /** Records that are not what was agreed to any more. They are in no copy, and must stay. */
  readonly changed: ReadonlySet<string>;
};

const nothingCopied: CopiedRecords = {kept: undefined, names: new Map(), changed: new Set()};

/**
 * Copies records to a private file before they are deleted, together with what the service deletes with them. It writes
 * while reading, so the length of the list does not matter. If reading or writing fails, nothing may be deleted.
 */
export async function copyRecords(context: Context, doomed: Doomed, ids: readonly Id[]): Promise<CopiedRecords> {
  const {of, isStill} = doomed;
  const kind = keptKindOf(of);
  if (kind === undefined || context.globals.dryRun) return nothingCopied;
  const copy = await context.keepDeleted();
  if (!copy && !isStill) return nothingCopied;
  try {
    return await readAndKeep(context, doomed, ids, {kind, copy});
  } catch (error) {
    copy?.drop();
    throw error;
  }
}

async function readAndKeep(
  context: Context,
  {of, listInput, isStill = () => true}: Doomed,
  ids: readonly Id[],
  {kind, copy}: {kind: KeptKind; copy: Keeping | undefined},
): Promise<CopiedRecords> {
  const goesWith = copy && below[kind];
  const names = new Map<string, string | undefined>();
  const changed = new Set<string>();
  const traces: Loose[] = [];
  const keep = (records: readonly Loose[]): void => {
    for (const record of records) names.set(String(record[of.key]), quotedName(of, record));
    for (const record of records) if (!isStill(record)) changed.add(String(record[of.key]));
    const same = records.filter(record => !changed.has(String(record[of.key])));
    copy?.add(kind, same);
    if (goesWith) traces.push(...same.map(traceOf));
  };
  const details = detailsOf(kind, ids.length);
  if (details) for (const id of ids) keep(await details(context, id));
  else {
    const wanted = new Set(ids.map(String));
    let lastRow = 0;
    for await (const batch of listedRecords(context, of, listInput)) {
      lastRow = batch.reduce((highest, {id}) => Math.max(highest, Number(id)), lastRow);
      keep(batch.filter(record => wanted.has(String(record[of.key])) && isNotDeleted(record)));
    }
    copy?.noteLastRow(kind, lastRow);
  }
  if (copy && traces.length > 0) await goesWith?.(context, traces, copy.add);
  return {kept: copy?.finish(), names, changed, ...(!details && {listed: names})};
}

/** As much of a record as tells what goes with it: a deletion may be of a million. */
const traceOf = ({id, utr, email}: Loose): Loose => ({id, utr, email});

/** Reads a record in full, for kinds whose list is too long or may omit bodies; nothing if it does not exist. */
function detailsOf(kind: KeptKind, count: number) {
  const orNone = (record: Promise<Loose>): Promise<readonly Loose[]> => record.then(one => [one], emptyIfNotFound);
  if (kind === 'mailings') return ({call}: Context, utr: Id) => orNone(call(mailings.details, {utr: String(utr)}));
  if (kind !== 'contacts' || count > READ_ALONE) return undefined;
  return ({call}: Context, id: Id) => orNone(call(contacts.details, {contact_id: Number(id)}));
}

/** Up to this many contacts are read one by one. */
const READ_ALONE = 20;

type Below = (context: Context, records: readonly Loose[], add: Keeping['add']) => Promise<void>;

/** Reads what the service deletes together with records of a kind. */
const below: {readonly [kind in KeptKind]?: Below} = {
  contacts: (context, people, add) => placesInSegments(context, people, add),
  async lists(context, lists, add) {
    const ids = new Set(lists.map(({id}) => id));
    const people: Loose[] = [];
    for await (const batch of context.stream(contacts.list)) {
      const theirs = batch.filter(one => ids.has(one.contact_type_id) && isNotDeleted(one));
      add('contacts', theirs);
      people.push(...theirs.map(traceOf));
    }
    if (people.length > 0) await placesInSegments(context, people, add);
  },
  async segments(context, segments, add) {
    for (const {id} of segments)
      for await (const batch of listedRecords(context, recipientsOf, {segment_id: id}))
        add('segments recipients', batch);
  },
  async automations(context, automations, add) {
    for (const {utr} of automations)
      for await (const batch of listedRecords(context, emailsOf, {utr})) add('automations emails', batch);
  },
};

/**
 * Reads who of these contacts is in which segment: a contact takes these entries along when it is deleted. Whether an entry
 * without a contact goes too, by its address, the service does not say, so it counts. One read for each segment with people.
 */
async function placesInSegments(context: Context, people: readonly Loose[], add: Keeping['add']): Promise<void> {
  const ids = new Set(people.map(({id}) => Number(id)));
  const addresses = new Set(people.map(whoInSegment));
  const isTheirs = (place: Loose): boolean => {
    const contact = Number(place['contact_id'] ?? 0);
    const address = whoInSegment(place);
    return contact === 0 ? address !== undefined && addresses.has(address) : ids.has(contact);
  };
  const filled: number[] = [];
  await forEachRecord(context.stream(segments.list), ({id, deleted_at, segment_emails_count: count}) => {
    if (isNotDeleted({deleted_at}) && count !== 0) filled.push(id);
  });
  for (const id of filled)
    for await (const batch of listedRecords(context, recipientsOf, {segment_id: id}))
      add('segments recipients', batch.filter(isTheirs));
}

/** Who somebody in a segment is, in whatever segment; undefined for nobody. */
const whoInSegment = ({email}: Loose): string | undefined => keyOf('segments recipients', {email});
