import {itemsIn} from '../../change/work/state.js';
import type {Context} from '../../commands/command.js';
import {somePeople} from '../../commands/verbs/mail-again.js';
import {undoImport} from '../../contacts/command/undo.js';
import {pastRun, unlookedRows} from '../../contacts/journal/runs.js';
import {NotFoundError, PartialError} from '../../core/errors.js';
import type {Host} from '../../core/system/host.js';
import {foldAddress} from '../../records/fields/fold-address.js';
import {type AgreeToPlan, type Applied, applyWith} from './apply.js';
import {createdPrint, printOf} from './differences.js';
import {type AccountRecord, type AccountState, readAccount} from './entries.js';
import {addressIn, type Entry, type KindName, kindNames, type Value} from './keys.js';
import {kinds, textOf} from './kinds.js';
import {type ApplyJournal, importItem, type MadeOne, recordItem, settleDoubts} from './made.js';
import {type ComparedFiles, contactCounts, kindsWithReferences, nameOf, noteUses, type UsedBy} from './plan.js';
import {type Imported, importedBy} from './proposal.js';
import type {Change, Impossible} from './shapes.js';

type DestroyOptions = {
  readonly folder: string;
  readonly settle: number;
  /** Whether contacts that somebody changed since their import go too. */
  readonly force: boolean;
};

/**
 * Takes back what the applies of a folder have made, if nobody has changed it since: a plan of deletions, made from the lock
 * file instead of the files, and carried out as any other.
 */
export const destroy = (
  context: Context,
  {folder, settle, force}: DestroyOptions,
  agree: AgreeToPlan,
): Promise<Applied> =>
  applyWith(
    context,
    journal => compareMade(context, journal),
    {
      ...{folder, settle, rules: {}, mailings: true, live: true},
      async takeBack({context: agreed, journal}, imports, note) {
        for (const {list, run} of imports) {
          const {data, error} = await undoImport(agreed, {id: run, force});
          if (data.deleted >= data.added && !error) journal.note({kind: 'undone', item: importItem(list, run)});
          if (data.deleted < data.added)
            context.warn('Somebody has changed imported contacts. To delete these too, add --force.');
          note({list, created: 0, deleted: data.deleted, ...(error && {error})});
        }
      },
    },
    agree,
  );

type Compared = ComparedFiles & {readonly imports: readonly Imported[]};

/** What was made, what there is of it, and what is known of who needs it. */
type Look = {
  readonly made: readonly MadeOne[];
  readonly account: AccountState;
  readonly imports: readonly Imported[];
  /** The lists into which another machine has imported, with its run. */
  readonly elsewhere: ReadonlyMap<string, string>;
  /** How many people each list has. */
  readonly people: ReadonlyMap<string, number>;
  readonly users: UsedBy;
};

/** Finds everything that was made from a folder, by id, and says what of it goes and what cannot. */
async function compareMade(context: Context, journal: ApplyJournal): Promise<Compared> {
  if (!journal.isKnown) {
    throw new PartialError('No emk.lock.json in this folder names anything made from here in this account.', {
      hint: 'Nothing was deleted. Run this in the folder with the emk.lock.json that the apply wrote, or delete the records by hand.',
    });
  }
  const account = await readAccount(context, kindsOf(journal));
  if (!context.globals.dryRun) settleDoubts(journal, account);
  const made = [...journal.made.values()];
  const people = made.some(({kind}) => kind === 'lists') ? await contactCounts(context) : new Map<string, number>();
  const look = {made, account, people, users: new Map(), ...importsIn(made, context.host)};
  const found = [...kindNames].reverse().map(kind => compareKind(look, kind));
  if (!context.globals.dryRun)
    for (const {kind, key} of found.flatMap(({gone}) => gone))
      journal.note({kind: 'undone', item: recordItem(kind as KindName, key)});
  const plan = {contacts: [], differing: [], left: {}, stay_away: somePeople([]), stay_unsubscribed: somePeople([])};
  return {
    ...{files: new Map(), account, leavers: [], imports: look.imports},
    plan: {
      ...plan,
      changes: found.flatMap(({changes}) => changes),
      impossible: found.flatMap(({impossible}) => impossible),
    },
  };
}

/** What goes of a kind, what stays and why, and what is gone already. What stays uses what it refers to. */
function compareKind(look: Look, kind: KindName) {
  const {account, made, users, elsewhere} = look;
  const there = new Map((account.kinds.get(kind) ?? []).map(one => [String(one.id), one]));
  const found = made
    .filter(one => one.kind === kind && one.within === undefined)
    .map(record => {
      const held = there.get(String(record.id));
      return {record, held, why: held ? whyStays(look, kind, record, held) : whyGone(look, kind, record)};
    });
  const others = [...there.values()].filter(({name}) => kind === 'lists' && elsewhere.has(name));
  const why = new Map([
    ...others.map(({name}) => [name, fromElsewhere(elsewhere.get(name))] as const),
    ...found.flatMap(one => (one.why ? [[one.record.key, one.why] as const] : [])),
  ]);
  const going = new Set(found.flatMap(one => (one.held && !one.why ? [one.held] : [])));
  const parts = [...there.values()].flatMap((held): readonly Change[] => {
    if (going.has(held)) return [];
    noteUses(kind, held, users);
    const reason = why.get(held.name);
    // A record that somebody changed stays as it is, with all that was added to it.
    const removed = reason && !reason.mayStay ? [] : partsOf(kind, held, made);
    const fields = [{key: kinds[kind].below?.key ?? '', added: [], removed}];
    return removed.length > 0 ? [{action: 'update', kind, name: held.name, fields}] : [];
  });
  return {
    changes: [...parts, ...[...going].map(({name}): Change => ({action: 'delete', kind, name, fields: []}))],
    impossible: [...why].map(([name, reason]): Impossible => ({action: 'delete', kind, name, ...reason})),
    gone: found.flatMap(one => (one.held || one.why ? [] : [one.record])),
  };
}

type Why = Pick<Impossible, 'why' | 'mayStay'>;

const whyGone = ({account: {sent}}: Look, kind: KindName, {id}: MadeOne): Why | undefined =>
  kind === 'mailings' && sent.some(one => String(one.id) === String(id))
    ? {why: 'it went out, and emk keeps its statistics', mayStay: true}
    : undefined;

const fromElsewhere = (run = ''): Why => ({
  why: `the import ${run} added contacts to it on another machine, which alone knows whom`,
});

/** Why a record that is there stays; undefined if it goes. */
function whyStays(
  {made, imports, elsewhere, people, users}: Look,
  kind: KindName,
  record: MadeOne,
  held: AccountRecord,
): Why | undefined {
  const {can} = kinds[kind];
  const {key: name} = record;
  if (kind === 'lists' && elsewhere.has(name)) return fromElsewhere(elsewhere.get(name));
  if (can.delete !== true) return {why: can.delete, mayStay: true};
  if (held.name !== name) return {why: `somebody renamed it to "${held.name}"`};
  if (!isStill(kind, record, held, made)) return {why: 'somebody has changed it since'};
  const user = users.get(nameOf({kind, name}));
  if (user !== undefined) return {why: `${user} uses it`};
  const isForeign = kind === 'lists' && (people.get(String(held.id)) ?? 0) > importedBy(imports, name);
  return isForeign ? {why: 'it has contacts that were not created here'} : undefined;
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
    const looked = state.added
      .flatMap(({looks}) => looks.flatMap(([, ids]) => ids))
      .reduce((sum, [first, last]) => sum + last - first + 1, 0);
    return unlookedRows(state).length === 0 ? looked : Math.max(looked, header.rows.toSend);
  } catch (error) {
    if (error instanceof NotFoundError) return undefined;
    throw error;
  }
}

const partsIn = (kind: KindName, name: string, made: readonly MadeOne[]): readonly MadeOne[] =>
  made.filter(one => one.kind === kind && one.within === name);

/** The people and emails that were added to a record, as its entry has them, if they are still the ones that were added. */
function partsOf(kind: KindName, {name, entry, below}: AccountRecord, made: readonly MadeOne[]): readonly Value[] {
  const {below: {key, of} = {key: '', of: undefined}} = kinds[kind];
  const parts = new Map(partsIn(kind, name, made).map(one => [String(one.id), one]));
  const ours = below.filter(row => {
    const part = parts.get(String(row[of?.key ?? 'id']));
    return part && (kind === 'automations' || foldAddress(textOf(row['email_address'] ?? row['email'])) === part.key);
  });
  const values = (entry[key] ?? []) as readonly Entry[];
  if (kind === 'automations') return values.filter((_, at) => ours.includes(below[at] ?? {}));
  const addresses = new Set(ours.map(row => foldAddress(textOf(row['email_address'] ?? row['email']))));
  return values.filter(value => addresses.has(foldAddress(addressIn(value))));
}

/** Whether a record is still as an apply left it, finished or interrupted. */
function isStill(
  kind: KindName,
  {prints = []}: MadeOne,
  {name, entry, below}: AccountRecord,
  made: readonly MadeOne[],
): boolean {
  if (prints.includes(printOf(kind, entry))) return true;
  const own = new Set(partsIn(kind, name, made).map(({id}) => String(id)));
  if (entry['live'] === true || below.some(({utr, id}) => !own.has(String(utr ?? id)))) return false;
  return prints.includes(createdPrint(kind, entry));
}
