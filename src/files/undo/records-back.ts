import {emptyIfNotFound, forEachRecord} from '../../api/answers/record-sources.js';
import type {Permit} from '../../api/describe/permit.js';
import type {Change, Loose, Operation, Params, RecordOf, Text, Utr} from '../../api/describe/schema.js';
import {effectOf, type Start, starting} from '../../change/effect/effect.js';
import {identityOf, isNamedByAddress, nameKey} from '../../change/identity/identities.js';
import {notTried, stopsEverything, toEmkError} from '../../change/work/stop-errors.js';
import type {Context} from '../../commands/command.js';
import {whoInSegment} from '../../commands/keeping/copy-records.js';
import type {KeptKind} from '../../commands/keeping/keeping.js';
import {createOne, turnFor} from '../../commands/verbs/create.js';
import {listedRecords} from '../../commands/verbs/listed.js';
import {type EmkError, NotFoundError, UnknownOutcomeError} from '../../core/errors.js';
import {andList, counted} from '../../core/words/sentence.js';
import {operations as email} from '../../endpoints/automation-emails.js';
import {type automation, operations as automations, isLive} from '../../endpoints/automations.js';
import {operations as field} from '../../endpoints/fields.js';
import {operations as groups} from '../../endpoints/groups.js';
import {operations as list} from '../../endpoints/lists.js';
import {operations as notification} from '../../endpoints/notifications.js';
import segmentRecipients, {operations as segmentRecipient} from '../../endpoints/segment-recipients.js';
import {operations as sender} from '../../endpoints/senders.js';
import {joinedSinceLive, startedAutomations} from '../../mailings/started.js';
import {type AtDoor, openDoor} from '../../people/door.js';
import {foldAddress} from '../../records/fields/fold-address.js';
import {addTo} from '../../resources/add-to.js';
import {type Key, type Keys, plainBody} from '../account/keys.js';
import {kinds, textOf} from '../account/kinds.js';
import {waitForDoubts} from '../account/made.js';
import {
  type Copied,
  collectionOf,
  keyOf,
  type MadeAgain,
  nameOf,
  type OwnKind,
  openMadeAgain,
  ownKinds,
  readToday,
  type Today,
} from './today.js';

/** A record of a copy. */
type Copy = {readonly kind: KeptKind; readonly record: Loose};

/** What became of the records of a copy. */
export type BroughtBack = {
  readonly done: readonly Copy[];
  readonly there: readonly Copy[];
  readonly failed: ReadonlyArray<Copy & {readonly error: EmkError}>;
  readonly stopped: EmkError | undefined;
  /** The ids of lists by their earlier ids. */
  readonly lists: ReadonlyMap<number, string>;
};

type Options = {
  /** The name of the copy. */
  readonly name: string;
  readonly allowed: boolean;
  readonly settle: number;
  readonly door: Pick<AtDoor, 'include_unsubscribed'>;
};

/** Makes what a copy has and the account lacks, as often as it was there, and goes on after a record that the service refuses. */
export async function recordsBack(context: Context, copied: Copied, options: Options): Promise<BroughtBack> {
  const again = openMadeAgain(context.host, options.name);
  try {
    await waitForDoubts(context, again.open, options.settle);
    return await bringBack(context, copied, options, again);
  } finally {
    again.close();
  }
}

type Growing = {readonly [K in 'done' | 'there']: Copy[]} & {
  readonly failed: Array<Copy & {readonly error: EmkError}>;
  readonly lists: Map<number, string>;
};

async function bringBack(
  context: Context,
  copied: Copied,
  {allowed, door}: Options,
  again: MadeAgain,
): Promise<BroughtBack> {
  const back: Growing = {done: [], there: [], failed: [], lists: new Map()};
  const looking: Looking = {context, copied, again, back, today: await readToday(context, copied, again)};
  const found: Missing[] = [];
  for (const kind of ownKinds) found.push(...(await missingOf(looking, kind, found)));
  const missing = found.filter(({utr}) => utr === undefined);
  const people = await missingPeople(looking);
  const count = missing.length + people.flatMap(one => one.missing).length;
  let stopped: EmkError | undefined;
  if (count > 0) {
    const starts = await startsOf(looking, missing, people);
    const permit = await context.agree<Change>(effectOf('creates', RECORDS, count, {starts}), {
      ...{what: `Bring back ${counted(count, 'record')}`, allowAutomations: allowed},
    });
    const beforePeople = missing.filter(({kind}) => EARLY.has(kind));
    stopped = await makeEach(looking, beforePeople, permit);
    for (const one of people) stopped ??= await peopleInto(looking, one, permit, door);
    const others = missing.filter(({kind}) => !EARLY.has(kind));
    if (stopped) {
      const error = notTried(stopped);
      back.failed.push(...others.map(({kind, record}) => ({kind, record, error})));
    } else stopped = await makeEach(looking, others, permit);
  }
  return {...back, stopped};
}

const RECORDS = {noun: {one: 'record', many: 'records'}};

/** The kinds before the people of segments, whom automations mail. */
const EARLY: ReadonlySet<OwnKind> = new Set(['lists', 'fields', 'senders']);

type Looking = {
  readonly context: Context;
  readonly copied: Copied;
  readonly again: MadeAgain;
  readonly today: Today;
  readonly back: Growing;
};

/** A record that the account lacks, with the form that creates it; of an email, with its automation. An automation may be there. */
type Missing = {
  readonly kind: OwnKind;
  readonly record: Loose;
  readonly form: Loose;
  readonly parent?: Missing | {readonly utr: string};
  /** What it has become. */
  utr?: string;
};

/** Pairs deleted records of a kind with those of the account, each with one, and gives those that are left. */
async function missingOf(looking: Looking, kind: OwnKind, parents: readonly Missing[]): Promise<readonly Missing[]> {
  const {context, copied, again, today, back} = looking;
  const found: Missing[] = [];
  const candidates = new Map<string, Candidate[]>();
  const records = copied.recordsOf(kind);
  const whole = kind === 'automations' ? await withGroups(context, records) : records;
  for (const [at, record] of records.entries()) {
    const wanted = await wantedOf(looking, kind, {record, whole: whole[at] ?? record, parents});
    if (!wanted) continue;
    const within = wanted.parent?.utr ?? '';
    const held = await heldOf(today, kind, within);
    const others = candidates.get(within) ?? (await candidatesIn(looking, kind, held));
    candidates.set(within, others);
    const there = pairWith({again, held, others}, wanted);
    if (there) isThere(back, wanted, there);
    if (!there || kind === 'automations') found.push(there ? {...wanted, utr: keyOf(kind, there)} : wanted);
  }
  return found;
}

function isThere(back: Growing, {kind, record}: Copy, there: Loose): void {
  back.there.push({kind, record});
  if (kind === 'lists') back.lists.set(Number(record['id']), textOf(there['id']));
}

/** The records of a kind that live; of emails, those of one automation. */
async function heldOf(today: Today, kind: OwnKind, within: string): Promise<readonly Loose[]> {
  if (kind !== 'automations emails') return today.live(kind);
  return within === '' ? [] : today.emails(within);
}

type Kept = {readonly record: Loose; readonly whole: Loose; readonly parents: readonly Missing[]};

/** A deleted record as what creates it; undefined if it refers to something that is gone, which is its error. */
async function wantedOf(looking: Looking, kind: OwnKind, {record, whole, parents}: Kept): Promise<Missing | undefined> {
  const {today, back} = looking;
  const gone = new Set<string>();
  const parent = kind === 'automations emails' ? await parentOf(looking, record, parents) : undefined;
  if (kind === 'automations emails' && !parent) gone.add(today.goneInWords('automations', record['automation_id']));
  const form = await formOf(kind, whole, async (of, id) => {
    const there = await today.find(of, id);
    if (!there && Number(textOf(id)) !== 0) gone.add(today.goneInWords(of, id));
    return textOf(there?.['id']);
  });
  if (gone.size === 0) return {kind, record, form, ...(parent && {parent})};
  back.failed.push({kind, record, error: needsGone([...gone])});
  return undefined;
}

/** A record of the account that may be a deleted one. */
type Candidate = {readonly one: Loose; readonly print: string; readonly isLater: boolean};

/** The records that are newer than the copy, and that no undo has made of another record. One is enough of what nobody has twice. */
async function candidatesIn({copied, again}: Looking, kind: OwnKind, held: readonly Loose[]): Promise<Candidate[]> {
  const lastRow = copied.lastRowOf(kind);
  const {repeats} = identityOf(kind);
  const some: Candidate[] = [];
  for (const one of held) {
    const isLater = Number(one['id']) > lastRow && !(repeats ? again.isMade : again.isOurs)(kind, keyOf(kind, one));
    if (isLater || (isNamedByAddress(kind) && !again.isOurs(kind, keyOf(kind, one))))
      some.push({one, isLater, print: printOf(kind, one, await formOf(kind, one, async (_, id) => textOf(id)))});
  }
  return some;
}

type Pairing = {readonly again: MadeAgain; readonly held: readonly Loose[]; readonly others: Candidate[]};

/** The record of the account that a deleted one is again: by what it became, or else by what it holds. */
function pairWith({again, held, others}: Pairing, {kind, record, form}: Missing): Loose | undefined {
  const ids = again.since(kind, keyOf(kind, record));
  const ours = held.findLast(one => ids.includes(keyOf(kind, one)));
  if (ours) return ours;
  // The service may store a record in another form than emk sent it, before the answer was lost.
  const begun = again.begun(kind, keyOf(kind, record));
  const isBegun = ({one}: Candidate): boolean =>
    begun !== undefined && Number(one['id']) > begun.row && nameOf(kind, one) === nameOf(kind, record);
  const print = printOf(kind, record, form);
  const at = [isBegun, (each: Candidate) => each.print === print]
    .map(isIt => others.findIndex(isIt))
    .find(index => index >= 0);
  return at === undefined ? undefined : others.splice(at, 1)[0]?.one;
}

/** What two records of a kind have in common if they are the same: their name, or all that they hold. */
function printOf(kind: OwnKind, record: Loose, {type: _, ...form}: Loose): string {
  if (!identityOf(kind).repeats) return nameKey(kind, nameOf(kind, record));
  const keys = Object.values(keysOf(kind));
  return JSON.stringify(
    Object.entries(form).map(([param, value]) => {
      const text = plainBody(String(value));
      return [param, keys.find(key => key.param === param)?.address ? foldAddress(text) : text];
    }),
  );
}

const keysOf = (kind: OwnKind): Keys =>
  kind === 'automations emails' ? (kinds.automations.keys['emails']?.below ?? {}) : kinds[kind].keys;

type Refers = (kind: 'lists' | 'segments' | 'groups' | 'senders' | 'templates', id: unknown) => Promise<string>;

/** The form that creates a record; `today` gives the id of what it refers to. */
async function formOf(kind: OwnKind, record: Loose, today: Refers): Promise<Loose> {
  const form: Record<string, unknown> = {};
  for (const key of Object.values(keysOf(kind))) {
    const value = key.refers === 'audience' ? '' : await valueIn(key, record, today);
    if (key.param !== undefined && value !== '') form[key.param] = value;
  }
  return kind === 'automations' ? {...form, ...(await kindAndAudience(record, today))} : form;
}

async function valueIn({param = '', refers, place, type}: Key, record: Loose, today: Refers): Promise<string | number> {
  const text = refers ? await today(refers as Parameters<Refers>[0], record[param]) : textOf(record[param]);
  // Several places may share a name, so they are sent by their ids.
  return refers || place || type === 'integer' ? Number(text) || '' : text;
}

/** The words of an automation's form for its numbers: its kind, and whom it mails. */
async function kindAndAudience(record: Loose, today: Refers): Promise<Loose> {
  const [, table = '', id] = /^(contacts|segments)_(.*)$/s.exec(audienceText(record)) ?? [];
  const target = table === '' ? '' : await today(table === 'segments' ? 'segments' : 'lists', id);
  return {
    type: Number(record['automation_type']) === 1 ? 'welcome' : 'custom',
    ...(target !== '' && {automation_for: `${table}_${target}`}),
  };
}

const audienceText = ({automation_for_table: table, automation_for: id}: Loose): string =>
  `${textOf(table)}${textOf(id)}`;

/** The automation of an email: from the same copy, or one that lives. */
async function parentOf(
  {copied, today}: Looking,
  {automation_id: id}: Loose,
  known: readonly Missing[],
): Promise<Missing | {readonly utr: string} | undefined> {
  const isIt = (record: Loose): boolean => record['id'] === id;
  if (copied.recordsOf('automations').some(isIt))
    return known.find(one => one.kind === 'automations' && isIt(one.record));
  const there = await today.find('automations', id);
  return there && {utr: textOf(there['utr'])};
}

const needsGone = (gone: readonly string[]): NotFoundError =>
  new NotFoundError(`It needs what is gone: ${andList(gone)}.`, {
    hint: 'Bring that back first. To see what there is: emk undo --list',
  });

/** Gives a group to automations without one: the service keeps such automations, but creates none. */
async function withGroups({call, warn}: Context, kept: readonly Loose[]): Promise<readonly Loose[]> {
  if (kept.every(hasGroup)) return kept;
  const [first] = await call(groups.list).catch(emptyIfNotFound);
  if (!first) {
    throw new NotFoundError('The service creates automations only with a group, and there is none.', {
      hint: 'Nothing was changed. Create a group first: emk groups create',
    });
  }
  return kept.map(record => {
    if (hasGroup(record)) return record;
    warn(
      `Automation "${record['automation_name']}" had no group, and the service wants one. It gets "${first.group_name}".`,
    );
    return {...record, unsubscribe_group_id: first.id};
  });
}

const hasGroup = ({unsubscribe_group_id: group}: Loose): boolean => Number(group ?? 0) !== 0;

/** The people whom a segment lacks. */
type MissingPeople = {readonly segment: number; readonly missing: readonly Person[]};
type Person = {readonly email: string; readonly record: Loose};

/** Finds whom segments lack. The API creates no segment, so a deleted one is found again by its name. */
async function missingPeople({context, copied, today, back}: Looking): Promise<readonly MissingPeople[]> {
  const kind = 'segments recipients';
  const bySegment = new Map<unknown, Loose[]>(copied.recordsOf('segments').map(({id}) => [id, []]));
  for (const record of copied.recordsOf(kind)) {
    const people = bySegment.get(record['segment_id']) ?? [];
    bySegment.set(record['segment_id'], people);
    people.push(record);
  }
  const found: MissingPeople[] = [];
  for (const [id, people] of bySegment) {
    const segment = await today.find('segments', id);
    if (!segment) {
      const record = {segment_name: today.earlierName('segments', id) ?? id};
      back.failed.push({kind: 'segments', record, error: noSegment(today.goneInWords('segments', id))});
      continue;
    }
    if (people.length === 0) back.there.push({kind: 'segments', record: segment});
    const met = new Set<string | undefined>([undefined]);
    await forEachRecord(listedRecords(context, segmentRecipients, {segment_id: segment['id']}), row =>
      met.add(whoInSegment(row)),
    );
    const missing = people.filter(person => !met.has(whoInSegment(person)));
    back.there.push(...people.filter(person => !missing.includes(person)).map(record => ({kind, record}) as const));
    if (missing.length > 0) {
      const named = missing.map(record => ({email: textOf(record['email']), record}));
      found.push({segment: Number(segment['id']), missing: named});
    }
  }
  return found;
}

const noSegment = (gone: string): NotFoundError =>
  new NotFoundError(`It needs what is gone: ${gone}. You can create a segment only in the service.`, {
    hint: 'Create it there with the same name, then run the same line again.',
  });

/** The live automations that mail people because of this: those of segments that get people, and those that get emails. */
async function startsOf(
  {context, today}: Looking,
  missing: readonly Missing[],
  people: readonly MissingPeople[],
): Promise<readonly Start[]> {
  const joined = await startedAutomations(context, ...people.map(({segment}) => ({segment})));
  const utrs = new Set(missing.flatMap(({parent}) => parent?.utr ?? []));
  if (utrs.size === 0) return starting(joined);
  const live = ((await today.live('automations')) as RecordOf<typeof automation>[]).filter(
    one => utrs.has(one.utr) && isLive(one),
  );
  if (live.length === 0) return starting(joined);
  const names = live.map(({automation_name}) => automation_name);
  return [...starting(joined), ...starting(names, {emailAlsoFor: await joinedSinceLive(context, live)})];
}

type Way = {readonly create: Operation<Params, Text | Utr, 'creates', undefined>; readonly by: readonly string[]};

/** How the records of each kind are created, and found again. */
const ways: Readonly<Record<OwnKind, Way>> = {
  lists: {create: list.create, by: ['name']},
  fields: {create: field.create, by: ['field_name']},
  senders: {create: sender.create, by: ['nickname']},
  automations: {create: automations.create, by: ['automation_name']},
  'automations emails': {create: email.add, by: ['subject', 'waiting_period', 'waiting_type']},
  notifications: {create: notification.add, by: ['email_address']},
};

/** Creates records one after the other, and returns the error that stops the rest. */
async function makeEach(looking: Looking, missing: readonly Missing[], permit: Permit): Promise<EmkError | undefined> {
  const {context, back} = looking;
  let stopped: EmkError | undefined;
  for (const one of missing) {
    const {kind, record, parent} = one;
    if (stopped) back.failed.push({kind, record, error: notTried(stopped)});
    else if (parent && parent.utr === undefined) {
      const error = needsGone([looking.today.goneInWords('automations', record['automation_id'])]);
      back.failed.push({kind, record, error});
    } else {
      try {
        await makeOne(looking, one, permit);
      } catch (thrown) {
        const error = toEmkError(thrown, context.host);
        back.failed.push({kind, record, error});
        if (stopsEverything(error) || error instanceof UnknownOutcomeError) stopped = error;
      }
    }
  }
  return stopped;
}

/** Creates a record, which is on disk before its request and after its answer. */
async function makeOne({context, again, today, back}: Looking, one: Missing, permit: Permit): Promise<void> {
  const {kind, record, form, parent} = one;
  const {create, by} = ways[kind];
  const of = collectionOf(kind);
  const within = parent ? {utr: parent.utr} : {};
  const old = keyOf(kind, record);
  const agreed = async (row: number): Promise<Permit> => {
    if (!context.globals.dryRun) again.begin(kind, old, {row, startedAt: context.host.now().getTime()});
    return permit;
  };
  const name = nameOf(kind, record);
  const turn = turnFor(of, ...Object.values(within).map(String), name);
  const made = await context.takeTurns([turn], `the ${of.noun.one} "${name}"`, () =>
    createOne(context, {operation: create, agreed}, {...form, ...within}, {of, by, within: () => within}),
  );
  if (made.kind !== 'record') {
    one.utr = '';
    return;
  }
  const now = made.record as Loose;
  again.made(kind, old, keyOf(kind, now));
  one.utr = keyOf(kind, now);
  back.done.push({kind, record});
  if (kind === 'lists') back.lists.set(Number(record['id']), textOf(now['id']));
  if (kind !== 'automations emails') (await today.live(kind)).push(now);
}

/** Adds people to a segment through the door, and returns the error that stops the rest. */
async function peopleInto(
  {context, back}: Looking,
  {segment, missing}: MissingPeople,
  permit: Permit,
  atDoor: AtDoor,
): Promise<EmkError | undefined> {
  const kind = 'segments recipients';
  const records = new Map(missing.map(({email, record}) => [foldAddress(email), record]));
  const copyOf = (address: unknown): Copy => ({kind, record: records.get(foldAddress(String(address))) ?? {}});
  const door = await openDoor(context, atDoor);
  const book = {
    ...{membership: 'in the segment', most: 1, door, turns: () => [turnFor(segmentRecipients, String(segment))]},
    async *entries() {
      for await (const batch of listedRecords(context, segmentRecipients, {segment_id: segment}))
        for (const {id, email} of batch) yield {id: Number(id), email: textOf(email)};
    },
    opened:
      async () =>
      ([person]: readonly Person[]) => {
        const {
          email,
          record: {first_name, last_name},
        } = person as Person;
        return context.send(door.admit(permit), segmentRecipient.add, {
          ...{segment_id: segment, email, first_name: textOf(first_name), last_name: textOf(last_name)},
        });
      },
    added: (entries: ReadonlyArray<{readonly email: string}>) =>
      void back.done.push(...entries.map(({email}) => copyOf(email))),
  };
  const {failed, stopped} = await addTo(context, book, {people: missing});
  back.failed.push(...failed.map(({id, error}) => ({...copyOf(id), error})));
  return stopped;
}
