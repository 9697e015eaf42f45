import type {Admission} from '../../../api/describe/permit.js';
import type {InputOf, Loose} from '../../../api/describe/schema.js';
import type {Context} from '../../../commands/command.js';
import {optionName} from '../../../commands/parameter-name.js';
import {turnFor} from '../../../commands/verbs/create.js';
import {updateOne} from '../../../commands/verbs/update-one.js';
import {viewOf} from '../../../commands/view.js';
import {starting} from '../../../effect/effect.js';
import contacts, {operations} from '../../../endpoints/contacts.js';
import {type EmkError, PartialError, UsageError} from '../../../errors.js';
import type {Done, Failure} from '../../../output/results/result.js';
import {foldAddress} from '../../../records/fields/fold-address.js';
import {isNotDeleted} from '../../../records/fields/is-not-deleted.js';
import {counted, number, plural} from '../../../words/sentence.js';
import {shellWord} from '../../../words/shell-word.js';
import {type Ended, ended, noWork} from '../../../work/ending.js';
import {endedEach} from '../../../work/ending-each.js';
import {notTried, stopsEverything, toEmkError} from '../../../work/stop-errors.js';
import {type MovePermit, type Moves, moving, openMoves, sayWhoMoved} from '../../shared/move-people.js';
import {startedAutomations} from '../../shared/started-automations.js';
import {asWritten} from '../update.js';
import {type Row, row} from './kinds.js';
import {lookThrough} from './look-through.js';
import {checkTakes} from './options.js';

type Input = Omit<InputOf<typeof checkTakes>, 'fix'>;

/**
 * Fixes mistyped domains after a yes, and skips people who would then be in a list twice. Each contact is read before
 * it is written, and again afterwards.
 */
export async function fixAddresses(
  context: Context,
  {contact_type_id: type, where, limit, allow_automations, ...others}: Input,
): Promise<Ended> {
  refuseOthers(others);
  const {keep = () => true, limit: most = Number.POSITIVE_INFINITY} = await viewOf(
    context,
    {where, limit},
    {shape: row, columns: Object.keys(row)},
  );
  const wanted: Fix[] = [];
  for await (const rows of lookThrough(context, type, {contacts: 0, segments: 0, lists: new Map()})) {
    const fitting = rows.filter(one => one.finding === 'mistyped-domain' && keep(one));
    wanted.push(...fitting.slice(0, most - wanted.length).map(toFix));
    if (wanted.length >= most) break;
  }
  context.progress.clear();
  if (wanted.length === 0)
    return ended(noWork, {
      kind: 'done',
      sentence: 'No domain looks mistyped. Nothing was changed.',
      done: [],
      failed: [],
    });
  const {fixes, left, types} = await withoutDoubles(context, wanted);
  for (const line of planInWords(fixes, left)) context.notice(line);
  if (fixes.length === 0) return endedEach({kind: 'done', sentence: '', done: [], failed: left});
  const what = `Change the ${plural(fixes.length, 'address', 'addresses')} of ${counted(fixes.length, 'contact')}`;
  const started = allow_automations ? [] : await startedAutomations(context, ...types.map(changedIn => ({changedIn})));
  const permit = await context.agree(moving(fixes.length, starting(started, 'changes')), {what, always: true});
  const lists = types.map(each => turnFor(contacts, String(each)));
  const worked = await (context.ask.possible
    ? changeEach(context, fixes, permit)
    : context.takeTurns(lists, 'the contacts of a list', async () => {
        // Meanwhile, somebody else may have added one of these addresses.
        const now = await withoutDoubles(context, fixes);
        left.push(...now.left);
        return changeEach(context, now.fixes, permit);
      }));
  return endedEach({...worked, failed: [...worked.failed, ...left]});
}

/** Refuses options for rows if no rows are shown. */
function refuseOthers(others: Omit<Input, 'contact_type_id' | 'where' | 'limit' | 'allow_automations'>): void {
  const [given] = Object.entries(others).filter(([, value]) => value !== undefined && value !== false);
  if (given === undefined) return;
  const [name] = given as [keyof typeof others, unknown];
  throw new UsageError(`--fix cannot be used with --${optionName(name, checkTakes[name])}.`, {
    hint: 'Nothing was changed. To choose what to fix, use --list, --where and --limit.',
  });
}

const toFix = ({id, list, email, suggestion}: Row): Fix => ({id, list, from: email ?? '', to: suggestion ?? ''});

/** What would change, and who is skipped, in lines. */
function planInWords(fixes: readonly Fix[], left: readonly Failure[]): string[] {
  const more = fixes.length - MOST_NAMED;
  return [
    ...fixes.slice(0, MOST_NAMED).map(({from, to, list}) => `${from} → ${to} (${list})`),
    ...(more > 0 ? [`and ${number(more)} more; to see all: emk contacts check --where finding=mistyped-domain`] : []),
    ...(left.length > 0
      ? [`${counted(left.length, 'contact')} skipped: the fixed address is on the list already.`]
      : []),
  ];
}

const MOST_NAMED = 10;

/** Makes the changes one by one. An error that would stop all others ends the work; others belong to one contact. */
async function changeEach(context: Context, fixes: readonly Fix[], permit: MovePermit): Promise<Done> {
  const {take, carried} = await openMoves(context, {}, permit);
  const done: Fix[] = [];
  const failed: Failure[] = [];
  let stopped: EmkError | undefined;
  for (const fix of fixes) {
    const error = stopped
      ? notTried(stopped)
      : await change(context, fix, take).catch((thrown: unknown) => failureOf(thrown, context));
    if (!error) done.push(fix);
    else failed.push({id: fix.id, name: fix.from, error});
    if (error && stopsEverything(error)) stopped ??= error;
    context.progress.show({label: 'Changing addresses', done: done.length + failed.length, total: fixes.length});
  }
  context.progress.clear();
  sayWhoMoved(context, carried, {}, move => done.some(({from, to}) => from === move.from && to === move.to));
  if (stopped && done.length === 0 && failed.every(({error}) => stopsEverything(error))) throw stopped;
  const verb = context.globals.dryRun ? 'would be fixed' : plural(done.length, 'was fixed', 'were fixed');
  const [first] = done;
  const sentence = first
    ? `${counted(done.length, 'address', 'addresses')} ${verb}.${context.globals.dryRun ? '' : backToOld(first, done.length)}`
    : '';
  return {kind: 'done', sentence, done: done.map(({id}) => id), failed, stopped};
}

/** How an old address comes back. No copy is needed: the address is all that changes, and the plan names it. */
const backToOld = ({from, to}: Fix, count: number): string =>
  ` To undo ${plural(count, 'this', 'one')}${plural(count, '', ', for example')}: emk contacts update ${shellWord(to)} --email ${shellWord(from)}`;

async function change(context: Context, {id, from, to}: Fix, take: Moves['take']): Promise<undefined> {
  const of = {operation: operations.update, of: contacts, read: operations.details, key: 'contact_id'};
  const agreed = async ({email}: Loose): Promise<Admission<'updates'>> => {
    if (email !== from) throw new PartialError(`${from} has another address now, so emk skipped it.`);
    return take({from, to});
  };
  await updateOne(context, {...of, adapt: asWritten, agreed}, {contact_id: id, email: to});
}

/** The failure of one contact. A form that a contact without a country cannot fill must not stop the others. */
function failureOf(thrown: unknown, {host}: Context): EmkError {
  const error = toEmkError(thrown, host);
  return error instanceof UsageError ? new PartialError(error.message, {cause: error}) : error;
}

/** A contact whose address is corrected. */
type Fix = {readonly id: number; readonly list: string; readonly from: string; readonly to: string};

/**
 * Skips contacts whose new address is already in their list, or comes twice, and tells the lists of the others. This reads
 * all lists once more.
 */
async function withoutDoubles(
  {stream}: Context,
  wanted: readonly Fix[],
): Promise<{readonly fixes: readonly Fix[]; readonly left: Failure[]; readonly types: readonly number[]}> {
  const lists = new Map<number, number>();
  const held = new Set<string>();
  const [ids, targets] = [new Set(wanted.map(({id}) => id)), new Set(wanted.map(({to}) => foldAddress(to)))];
  for await (const batch of stream(operations.list)) {
    for (const {id, email, contact_type_id: list, deleted_at} of batch) {
      if (!isNotDeleted({deleted_at})) continue;
      if (ids.has(id)) lists.set(id, list);
      const address = foldAddress(email ?? '');
      if (targets.has(address)) held.add(`${list} ${address}`);
    }
  }
  const left: Failure[] = [];
  const fixes = wanted.filter(({id, list, from, to}) => {
    const key = `${lists.get(id)} ${foldAddress(to)}`;
    const isHeld = held.has(key);
    if (!isHeld) held.add(key);
    else
      left.push({
        id,
        name: from,
        error: new PartialError(`${from} was skipped: ${to} is on ${list} already.`, {
          hint: `To delete the mistyped one: emk contacts delete ${id}`,
        }),
      });
    return !isHeld;
  });
  return {fixes, left, types: [...new Set(fixes.flatMap(({id}) => lists.get(id) ?? []))]};
}
