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
import {counted} from '../../core/words/sentence.js';
import {operations as email} from '../../endpoints/automation-emails.js';
import {type automation, isLive} from '../../endpoints/automations.js';
import {operations as groups} from '../../endpoints/groups.js';
import type {operations as mailings} from '../../endpoints/mailings.js';
import {formOf as formOfMailing, momentIn} from '../../mailings/mailing.js';
import {mayBePast, momentAsSent, momentInWords, type When} from '../../mailings/moment.js';
import {createSend} from '../../mailings/send.js';
import {type Done, doneResult, type Failure} from '../../output/results/result.js';
import type {Key, Keys, KindName} from '../account/keys.js';
import {kinds, textOfValue} from '../account/kinds.js';
import {
  type AnyKind,
  collectionOf,
  keyIn,
  keyOfRecord,
  type MadeAgain,
  nameOfRecord,
  ownKinds,
  type readCopy,
  type readToday,
} from './copy.js';

/** What a copy holds, without the contacts themselves: they may be too many for memory. */
type Copied = Awaited<ReturnType<typeof readCopy>>;

/** The records of the account, each list read once, and what deleted ones are in it today. */
type Today = Awaited<ReturnType<typeof readToday>>;

/** What an undo of a deletion works with. */
export type Looking = {
  readonly context: Context;
  readonly copied: Copied;
  readonly again: MadeAgain;
  readonly today: Today;
};

/** A record of a copy. */
type Copy = {readonly kind: AnyKind; readonly record: Loose};

/** Makes what a copy has and the account lacks, as often as it was there, and goes on after a record that the service refuses. */
export async function recordsBack(looking: Looking, allowAutomations: boolean): Promise<Done> {
  const {context} = looking;
  const done: string[] = [];
  const failed: Failure[] = [];
  let stopped: EmkError | undefined;
  const missing = await missingIn(looking);
  const what = counted(missing.length, 'record');
  if (missing.length === 0) return {kind: 'done', sentence: '', done, failed};
  const starts = await startsOf(looking, missing);
  const effect = effectOf('creates', RECORDS, missing.length, {starts});
  const permit = await context.agree(effect, {what: `Bring back ${what}`, allowAutomations});
  if (context.globals.dryRun) return {kind: 'done', sentence: `Would bring back ${what}.`, done, failed};
  for (const one of missing) {
    const id = nameOfRecord(one.kind, one.record);
    try {
      if (stopped) throw notTried(stopped);
      const {form, within} = await formOf(looking, one);
      const operation = (one.kind === 'automations emails' ? email.add : kinds[one.kind].create) as Create;
      await makeAgain(looking, one, within, () => context.send(permit, operation, {...form, ...within} as never));
      done.push(id);
    } catch (thrown) {
      const error = toEmkError(thrown, context.host);
      failed.push({id, error});
      if (stopsEverything(error) || error instanceof UnknownOutcomeError) stopped ??= error;
    }
  }
  const sentence = done.length === 0 ? '' : `Brought back ${counted(done.length, 'record')}.`;
  return {kind: 'done', sentence, done, failed, stopped};
}

/** What of a copy is not in the account today. */
async function missingIn(looking: Looking): Promise<readonly Copy[]> {
  const missing: Copy[] = [];
  for (const kind of ownKinds) {
    const taken = new Set<Loose>();
    for (const record of looking.copied.recordsOf(kind)) {
      const again = await recordAgain(looking, {kind, record}, taken);
      if (again) taken.add(again);
      else missing.push({kind, record});
    }
  }
  return missing;
}

export const RECORDS = {noun: {one: 'record', many: 'records'}};

type Create = Operation<Params, Text | Utr, 'creates', undefined>;

/**
 * The record of the account that a deleted one is again: by what an undo has made of it, or by its name. Of what people have
 * several of one name, only the record that a lost answer may have made counts.
 */
async function recordAgain(
  looking: Looking,
  {kind, record}: Copy,
  taken: ReadonlySet<Loose>,
): Promise<Loose | undefined> {
  const {context, copied, again, today} = looking;
  const old = keyOfRecord(kind, record);
  const held = kind === 'automations emails' ? await emailsBeside(looking, record) : await today.live(kind);
  const ids = again.idsOf(kind, old);
  const ours = held.findLast(one => ids.includes(keyOfRecord(kind, one)));
  if (ours) return ours;
  const name = nameKey(kind, nameOfRecord(kind, record));
  const like = held.filter(one => !taken.has(one) && nameKey(kind, nameOfRecord(kind, one)) === name);
  const copyOf = (one: Loose): string | undefined => again.copyOf(kind, keyOfRecord(kind, one));
  const {since} = again.doubts.get(keyIn(kind, old)) ?? {};
  const made = since && like.find(one => Number(one['id']) > since.lastRow && copyOf(one) === undefined);
  // Written down, because it may go and be made anew once more.
  if (made && !context.globals.dryRun) again.settle(kind, old, keyOfRecord(kind, made));
  if (made || identityOf(kind).repeats) return made;
  const isLater = (one: Loose): boolean => isNamedByAddress(kind) || Number(one['id']) > copied.lastRowOf(kind);
  return like.find(one => isLater(one) && copyOf(one) !== copied.name);
}

async function emailsBeside(looking: Looking, record: Loose): Promise<readonly Loose[]> {
  const parent = await automationOf(looking, record);
  return parent ? looking.today.live('automations emails', textOfValue(parent['utr'])) : [];
}

/** The automation of an email: what that of the same copy has become, or one that lives. */
async function automationOf({copied, again, today}: Looking, {automation_id: id}: Loose): Promise<Loose | undefined> {
  const own = copied.recordsOf('automations').find(one => one['id'] === id);
  if (!own) return today.find('automations', id);
  const utrs = again.idsOf('automations', keyOfRecord('automations', own));
  return (await today.live('automations')).find(one => utrs.includes(keyOfRecord('automations', one)));
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
  {context, again: journal, today}: Looking,
  {kind, record}: Copy,
  within: Loose,
  send: () => Promise<unknown>,
): Promise<void> {
  const creations = {
    ...{of: collectionOf(kind), within, journal, adopts: false},
    nameOf: (row: Loose) => nameKey(kind, nameOfRecord(kind, row)),
    isKnown: () => true,
    made: () => today.forget(kind),
  };
  const item = {kind, key: keyIn(kind, keyOfRecord(kind, record))};
  await createAll(context, creations, [{name: creations.nameOf(record), item, send}]);
}

/** The form that creates a record of a copy, with what it refers to as it is today. Refuses where that is gone. */
async function formOf(looking: Looking, {kind, record}: Copy): Promise<{readonly form: Loose; readonly within: Loose}> {
  const {context, today} = looking;
  const idNow: IdNow = async (of, id) => {
    const there = await today.find(of, id);
    if (!there && Number(textOfValue(id)) !== 0) throw noLongerThere(today, of, id);
    return textOfValue(there?.['id']);
  };
  if (kind === 'automations emails') {
    const parent = await automationOf(looking, record);
    if (!parent) throw noLongerThere(today, 'automations', record['automation_id']);
    const form = await simpleForm(kinds.automations.keys['emails']?.below ?? {}, record, idNow);
    return {form, within: {utr: textOfValue(parent['utr'])}};
  }
  const more = kind === 'automations' ? await automationForm(context, record, idNow) : {};
  return {form: {...(await simpleForm(kinds[kind].keys, record, idNow)), ...more}, within: {}};
}

/** The error for a record that needs another one, which is gone. */
export function noLongerThere(today: Today, kind: KindName, id: unknown): NotFoundError {
  const was = today.earlier(kind, id);
  const needed = `${kinds[kind].collection.noun.one} ${was ? `"${was.name}"` : textOfValue(id)}`;
  // Of several that failed, only the sentences are told.
  const where = was && kind !== 'segments' ? ` (to bring it back: emk undo ${was.copy})` : '';
  return new NotFoundError(`It needs the ${needed}, which is gone${where}.`, {
    hint:
      kind === 'segments' ? 'Create it in the service with the same name, then run the same line again.' : undefined,
  });
}

type IdNow = (of: NonNullable<Exclude<Key['refers'], 'audience'>>, id: unknown) => Promise<string>;

async function simpleForm(keys: Keys, record: Loose, idNow: IdNow): Promise<Loose> {
  const form: Record<string, unknown> = {};
  for (const {param, refers, place, type} of Object.values(keys)) {
    if (param === undefined || refers === 'audience') continue;
    const text = refers ? await idNow(refers, record[param]) : textOfValue(record[param]);
    // Several places may share a name, so they are sent by their ids.
    const value = refers || place || type === 'integer' ? Number(text) || '' : text;
    if (value !== '') form[param] = value;
  }
  return form;
}

/** The words of an automation's form for its numbers: its kind, and whom it mails. */
async function automationForm(context: Context, record: Loose, idNow: IdNow): Promise<Loose> {
  const audience = `${textOfValue(record['automation_for_table'])}${textOfValue(record['automation_for'])}`;
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
  if (!first) throw new NotFoundError('The service creates automations only with a group, and there is none.');
  warn(`Automation "${name}" had no group, and the service wants one. It gets "${first.group_name}".`);
  return first.id;
}

/**
 * Makes the mailings of a copy anew, each after its checks, its card and a yes: at its old moment, or at the given one. Those
 * that an earlier run has made are not made again, even if they are gone since.
 */
export async function mailingsBack(looking: Looking, given: When): Promise<readonly Ended[]> {
  const {context, copied, again} = looking;
  const missing: Array<{readonly record: CopiedMailing; readonly when: When}> = [];
  for (const one of copied.recordsOf('mailings')) {
    const record = one as CopiedMailing;
    const isMade = again.idsOf('mailings', record.utr).length > 1;
    if (!isMade && !(await recordAgain(looking, {kind: 'mailings', record}, new Set())))
      missing.push({record, when: momentFor(context, record, given)});
  }
  // Nobody waits for a lock while a person is asked: the mailing takes its turn itself.
  const alone = {...looking, context: {...context, takeTurns: (_things, _what, act) => act()} satisfies Context};
  const made: Ended[] = [];
  for (const {record, when} of missing) {
    try {
      await makeAgain(alone, {kind: 'mailings', record}, {}, async () => {
        const result = await createSend(context, {...formOfMailing(record), ...when});
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

type CopiedMailing = OperationOutput<typeof mailings.details>;

/** When a mailing goes out: as the line says, or at its old moment while that is ahead. */
function momentFor(context: Context, mailing: CopiedMailing, given: When): When {
  if (given.at !== undefined || given.now) return given;
  const [moment, zones] = [momentIn(mailing), context.zones()];
  if (moment.schedule_type === 1 && !mayBePast(moment, context.host.now(), zones)) return {at: momentAsSent(moment)};
  const was = moment.schedule_type === 1 ? `was to go out on ${momentInWords(moment, zones)}` : 'was to go out at once';
  throw new UsageError(`The mailing "${mailing.single_send_name}" ${was}, so say when it goes out now.`, {
    hint: 'Nothing was changed. Add a time: --at "2030-05-01 09:00", or --now to send it at once.',
  });
}
