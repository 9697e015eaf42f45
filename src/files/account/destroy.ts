import type {Context} from '../../change/context.js';
import {toSomePeople} from '../../change/records/mail-again.js';
import {type Ended, errorIn} from '../../change/work/ending.js';
import {undoImport} from '../../contacts/command/undo.js';
import {pastRun} from '../../contacts/journal/runs.js';
import {NotFoundError, PreflightError} from '../../core/errors.js';
import type {Host} from '../../core/system/host.js';
import {applyWith, askToApply, reportOn} from './apply.js';
import {deletionStep, printOf, type Step} from './differences.js';
import {type AccountRecord, type AccountState, readAccount} from './entries.js';
import {type KindName, kindNames} from './keys.js';
import {kinds} from './kinds.js';
import {type ApplyJournal, importItem, type Made, type MadeOne, madeFor, recordItem, settleDoubts} from './made.js';
import type {Compared} from './plan.js';
import {type Imported, importedBy} from './proposal.js';
import {keepUsed} from './references.js';
import type {Impossible} from './shapes.js';

type DestroyOptions = {
  readonly folder: string;
  /** Whether contacts that somebody changed since their import go too. */
  readonly force: boolean;
  readonly maxDelete: number | undefined;
};

/**
 * Takes back what the applies of a folder have made, if nobody has changed it since: a plan of deletions, made from the lock
 * file instead of the files, and carried out and reported as any other.
 */
export async function destroy(context: Context, {folder, force, maxDelete}: DestroyOptions): Promise<Ended> {
  const applied = await applyWith(
    context,
    journal => compareMade(context, journal),
    {
      ...{folder, rules: {}, mailings: true, live: true},
      async takeBack({context: agreed, journal}, imports, note) {
        for (const {list, run} of imports) {
          const {added, deleted, result} = await undoImport(agreed, {id: run, force});
          const [error, isLeft] = [errorIn(result), deleted < added];
          if (!isLeft && !error) journal.note({kind: 'undone', item: importItem(list, run)});
          if (isLeft) context.warn('Somebody has changed imported contacts. To delete these too, add --force.');
          note({list, created: 0, deleted, error});
        }
      },
    },
    proposal => askToApply(context, proposal, {allowAutomations: false, maxDelete}),
  );
  return reportOn(context, applied);
}

/** Finds everything that was made from a folder, by id, and says what of it goes and what cannot. */
async function compareMade(
  context: Context,
  journal: ApplyJournal,
): Promise<Compared & {readonly imports: readonly Imported[]}> {
  if (!journal.isKnown) throw nothingKnown;
  const {host, globals} = context;
  const account = await readAccount(context, new Set(kindNames));
  if (!globals.dryRun) settleDoubts(journal, account);
  const steps: Step[] = [];
  const impossible: Impossible[] = [];
  const made = [...journal.made.values()];
  const {imports, elsewhere} = importsIn(made, host);
  for (const kind of [...kindNames].reverse()) {
    const there = new Map(account.kinds.get(kind)?.map(one => [String(one.id), one]));
    for (const record of made.filter(one => one.kind === kind && one.within === undefined)) {
      const held = there.get(String(record.id));
      const why = whyStays(account, imports, kind, record, held);
      if (why) impossible.push({action: 'delete', kind, name: record.key, ...why});
      // The people of a list go with their imports, and nobody else does.
      else if (held) steps.push(deletionStep(kind, {...held, people: undefined}));
      else if (!globals.dryRun) journal.note({kind: 'undone', item: recordItem(kind, record.key)});
    }
  }
  const parts = kindNames.flatMap(kind => withoutAdded(kind, account.kinds.get(kind) ?? [], journal.made));
  const {steps: changes, used} = await keepUsed([...parts, ...steps], account, async () => account);
  return {
    ...{account, imports, known: new Set<string>()},
    plan: {
      ...{changes, contacts: [], differing: [], stay_away: toSomePeople([])},
      impossible: [...impossible, ...used, ...elsewhere],
    },
  };
}

const nothingKnown = new PreflightError(
  'No emk.lock file in this folder names anything made from here in this account.',
  {
    hint: 'Nothing was deleted. Run this in the folder with the file that the apply wrote, or delete the records by hand.',
  },
);

/** Takes out of records the people and emails that applies have added to them, by their ids, and nothing else. */
const withoutAdded = (kind: KindName, records: readonly AccountRecord[], made: Made): readonly Step[] =>
  records.flatMap((held): readonly Step[] => {
    const {name, entry} = held;
    const {below, can} = kinds[kind];
    // What was made here goes whole, or stays as somebody has changed it.
    const isWhole = can.delete === true && madeFor(made, recordItem(kind, name)) !== undefined;
    const parts = held.parts.filter(({id}) => madeFor(made, {kind, within: name, key: String(id)}));
    if (below === undefined || isWhole || parts.length === 0) return [];
    const going = new Set(parts);
    const left = held.parts.flatMap(one => (going.has(one) ? [] : one.value));
    const fields = [{key: below.key, added: [], removed: parts.map(({value}) => value)}];
    return [{action: 'update', kind, name, fields, entry: {...entry, [below.key]: left}, there: {...held, parts}}];
  });

/** Why a record that was made here stays; undefined if it goes, or is gone. */
function whyStays(
  {sent}: AccountState,
  imports: readonly Imported[],
  kind: KindName,
  {id, key: name, print}: MadeOne,
  held: AccountRecord | undefined,
): Pick<Impossible, 'why' | 'mayStay'> | undefined {
  if (kind === 'mailings' && sent.some(one => String(one.id) === String(id)))
    return {why: 'it went out, and emk keeps its statistics', mayStay: true};
  if (held === undefined) return undefined;
  const {can} = kinds[kind];
  if (can.delete !== true) return {why: can.delete, mayStay: true};
  if (held.name !== name) return {why: `somebody renamed it to "${held.name}"`};
  if ((held.people ?? 0) > importedBy(imports.filter(({list}) => list === name)))
    return {why: 'it has contacts that were not created here'};
  // An address is all that there is of an unsubscribe.
  const isSame = kind === 'unsubscribes' || print === printOf(kind, held.entry);
  return isSame ? undefined : {why: 'it is not as an apply left it: somebody has changed it since'};
}

/** The imports of this machine, the newest first, and the lists into which another one has imported. */
function importsIn(made: readonly MadeOne[], host: Host) {
  const imports: Imported[] = [];
  const elsewhere: Impossible[] = [];
  for (const {within: list = '', key: run} of made.filter(({kind}) => kind === 'contacts').reverse()) {
    const count = countAdded(host, run);
    const why = `the import ${run} was made on another machine, which alone knows whom it added`;
    if (count === undefined) elsewhere.push({action: 'delete', kind: 'contacts', name: list, why});
    else imports.push({list, run, count});
  }
  return {imports, elsewhere};
}

/** The largest number of contacts that a run may have added; undefined if its journal is not on this machine. */
function countAdded(host: Host, run: string): number | undefined {
  try {
    return pastRun(host, run).header.rows.toSend;
  } catch (error) {
    if (error instanceof NotFoundError) return undefined;
    throw error;
  }
}
