import {readKeptDeletion} from '../accounts/read-kept-deletion.js';
import {emptyIfNotFound, forEachRecord, noneIfNotFound} from '../api/answers/record-sources.js';
import type {Loose, RecordOf} from '../api/describe/schema.js';
import type {Context} from '../commands/command.js';
import {notTried, stopsEverything, toEmkError} from '../commands/stop-errors.js';
import {listedRecords} from '../commands/verbs/listed.js';
import {effectOf} from '../effect/effect.js';
import automations, {type automation, operations as automationOperations} from '../endpoints/automations.js';
import {operations as segments} from '../endpoints/segments.js';
import {operations as groups} from '../endpoints/unsubscribe-groups.js';
import {type EmkError, NotFoundError, PartialError} from '../errors.js';
import type {Done, Failure} from '../output/results/result.js';
import {isNotDeleted} from '../records/fields/is-not-deleted.js';
import {gateEmails} from '../resources/shared/joined-since-live.js';
import {gateAutomations, startedAutomations} from '../resources/shared/started-automations.js';
import {type AtDoor, type Door, openDoor} from '../who-left/door.js';
import {letIn} from '../who-left/let-in.js';
import {counted} from '../words/count.js';
import {type CreatedAgain, formOf, type Way, ways} from './ways.js';

/** What was created so far: the automations by their earlier ids. */
export type Made = {readonly automations: Map<number, string>};

type Records = {
  readonly path: string;
  readonly kind: CreatedAgain;
  readonly made: Made;
  readonly allowed: boolean;
  readonly atDoor: AtDoor;
};

/** Creates the records of one kind again, except those whose name is already in their list. */
export async function recordsBack(context: Context, {path, kind, made, allowed, atDoor}: Records): Promise<Done> {
  const way: Way = ways[kind];
  const {host, progress} = context;
  // Other lists mail nobody who left, so there only erased people matter.
  const door = await openDoor(context, kind === 'segments recipients' ? atDoor : {include_unsubscribed: true});
  const kept = await keptRecords(context, path, kind);
  const above = await lookAbove(context, kind, {path, kept, made, allowed, atDoor});
  const permit = await context.agree(effectOf('creates', way.of, kept.length));
  const done: string[] = [];
  const failed: Failure[] = [];
  let there = 0;
  let stopped: EmkError | undefined;
  const create = async (record: Loose, parent: Loose): Promise<boolean> => {
    const id = String(record[way.of.label]);
    try {
      const form = {...formOf(way, record), ...parent};
      const answer: unknown = await context.send(door.admit(permit), way.operation, form as never);
      if (kind === 'automations') noteMade(made, record, answer);
      done.push(id);
      return true;
    } catch (thrown) {
      const error = toEmkError(thrown, host);
      failed.push({id, error});
      if (stopsEverything(error)) stopped = error;
      return false;
    } finally {
      progress.show({label: `Bringing back ${way.of.noun.many}`, done: done.length, total: kept.length});
    }
  };
  for (const [parent, records] of groupedBy(kept, above)) {
    const known = await namesIn(context, way, parent, made, records);
    for (const record of await welcomed(context, door, records, record => known.has(way.nameOf(record)))) {
      const name = way.nameOf(record);
      if (known.has(name)) there++;
      else if (stopped) failed.push({id: String(record[way.of.label]), error: notTried(stopped)});
      else if (await create(record, parent)) known.add(name);
    }
  }
  progress.clear();
  if (stopped && done.length === 0) throw stopped;
  return {kind: 'done', sentence: sentenceFor(context, way, done.length, there), done, failed, stopped};
}

async function keptRecords(context: Context, path: string, kind: CreatedAgain): Promise<readonly Loose[]> {
  const kept: Loose[] = [];
  for await (const each of readKeptDeletion(context, path)) if (each.kind === kind) kept.push(each.record);
  return kept;
}

/** The records without people who left: those of a segment who are not in it go through the door. */
async function welcomed(
  context: Context,
  door: Door,
  records: readonly Loose[],
  isThere: (record: Loose) => boolean,
): Promise<readonly Loose[]> {
  if (door.size === 0) return records;
  const absent = records.filter(record => !isThere(record)).map(({email}) => String(email));
  const {addresses} = await letIn(context, door, absent);
  const may = new Set(addresses);
  return records.filter(record => isThere(record) || may.has(String(record['email'])));
}

type Above = (record: Loose) => Loose;

/** The list for the records, after checking that nobody is mailed by mistake. */
async function lookAbove(
  context: Context,
  kind: CreatedAgain,
  {path, kept, made, allowed}: Omit<Records, 'kind'> & {readonly kept: readonly Loose[]},
): Promise<Above> {
  if (kind === 'segments recipients') {
    const now = await segmentsNow(context, path);
    const segments = [...new Set(kept.map(({segment_id}) => now(Number(segment_id))))];
    const started = await startedAutomations(context, ...segments.map(segment => ({segment})));
    await gateAutomations(context, `Put ${counted(kept.length, 'person', 'people')} into a segment`, started, allowed);
    return ({segment_id}) => ({segment_id: now(Number(segment_id))});
  }
  if (kind === 'automations') return withGroup(context, kept);
  if (kind !== 'automations schedules') return () => ({});
  const there: Array<RecordOf<typeof automation>> = [];
  const utrs = new Map(made.automations);
  const wanted = new Set(kept.map(({automation_id}) => automation_id));
  await forEachRecord(noneIfNotFound(context.stream(automationOperations.list)), one => {
    if (!wanted.has(one.id) || !isNotDeleted(one)) return;
    utrs.set(one.id, one.utr);
    there.push(one);
  });
  await gateEmails(context, `Add ${counted(kept.length, 'email')}`, there, allowed);
  return ({automation_id: id, subject}) => {
    const utr = utrs.get(Number(id));
    if (utr !== undefined || context.globals.dryRun) return {utr: utr ?? ''};
    throw new PartialError(`The automation of the email "${String(subject)}" no longer exists.`, {
      hint: 'Bring the automation back first: "emk restore" lists what is kept.',
    });
  };
}

/** Gives an unsubscribe group to automations without one: the service keeps such automations, but creates none. */
async function withGroup({call, warn}: Context, kept: readonly Loose[]): Promise<Above> {
  const without = kept.filter(({unsubscribe_group_id: group}) => group === null);
  if (without.length === 0) return () => ({});
  const [first] = await call(groups.list).catch(emptyIfNotFound);
  if (!first) {
    throw new NotFoundError('The service creates automations only with an unsubscribe group, and there is none.', {
      hint: 'Nothing was changed. Create a group first: emk unsubscribe-groups create',
    });
  }
  for (const {automation_name: name} of without)
    warn(`Automation "${name}" had no unsubscribe group, and the service wants one. It gets "${first.group_name}".`);
  return ({unsubscribe_group_id: group}) => (group === null ? {unsubscribe_group_id: first.id} : {});
}

/** Today's segments by their earlier ids: a deleted one was created again with the same name. */
async function segmentsNow(context: Context, path: string): Promise<(id: number) => number> {
  const deleted = new Map<number, string>();
  for await (const {kind, record} of readKeptDeletion(context, path))
    if (kind === 'segments') deleted.set(Number(record['id']), String(record['segment_name']));
  const there = (await context.call(segments.list)).filter(isNotDeleted);
  return id => {
    const name = deleted.get(id);
    const found = there.find(one => (name === undefined ? one.id === id : one.segment_name === name));
    if (found) return found.id;
    throw new NotFoundError(`There is no segment ${name === undefined ? id : `"${name}"`} to put people into.`, {
      hint: 'Nothing was changed. Create it in the service with the same name, then run this again.',
    });
  };
}

function groupedBy(records: readonly Loose[], above: Above): Array<[Loose, Loose[]]> {
  const groups = new Map<string, [Loose, Loose[]]>();
  for (const record of records) {
    const parent = above(record);
    const key = JSON.stringify(parent);
    const group = groups.get(key) ?? [parent, []];
    group[1].push(record);
    groups.set(key, group);
  }
  return [...groups.values()];
}

/** The names in a list. An existing automation gets the emails of the deleted one with its name. */
async function namesIn(
  context: Context,
  way: Way,
  parent: Loose,
  made: Made,
  kept: readonly Loose[],
): Promise<Set<string>> {
  const names = new Set<string>();
  if (Object.values(parent).includes('')) return names;
  await forEachRecord(listedRecords(context, way.of, parent), record => {
    if (record['deleted_at']) return;
    names.add(way.nameOf(record));
    const before = way.of === automations && kept.find(one => way.nameOf(one) === way.nameOf(record));
    if (before) noteMade(made, before, record);
  });
  return names;
}

function noteMade({automations: made}: Made, record: Loose, answer: unknown): void {
  if (typeof answer === 'object' && answer !== null && 'utr' in answer)
    made.set(Number(record['id']), String(answer.utr));
}

function sentenceFor({globals}: Context, {of}: Way, done: number, there: number): string {
  const {one, many} = of.noun;
  if (globals.dryRun) return '';
  const before = there === 0 ? '' : ` ${counted(there, 'was', 'were')} there already.`;
  return done === 0 ? before.trim() && `Of ${many},${before}` : `Brought back ${counted(done, one, many)}.${before}`;
}
