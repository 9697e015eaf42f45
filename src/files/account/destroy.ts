import type {Context} from '../../change/context.js';
import {somePeople} from '../../change/records/mail-again.js';
import {type Ended, errorIn} from '../../change/work/ending.js';
import {itemsIn} from '../../change/work/state.js';
import {undoImport} from '../../contacts/command/undo.js';
import {pastRun, unlookedRows} from '../../contacts/journal/runs.js';
import {NotFoundError, PartialError} from '../../core/errors.js';
import type {Host} from '../../core/system/host.js';
import {sum} from '../../core/words/sentence.js';
import {applyWith, askToApply, reportOn} from './apply.js';
import {createdPrint, deletion, printOf, type Step} from './differences.js';
import {type AccountRecord, type AccountState, readAccount} from './entries.js';
import {type KindName, kindNames, type Value} from './keys.js';
import {kinds} from './kinds.js';
import {type ApplyJournal, importItem, type MadeOne, recordItem, settleDoubts} from './made.js';
import {type Compared, contactCounts} from './plan.js';
import {type Imported, importedBy} from './proposal.js';
import {keepUsed, kindsWithReferences} from './references.js';
import type {Impossible} from './shapes.js';

type DestroyOptions = {
  readonly folder: string;
  readonly settle: number;
  /** Whether contacts that somebody changed since their import go too. */
  readonly force: boolean;
  readonly maxDelete: number | undefined;
};

/**
 * Takes back what the applies of a folder have made, if nobody has changed it since: a plan of deletions, made from the lock
 * file instead of the files, and carried out and reported as any other.
 */
export async function destroy(context: Context, {folder, settle, force, maxDelete}: DestroyOptions): Promise<Ended> {
  const applied = await applyWith(
    context,
    journal => compareMade(context, journal),
    {
      ...{folder, settle, rules: {}, mailings: true, live: true},
      async takeBack({context: agreed, journal}, imports, note) {
        for (const {list, run} of imports) {
          const {added, deleted, result} = await undoImport(agreed, {id: run, force});
          const error = errorIn(result);
          if (deleted >= added && !error) journal.note({kind: 'undone', item: importItem(list, run)});
          if (deleted < added)
            context.warn('Somebody has changed imported contacts. To delete these too, add --force.');
          note({list, created: 0, deleted, ...(error && {error})});
        }
      },
    },
    proposal => askToApply(context, proposal, {allowAutomations: false, maxDelete}),
  );
  return reportOn(context, applied, 'If nobody needs it, delete it by hand in the service.');
}

/** Finds everything that was made from a folder, by id, and says what of it goes and what cannot. */
async function compareMade(
  context: Context,
  journal: ApplyJournal,
): Promise<Compared & {readonly imports: readonly Imported[]}> {
  if (!journal.isKnown) {
    throw new PartialError('No emk.lock.json in this folder names anything made from here in this account.', {
      hint: 'Nothing was deleted. Run this in the folder with the emk.lock.json that the apply wrote, or delete the records by hand.',
    });
  }
  const account = await readAccount(context, kindsOf(journal));
  if (!context.globals.dryRun) settleDoubts(journal, account);
  const made = [...journal.made.values()];
  const people = made.some(({kind}) => kind === 'lists') ? await contactCounts(context) : new Map<string, number>();
  const look = {account, made, people, ...importsIn(made, context.host)};
  const found = [...kindNames].reverse().map(kind => compareKind(look, kind));
  if (!context.globals.dryRun)
    for (const {kind, key} of found.flatMap(({gone}) => gone))
      journal.note({kind: 'undone', item: recordItem(kind as KindName, key)});
  const steps = found.flatMap(one => one.steps);
  const {steps: changes, used} = await keepUsed(steps, account, async () => account);
  const plan = {contacts: [], differing: [], left: {}, stay_away: somePeople([]), stay_unsubscribed: somePeople([])};
  return {
    ...{account, imports: look.imports, known: new Set<string>()},
    plan: {...plan, changes, impossible: [...found.flatMap(({impossible}) => impossible), ...used]},
  };
}

/** What was made, what there is of it, and how many people each list has. */
type Look = {
  readonly account: AccountState;
  readonly made: readonly MadeOne[];
  readonly people: ReadonlyMap<string, number>;
} & ReturnType<typeof importsIn>;

/** What goes of a kind, what stays and why, and what is gone already. */
function compareKind(look: Look, kind: KindName) {
  const {account, made, elsewhere} = look;
  const there = new Map((account.kinds.get(kind) ?? []).map(one => [String(one.id), one]));
  const found = made
    .filter(one => one.kind === kind && one.within === undefined)
    .map(record => ({record, held: there.get(String(record.id)), why: whyStays(look, kind, record)}));
  const others = [...there.values()].filter(({name}) => kind === 'lists' && elsewhere.has(name));
  const why = new Map([
    ...others.map(({name}) => [name, fromElsewhere(elsewhere.get(name))] as const),
    ...found.flatMap(one => (one.why ? [[one.record.key, one.why] as const] : [])),
  ]);
  const going = new Set(found.flatMap(one => (one.held && !one.why ? [one.held] : [])));
  const parts = [...there.values()].flatMap((held): readonly Step[] => {
    const reason = why.get(held.name);
    // A record that somebody changed stays as it is, with all that was added to it.
    const removed = going.has(held) || (reason && !reason.mayStay) ? [] : partsOf(kind, held, made);
    const fields = [{key: kinds[kind].below?.key ?? '', added: [], removed}];
    const {name, entry} = held;
    return removed.length > 0 ? [{action: 'update', kind, name, fields, entry, there: held}] : [];
  });
  return {
    steps: [...parts, ...[...going].map(held => deletion(kind, held))],
    impossible: [...why].map(([name, reason]): Impossible => ({action: 'delete', kind, name, ...reason})),
    gone: found.flatMap(one => (one.held || one.why ? [] : [one.record])),
  };
}

type Why = Pick<Impossible, 'why' | 'mayStay'>;

const fromElsewhere = (run = ''): Why => ({
  why: `the import ${run} added contacts to it on another machine, which alone knows whom`,
});

/** Why a record that was made here stays; undefined if it goes, or is gone. */
function whyStays(look: Look, kind: KindName, record: MadeOne): Why | undefined {
  const {account, made, imports, elsewhere, people} = look;
  const {key: name} = record;
  const isIt = ({id}: AccountRecord): boolean => String(id) === String(record.id);
  const held = account.kinds.get(kind)?.find(isIt);
  if (kind === 'mailings' && account.sent.some(isIt))
    return {why: 'it went out, and emk keeps its statistics', mayStay: true};
  if (held === undefined) return undefined;
  if (kind === 'lists' && elsewhere.has(name)) return fromElsewhere(elsewhere.get(name));
  const {can} = kinds[kind];
  if (can.delete !== true) return {why: can.delete, mayStay: true};
  if (held.name !== name) return {why: `somebody renamed it to "${held.name}"`};
  if (!isStill(kind, record, held, made)) return {why: 'somebody has changed it since'};
  const isForeign = kind === 'lists' && (people.get(String(held.id)) ?? 0) > importedBy(imports, name);
  return isForeign ? {why: 'it has contacts that were not created here'} : undefined;
}

/** Whether a record is still as an apply left it, finished or interrupted. */
function isStill(
  kind: KindName,
  {prints = []}: MadeOne,
  {name, entry, parts}: AccountRecord,
  made: readonly MadeOne[],
): boolean {
  if (prints.includes(printOf(kind, entry))) return true;
  const own = new Set(partsIn(kind, name, made).map(({id}) => String(id)));
  if (entry['live'] === true || parts.some(({id}) => !own.has(String(id)))) return false;
  return prints.includes(createdPrint(kind, entry));
}

/** The kinds of everything that was made or may have been, and the kinds whose records may use it. */
function kindsOf({made, doubts}: ApplyJournal): ReadonlySet<KindName> {
  const items = [...made.values(), ...doubts.flatMap(({about}) => itemsIn(about))];
  const met = new Set(items.map(({kind}) => (kind === 'contacts' ? 'lists' : kind)));
  const isUsable = met.has('lists') || met.has('senders');
  return new Set(kindNames.filter(kind => met.has(kind) || (isUsable && kindsWithReferences.includes(kind))));
}

/** The imports of this machine, the newest first, and the lists into which another one has imported, with its run. */
function importsIn(made: readonly MadeOne[], host: Host) {
  const imports: Imported[] = [];
  const elsewhere = new Map<string, string>();
  for (const {within: list = '', key: run} of made.filter(({kind}) => kind === 'contacts').reverse()) {
    const count = countAdded(host, run);
    if (count === undefined) elsewhere.set(list, run);
    else imports.push({list, run, count});
  }
  return {imports, elsewhere};
}

/** The largest number of contacts that a run may have added; undefined if its journal is not on this machine. */
function countAdded(host: Host, run: string): number | undefined {
  try {
    const {header, state} = pastRun(host, run);
    const ids = state.added.flatMap(({looks}) => looks.flatMap(([, some]) => some));
    const looked = sum(ids.map(([first, last]) => last - first + 1));
    return unlookedRows(state).length === 0 ? looked : Math.max(looked, header.rows.toSend);
  } catch (error) {
    if (error instanceof NotFoundError) return undefined;
    throw error;
  }
}

const partsIn = (kind: KindName, name: string, made: readonly MadeOne[]): readonly MadeOne[] =>
  made.filter(one => one.kind === kind && one.within === name);

/** The people and emails that were added to a record, as its entry has them, if they are still the ones that were added. */
function partsOf(kind: KindName, {name, parts}: AccountRecord, made: readonly MadeOne[]): readonly Value[] {
  const keys = new Map(partsIn(kind, name, made).map(one => [String(one.id), one.key]));
  return parts.filter(({id, key}) => keys.get(String(id)) === key).map(({value}) => value);
}
