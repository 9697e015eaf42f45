import {emptyIfNotFound} from '../../api/answers/record-sources.js';
import type {OperationOutput} from '../../api/describe/operation.js';
import type {Loose, Operation, Params, RecordOf, Text, Utr} from '../../api/describe/schema.js';
import type {Context} from '../../change/context.js';
import {effectOf, type Start, starting} from '../../change/effect/effect.js';
import {identityOf, isNamedByAddress, nameKey} from '../../change/identity/identities.js';
import {createAll} from '../../change/records/create-all.js';
import {type Ended, ended, sumOf} from '../../change/work/ending.js';
import {notTried, stopsEverything, toEmkError} from '../../change/work/stop-errors.js';
import {type EmkError, NotFoundError, UnknownOutcomeError, UsageError} from '../../core/errors.js';
import {andList, counted, plural, quoted} from '../../core/words/sentence.js';
import {operations as email} from '../../endpoints/automation-emails.js';
import {type automation, isLive} from '../../endpoints/automations.js';
import {operations as groups} from '../../endpoints/groups.js';
import type {operations as mailings} from '../../endpoints/mailings.js';
import {formOf as formOfMailing, momentIn} from '../../mailings/mailing.js';
import {mayBePast, momentAsSent, momentInWords, type When} from '../../mailings/moment.js';
import {createSend} from '../../mailings/send.js';
import {doneResult} from '../../output/results/result.js';
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
type Copy<Kind = OwnKind> = {readonly kind: Kind; readonly record: Loose};

/** What became of the records of a copy. */
export type BroughtBack = Awaited<ReturnType<typeof recordsBack>>;

/** Makes what a copy has and the account lacks, as often as it was there, and goes on after a record that the service refuses. */
export async function recordsBack(looking: Looking, allowAutomations: boolean) {
  const {context} = looking;
  const {there, missing} = await comparedWithToday(looking);
  const done: Copy[] = [];
  const failed: Array<Copy & {readonly error: EmkError}> = [];
  let stopped: EmkError | undefined;
  if (missing.length === 0) return {done, there, failed, stopped};
  const starts = await startsOf(looking, missing);
  const permit = await context.agree(effectOf('creates', RECORDS, missing.length, {starts}), {
    what: `Bring back ${counted(missing.length, 'record')}`,
    allowAutomations,
  });
  for (const one of missing) {
    try {
      if (stopped) throw notTried(stopped);
      const {form, within} = await formOf(looking, one);
      const operation = (one.kind === 'automations emails' ? email.add : kinds[one.kind].create) as Create;
      const input = {...form, ...within} as never;
      await makeAgain(looking, one, within, () => context.send(permit, operation, input));
      if (!context.globals.dryRun) done.push(one);
    } catch (thrown) {
      const error = toEmkError(thrown, context.host);
      failed.push({...one, error});
      if (stopsEverything(error) || error instanceof UnknownOutcomeError) stopped ??= error;
    }
  }
  return {done, there, failed, stopped};
}

async function comparedWithToday(looking: Looking) {
  const [there, missing]: [Copy[], Copy[]] = [[], []];
  for (const kind of ownKinds) {
    const taken = new Set<Loose>();
    for (const record of looking.copied.recordsOf(kind)) {
      const again = await recordAgain(looking, {kind, record}, taken);
      if (again) taken.add(again);
      (again ? there : missing).push({kind, record});
    }
  }
  return {there, missing};
}

const RECORDS = {noun: {one: 'record', many: 'records'}};

type Create = Operation<Params, Text | Utr, 'creates', undefined>;

/**
 * The record of the account that a deleted one is again: by what an undo has made of it, or by its name. Of what people have
 * several of one name, only the record that a lost answer may have made counts.
 */
async function recordAgain(
  looking: Looking,
  {kind, record}: Copy<OwnKind | 'mailings'>,
  taken: ReadonlySet<Loose>,
): Promise<Loose | undefined> {
  const {context, copied, again, today} = looking;
  const old = keyOf(kind, record);
  const held = kind === 'automations emails' ? await emailsBeside(looking, record) : await today.live(kind);
  const ids = [old, ...again.since(kind, old)];
  const ours = held.findLast(one => ids.includes(keyOf(kind, one)));
  if (ours) return ours;
  const rowBefore = again.rowBefore(kind, old) ?? Number.POSITIVE_INFINITY;
  const name = nameKey(kind, nameOf(kind, record));
  const like = held.filter(one => !taken.has(one) && nameKey(kind, nameOf(kind, one)) === name);
  const madeOf = (one: Loose): string | undefined => again.madeOf(kind, keyOf(kind, one));
  const made = like.find(one => Number(one['id']) > rowBefore && madeOf(one) === undefined);
  // Written down, because it may go and be made anew once more.
  if (made && !context.globals.dryRun) again.settle(kind, old, keyOf(kind, made));
  if (made || identityOf(kind).repeats) return made;
  const isLater = (one: Loose): boolean => isNamedByAddress(kind) || Number(one['id']) > copied.lastRowOf(kind);
  return like.find(one => isLater(one) && madeOf(one) !== copied.name);
}

async function emailsBeside(looking: Looking, record: Loose): Promise<readonly Loose[]> {
  const parent = await automationOf(looking, record);
  return parent ? looking.today.live('automations emails', textOf(parent['utr'])) : [];
}

/** The automation of an email: what that of the same copy has become, or one that lives. */
async function automationOf({copied, again, today}: Looking, {automation_id: id}: Loose): Promise<Loose | undefined> {
  const own = copied.recordsOf('automations').find(one => one['id'] === id);
  if (!own) return today.find('automations', id);
  const old = keyOf('automations', own);
  const utrs = [old, ...again.since('automations', old)];
  return (await today.live('automations')).find(one => utrs.includes(keyOf('automations', one)));
}

/** The live automations that mail people because they get emails. */
async function startsOf(looking: Looking, missing: readonly Copy[]): Promise<readonly Start[]> {
  const names = new Set<string>();
  for (const {record} of missing.filter(({kind}) => kind === 'automations emails')) {
    const parent = (await automationOf(looking, record)) as RecordOf<typeof automation> | undefined;
    if (parent && isLive(parent)) names.add(parent.automation_name);
  }
  return names.size === 0 ? [] : starting([...names], 'email');
}

/** Makes a record anew, which is on disk before its request and after its answer. */
async function makeAgain(
  {context, again, today}: Looking,
  {kind, record}: Copy<OwnKind | 'mailings'>,
  within: Loose,
  send: () => Promise<unknown>,
): Promise<void> {
  const name = nameOf(kind, record);
  const creations = {
    ...{of: collectionOf(kind), within, journal: again.journalOf(kind, keyOf(kind, record)), adopts: false},
    nameOf: (row: Loose) => nameKey(kind, nameOf(kind, row)),
    isKnown: () => true,
    made: () => today.forget(kind),
  };
  await createAll(context, creations, [{name: nameKey(kind, name), item: {kind, key: name}, send}]);
}

/** The form that creates a record of a copy, with what it refers to as it is today. Refuses where that is gone. */
async function formOf(looking: Looking, {kind, record}: Copy): Promise<{readonly form: Loose; readonly within: Loose}> {
  const {context, copied, today} = looking;
  const gone = new Set<string>();
  const idNow: IdNow = async (of, id) => {
    const there = await today.find(of, id);
    if (!there && Number(textOf(id)) !== 0) gone.add(today.goneInWords(of, id));
    return textOf(there?.['id']);
  };
  const isEmail = kind === 'automations emails';
  const form = await simpleForm(
    isEmail ? (kinds.automations.keys['emails']?.below ?? {}) : kinds[kind].keys,
    record,
    idNow,
  );
  const more = kind === 'automations' ? await automationForm(context, record, idNow) : {};
  const parent = isEmail ? await automationOf(looking, record) : undefined;
  // A dry run has made no automation.
  const isToCome = context.globals.dryRun && copied.recordsOf('automations').length > 0;
  if (isEmail && !parent && !isToCome) gone.add(today.goneInWords('automations', record['automation_id']));
  if (gone.size > 0) {
    throw new NotFoundError(`It needs what is gone: ${andList([...gone])}.`, {
      hint: 'Bring that back first. To see what there is: emk undo --list',
    });
  }
  return {form: {...form, ...more}, within: isEmail ? {utr: textOf(parent?.['utr'])} : {}};
}

type IdNow = (of: NonNullable<Exclude<Key['refers'], 'audience'>>, id: unknown) => Promise<string>;

async function simpleForm(keys: Keys, record: Loose, idNow: IdNow): Promise<Loose> {
  const form: Record<string, unknown> = {};
  for (const {param, refers, place, type} of Object.values(keys)) {
    if (param === undefined || refers === 'audience') continue;
    const text = refers ? await idNow(refers, record[param]) : textOf(record[param]);
    // Several places may share a name, so they are sent by their ids.
    const value = refers || place || type === 'integer' ? Number(text) || '' : text;
    if (value !== '') form[param] = value;
  }
  return form;
}

/** The words of an automation's form for its numbers: its kind, and whom it mails. */
async function automationForm(context: Context, record: Loose, idNow: IdNow): Promise<Loose> {
  const audience = `${textOf(record['automation_for_table'])}${textOf(record['automation_for'])}`;
  const [, table = '', id] = /^(contacts|segments)_(.*)$/s.exec(audience) ?? [];
  const target = table === '' ? '' : await idNow(table === 'segments' ? 'segments' : 'lists', id);
  const hasGroup = Number(record['unsubscribe_group_id'] ?? 0) !== 0;
  return {
    type: Number(record['automation_type']) === 1 ? 'welcome' : 'custom',
    ...(target !== '' && {automation_for: `${table}_${target}`}),
    ...(!hasGroup && {unsubscribe_group_id: await anyGroup(context, record)}),
  };
}

/** A group for an automation without one: the service keeps such automations, but creates none. */
async function anyGroup({call, warn}: Context, {automation_name: name}: Loose): Promise<number> {
  const [first] = await call(groups.list).catch(emptyIfNotFound);
  if (!first) {
    throw new NotFoundError('The service creates automations only with a group, and there is none.', {
      hint: 'Create a group first: emk groups create',
    });
  }
  warn(`Automation "${name}" had no group, and the service wants one. It gets "${first.group_name}".`);
  return first.id;
}

/**
 * Makes the mailings of a copy anew, each after its checks, its card and a yes: at its old moment, or at the given one. Those
 * that an earlier run has made are not made again, even if they are gone since.
 */
export async function mailingsBack(looking: Looking, given: When): Promise<readonly Ended[]> {
  const {context, copied, again} = looking;
  const there: string[] = [];
  const missing: Array<{readonly mailing: Mailing; readonly when: When}> = [];
  for (const record of copied.recordsOf('mailings')) {
    const mailing = record as Mailing;
    const isMade = again.since('mailings', mailing.utr).length > 0;
    if (isMade || (await recordAgain(looking, {kind: 'mailings', record}, new Set())))
      there.push(mailing.single_send_name);
    else missing.push({mailing, when: momentFor(context, mailing, given)});
  }
  if (there.length > 0)
    context.notice(`${quoted(there)} ${plural(there.length, 'was', 'were')} made anew already. Nothing is sent twice.`);
  // Nobody waits for a lock while a person is asked: the mailing takes its turn itself.
  const alone = {...looking, context: {...context, takeTurns: (_things, _what, act) => act()} satisfies Context};
  const made: Ended[] = [];
  for (const {mailing, when} of missing) {
    try {
      await makeAgain(alone, {kind: 'mailings', record: mailing}, {}, async () => {
        const result = await createSend(context, {...formOfMailing(mailing), ...when});
        made.push(result);
        return result.kind === 'record' ? result.record : undefined;
      });
    } catch (thrown) {
      if (made.length === 0) throw thrown;
      const left = sumOf({wanted: missing.length - made.length, done: 0});
      return [ended(left, doneResult(''), toEmkError(thrown, context.host)), ...made];
    }
  }
  return made;
}

type Mailing = OperationOutput<typeof mailings.details>;

/** When a mailing goes out: as the line says, or at its old moment while that is ahead. */
function momentFor(context: Context, mailing: Mailing, given: When): When {
  if (given.at !== undefined || given.now) return given;
  const [moment, zones] = [momentIn(mailing), context.zones()];
  if (moment.schedule_type === 1 && !mayBePast(moment, context.host.now(), zones)) return {at: momentAsSent(moment)};
  const was = moment.schedule_type === 1 ? `was to go out on ${momentInWords(moment, zones)}` : 'was to go out at once';
  throw new UsageError(`The mailing "${mailing.single_send_name}" ${was}, so say when it goes out now.`, {
    hint: 'Nothing was changed. Add a time: --at "2030-05-01 09:00", or --now to send it at once.',
  });
}
