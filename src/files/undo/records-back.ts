import {emptyIfNotFound} from '../../api/answers/record-sources.js';
import type {Permit} from '../../api/describe/permit.js';
import type {Loose, Operation, Params, RecordOf, Text, Utr} from '../../api/describe/schema.js';
import {effectOf, type Start, starting} from '../../change/effect/effect.js';
import {identityOf, isNamedByAddress, nameKey} from '../../change/identity/identities.js';
import {notTried, stopsEverything, toEmkError} from '../../change/work/stop-errors.js';
import type {Context} from '../../commands/command.js';
import {createOne} from '../../commands/verbs/create.js';
import {answeredIfFailed} from '../../commands/verbs/create-all.js';
import {turnFor} from '../../commands/verbs/find-created.js';
import {type EmkError, NotFoundError, UnknownOutcomeError} from '../../core/errors.js';
import {andList, counted} from '../../core/words/sentence.js';
import {operations as email} from '../../endpoints/automation-emails.js';
import {type automation, isLive} from '../../endpoints/automations.js';
import {operations as groups} from '../../endpoints/groups.js';
import type {Key, Keys} from '../account/keys.js';
import {kinds, textOf} from '../account/kinds.js';
import {type Copied, collectionOf, keyOf, type MadeAgain, nameOf, type OwnKind, ownKinds, type Today} from './copy.js';

/** What an undo of a deletion works with. */
export type Looking = {
  readonly context: Context;
  readonly copied: Copied;
  readonly again: MadeAgain;
  readonly today: Today;
};

/** A record of a copy. */
type Copy = {readonly kind: OwnKind; readonly record: Loose};

/** What became of the records of a copy. */
export type BroughtBack = {
  readonly done: Copy[];
  readonly there: Copy[];
  readonly failed: Array<Copy & {readonly error: EmkError}>;
  stopped: EmkError | undefined;
};

type Working = Looking & {readonly back: BroughtBack};

/** Makes what a copy has and the account lacks, as often as it was there, and goes on after a record that the service refuses. */
export async function recordsBack(looking: Looking, allowAutomations: boolean): Promise<BroughtBack> {
  const back: BroughtBack = {done: [], there: [], failed: [], stopped: undefined};
  const work = {...looking, back};
  const found: Missing[] = [];
  for (const kind of ownKinds) found.push(...(await missingOf(work, kind, found)));
  const missing = found.filter(({utr}) => utr === undefined);
  if (missing.length === 0) return back;
  const starts = await startsOf(looking, missing);
  const permit = await looking.context.agree(effectOf('creates', RECORDS, missing.length, {starts}), {
    what: `Bring back ${counted(missing.length, 'record')}`,
    allowAutomations,
  });
  for (const one of missing) await makeOrTell(work, one, permit);
  return back;
}

const RECORDS = {noun: {one: 'record', many: 'records'}};

/** A record that the account lacks, with the form that creates it; of an email, with its automation, which may be there. */
type Missing = Copy & {
  readonly form: Loose;
  readonly parent?: Missing | {readonly utr: string} | undefined;
  /** What it has become. */
  utr?: string;
};

/** The records of a kind that the account lacks, and all automations, since their emails may be missing. */
async function missingOf(work: Working, kind: OwnKind, parents: readonly Missing[]): Promise<readonly Missing[]> {
  const {context, copied, today, back} = work;
  const found: Missing[] = [];
  const taken = new Set<Loose>();
  const records = copied.recordsOf(kind);
  for (const record of kind === 'automations' ? await withGroups(context, records) : records) {
    const gone = new Set<string>();
    const parent = await parentOf(work, kind, record, parents);
    if (!parent && isBelow(kind)) gone.add(today.goneInWords('automations', record['automation_id']));
    const form = await formOf(kind, record, async (of, id) => {
      const there = await today.find(of, id);
      if (!there && Number(textOf(id)) !== 0) gone.add(today.goneInWords(of, id));
      return textOf(there?.['id']);
    });
    if (gone.size > 0) {
      back.failed.push({kind, record, error: needsGone([...gone])});
      continue;
    }
    const one = {kind, record, form, parent};
    const there = await recordAgain(work, one, taken);
    if (!there) {
      found.push(one);
      continue;
    }
    taken.add(there);
    back.there.push(one);
    if (kind === 'automations') found.push({...one, utr: keyOf(kind, there)});
  }
  return found;
}

/**
 * The record of the account that a deleted one is again: by what an undo has made of it, or by its name. Of what people have
 * several of one name, only the record that a lost answer may have made counts.
 */
async function recordAgain(
  {copied, again, today}: Looking,
  {kind, record, parent}: Missing,
  taken: ReadonlySet<Loose>,
): Promise<Loose | undefined> {
  const old = keyOf(kind, record);
  const emails = async () => (parent?.utr === undefined ? [] : today.emails(parent.utr));
  const held = await (kind === 'automations emails' ? emails() : today.live(kind));
  const ids = again.since(kind, old);
  const ours = held.findLast(one => ids.includes(keyOf(kind, one)));
  if (ours) return ours;
  const doubt = again.inDoubt(kind, old);
  const name = nameKey(kind, nameOf(kind, record));
  return held.find(one => {
    if (taken.has(one) || nameKey(kind, nameOf(kind, one)) !== name) return false;
    const [row, madeOf] = [Number(one['id']), again.madeOf(kind, keyOf(kind, one))];
    if (doubt && row > doubt.lastRow && madeOf === undefined) return true;
    const isLater = isNamedByAddress(kind) || row > copied.lastRowOf(kind);
    return !identityOf(kind).repeats && isLater && madeOf !== copied.name;
  });
}

type Refers = (kind: 'lists' | 'segments' | 'groups' | 'senders' | 'templates', id: unknown) => Promise<string>;

/** The form that creates a record; `today` gives the id of what it refers to. */
async function formOf(kind: OwnKind, record: Loose, today: Refers): Promise<Loose> {
  const keys: Keys = kind === 'automations emails' ? (kinds.automations.keys['emails']?.below ?? {}) : kinds[kind].keys;
  const form: Record<string, unknown> = {};
  for (const key of Object.values(keys)) {
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
  const audience = `${textOf(record['automation_for_table'])}${textOf(record['automation_for'])}`;
  const [, table = '', id] = /^(contacts|segments)_(.*)$/s.exec(audience) ?? [];
  const target = table === '' ? '' : await today(table === 'segments' ? 'segments' : 'lists', id);
  return {
    type: Number(record['automation_type']) === 1 ? 'welcome' : 'custom',
    ...(target !== '' && {automation_for: `${table}_${target}`}),
  };
}

const isBelow = (kind: OwnKind): boolean => kind === 'automations emails';

/** The automation of an email: from the same copy, or one that lives. */
async function parentOf(
  {copied, today}: Looking,
  kind: OwnKind,
  {automation_id: id}: Loose,
  known: readonly Missing[],
): Promise<Missing['parent']> {
  if (!isBelow(kind)) return undefined;
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
  const hasGroup = ({unsubscribe_group_id: group}: Loose): boolean => Number(group ?? 0) !== 0;
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

/** The live automations that mail people because they get emails. */
async function startsOf({today}: Looking, missing: readonly Missing[]): Promise<readonly Start[]> {
  const utrs = new Set(missing.flatMap(({parent}) => parent?.utr ?? []));
  if (utrs.size === 0) return [];
  const live = ((await today.live('automations')) as RecordOf<typeof automation>[]).filter(
    one => utrs.has(one.utr) && isLive(one),
  );
  if (live.length === 0) return [];
  const names = live.map(({automation_name}) => automation_name);
  return starting(names, 'email');
}

/** Creates a record, unless an earlier one stopped everything. */
async function makeOrTell(work: Working, one: Missing, permit: Permit<'creates'>): Promise<void> {
  const {context, today, back} = work;
  const {kind, record, parent} = one;
  try {
    if (back.stopped) throw notTried(back.stopped);
    if (parent && parent.utr === undefined)
      throw needsGone([today.goneInWords('automations', record['automation_id'])]);
    await makeOne(work, one, permit);
  } catch (thrown) {
    const error = toEmkError(thrown, context.host);
    back.failed.push({kind, record, error});
    if (stopsEverything(error) || error instanceof UnknownOutcomeError) back.stopped ??= error;
  }
}

/** Creates a record, which is on disk before its request and after its answer. */
async function makeOne({context, again, today, back}: Working, one: Missing, permit: Permit<'creates'>): Promise<void> {
  const {kind, record, form, parent} = one;
  const of = collectionOf(kind);
  const name = nameOf(kind, record);
  const old = keyOf(kind, record);
  const within = parent ? {utr: parent.utr} : {};
  const operation = (kind === 'automations emails' ? email.add : kinds[kind].create) as Create;
  const by = [identityOf(kind).field, ...(kind === 'automations emails' ? ['waiting_period', 'waiting_type'] : [])];
  let step: number | undefined;
  const agreed = async (lastRow: number): Promise<Permit<'creates'>> => {
    if (!context.globals.dryRun) step = again.begin(kind, old, lastRow);
    return permit;
  };
  const create = () => createOne(context, {operation, agreed}, {...form, ...within}, {of, by, within: () => within});
  const turn = turnFor(of, ...Object.values(within).map(String), name);
  const made = await answeredIfFailed(
    again,
    () => step,
    () => context.takeTurns([turn], `the ${of.noun.one} "${name}"`, create),
  );
  if (step === undefined || made.kind !== 'record') {
    one.utr = '';
    return;
  }
  const now = made.record as Loose;
  one.utr = keyOf(kind, now);
  again.made(step, kind, old, one.utr);
  back.done.push({kind, record});
  if (kind !== 'automations emails') (await today.live(kind)).push(now);
}

type Create = Operation<Params, Text | Utr, 'creates', undefined>;
