import {rmSync} from 'node:fs';
import {join} from 'node:path';
import type {Permit} from '../../api/describe/permit.js';
import {checkStarts} from '../../commands/agree.js';
import type {Context} from '../../commands/command.js';
import {runSync} from '../../contacts-import/command/run-sync.js';
import {begin} from '../../contacts-import/command/start.js';
import {addressesOnlyInFile} from '../../contacts-import/command/undo.js';
import type {Checked} from '../../contacts-import/file/contract.js';
import {keptSource} from '../../contacts-import/file/source.js';
import {continueJournal, newRun, type PastRun} from '../../contacts-import/journal/runs.js';
import type {RestTimes} from '../../contacts-import/journal/settings.js';
import {collectAdded} from '../../contacts-import/send/added-contacts.js';
import {fingerprinted} from '../../contacts-import/send/fingerprint.js';
import {readListing} from '../../contacts-import/send/listing.js';
import type {ImportService} from '../../contacts-import/send/service.js';
import {importService} from '../../contacts-import/send/service.js';
import {advanceBase} from '../../contacts-import/sync/advance-base.js';
import type {SyncPlan} from '../../contacts-import/sync/plan-sync.js';
import {withCells} from '../../contacts-import/sync/settle-come-back.js';
import {startsOf} from '../../contacts-import/sync/sync-effect.js';
import type {CameBack, CellChangedTwice} from '../../contacts-import/sync/sync-result.schema.js';
import {lastIdOf, unlookedRows} from '../../contacts-import/undo/find-added.js';
import {type EmkError, PreflightError, UsageError} from '../../errors.js';
import {foldAddress} from '../../records/fields/fold-address.js';
import {tellingFileTrouble} from '../../system/file-trouble.js';
import {copyInside} from '../../system/inside-folder.js';
import type {AtDoor} from '../../who-left/door.js';
import {counted} from '../../words/sentence.js';
import {type ContactFile, type ContactRules, checkContactFile, contactSync} from '../compare/contact-file.js';
import {type Found, impossibleContacts, isEverybody} from '../compare/impossible-contacts.js';
import type {ImpossibleContacts} from '../compare/plan.schema.js';
import {rejectedAddresses} from '../compare/rejected-rows.js';
import {readContactBase} from '../folder/contact-base.js';
import {readContactRules} from './contact-rules.js';
import {permitted, withoutQuestions} from './without-questions.js';

/** The contacts of one type, and how to update them from their file. */
export type ContactsToApply = {
  readonly folder: string;
  readonly type: {readonly id: number; readonly name: string};
  /** The file of the type, relative to the folder. */
  readonly path: string;
  /** Without one, emk only notes that the file says what the account says. */
  readonly permit: Permit | undefined;
  /** Whether to delete contacts that are not in the file. */
  readonly prune: boolean;
  /** How many deletions the person agreed to. */
  readonly mayDelete?: number | undefined;
  readonly allowAutomations: boolean;
  readonly known?: AtDoor['known'];
  /** How long to wait for requests of an interrupted run, in milliseconds; the usual time if omitted. */
  readonly settle?: number | undefined;
  /** Read once for many types; read here if not given. */
  readonly rules?: Required<ContactRules>;
  /** The cells that are written although the account has other values, because a person chose so. */
  readonly mine?: readonly CellChangedTwice[];
  /** Called with the run before its first request, so that a later process knows it even after a kill. */
  readonly began?: (run: string) => void;
};

export type AppliedContacts = {
  readonly created: number;
  readonly updated: number;
  readonly deleted: number;
  readonly impossible: readonly ImpossibleContacts[];
  readonly come_back: CameBack | null;
  /** The run that created them, for `undoContacts`; undefined if nothing had to be sent. */
  readonly run?: string;
  /** The error that stopped the work or a part of it. What the counts say has still happened. */
  readonly error?: EmkError;
};

/** Updates the contacts of a type from their file, by a sync without questions that sends nobody twice. */
export const applyContacts = (context: Context, wanted: ContactsToApply): Promise<AppliedContacts> =>
  tellingFileTrouble(() => apply(withoutQuestions({...context, ...context.untiring()}, wanted.permit), wanted));

async function apply(context: Context, wanted: ContactsToApply): Promise<AppliedContacts> {
  const {folder, type, path, prune, began} = wanted;
  const run = newRun(context.host);
  let hasBegun = false;
  try {
    // The run works on a copy, so that an edit before the next run does not change what its journal means.
    const source = {...keptSource(context.host, run.folder), name: path, beside: join(run.folder, 'contacts.csv')};
    await copyInside(folder, path, source.path);
    const rules = wanted.rules ?? (await readContactRules(context));
    const file = await checkContactFile(context, {path: source.path, name: path}, rules);
    context.progress.clear();
    if (file.checked === undefined) return {created: 0, updated: 0, deleted: 0, impossible: [], come_back: null};
    const {checked, nameless} = await withoutOdd(file.checked, file);
    const {fields, countries} = rules;
    const account = await context.account();
    const base = await readContactBase(folder, type, account);
    const draft = {
      ...{context, source, type, checked, compared: checked, fields, files: {}},
      settings: {
        ...file.settings,
        allowAutomations: wanted.allowAutomations,
        settle: restTimes(wanted.settle, file.settings.settle),
      },
      sync: contactSync(prune),
      account,
      base,
      known: wanted.known,
      findCountry: countries?.find,
    };
    let found: Found | undefined;
    const report = await runSync(draft, {
      lookAt: earlier => noteInterruptedRuns(context, earlier),
      narrowed(plan) {
        found = foundIn(plan, nameless);
        const narrowed = isEverybody(found) ? {...plan, sync: contactSync(false)} : plan;
        return wanted.permit === undefined ? withoutWork(narrowed) : withCells(narrowed, wanted.mine ?? []);
      },
      gate: plan => gate(context, plan, wanted),
      async ended(plan, {data}) {
        if (base && (await base.isCurrent())) await advanceBase(plan, base, data);
      },
      journalOf(plan) {
        const journal = begin(plan.job, run, plan.sync);
        hasBegun = true;
        began?.(run.id);
        return journal;
      },
    });
    const {added, changed, deleted} = report.data.done;
    return {
      ...{created: added, updated: changed, deleted},
      impossible: found ? impossibleContacts(found) : [],
      come_back: report.data.come_back,
      ...(hasBegun ? {run: run.id} : {}),
      ...(report.error ? {error: report.error} : {}),
    };
  } finally {
    if (!hasBegun) rmSync(run.folder, {recursive: true, force: true});
  }
}

/** A short wait reads the list often and gives up early. */
const restTimes = (wait: number | undefined, usual: RestTimes): RestTimes =>
  wait === undefined
    ? usual
    : {
        wait,
        poll: Math.min(usual.poll, Math.max(wait / 6, SHORTEST_POLL)),
        max: Math.min(usual.max, Math.max(wait * 20, SHORTEST_REST)),
      };

const SHORTEST_POLL = 20;
const SHORTEST_REST = 3000;

/** A copy of a file without the rows that an import rejects: they are unchanged people of the account. */
async function withoutOdd(
  checked: Checked,
  {columns}: ContactFile,
): Promise<{readonly checked: Checked; readonly nameless: number}> {
  if (checked.rejected === 0) return {checked, nameless: 0};
  const {addresses, nameless} = await rejectedAddresses(checked, columns);
  return {checked: {...checked, rejected: 0, isLeftOut: address => addresses.has(address)}, nameless};
}

/** A plan that changes nobody, whatever has happened on the list since somebody agreed. */
const withoutWork = (plan: SyncPlan): SyncPlan => ({
  ...plan,
  counts: {...plan.counts, toChange: 0},
  job: {...plan.job, plan: {...plan.job.plan, send: 0}},
});

const foundIn = ({counts, differences, job, list, sync}: SyncPlan, nameless: number): Found => ({
  prune: sync.gone === 'delete',
  needsCountry: counts.needsCountry,
  notCarried: differences.notCarried,
  rows: {nameless, repeated: job.checked.repeated},
  list: {
    listed: list.baseline.listed,
    nameless: list.keyless.ids.length,
    repeated: list.doubles.ids.length - counts.ambiguous,
    unlike: list.unlike,
    gone: list.gone.ids.length,
    joined: list.back.joined.ids.length,
  },
});

/** Refuses more deletions than agreed to, and automations that were not allowed. */
async function gate(
  context: Context,
  plan: SyncPlan,
  {allowAutomations, mayDelete = Number.POSITIVE_INFINITY, permit}: ContactsToApply,
): Promise<Permit> {
  const {
    job: {type},
    list,
    sync,
  } = plan;
  const gone = sync.gone === 'delete' ? list.gone.ids.length : 0;
  if (gone > mayDelete) {
    throw new PreflightError(
      `${counted(gone, 'contact')} of "${type.name}" would be deleted now, but you agreed to ${mayDelete}: the list has changed since.`,
      {hint: 'Its contacts were not changed. Run the same line again to see the new plan.'},
    );
  }
  if (!allowAutomations && !context.globals.dryRun) checkStarts(context, startsOf(plan));
  return permitted(permit);
}

/** Writes down what interrupted runs had added. Their copies of the file are deleted after this. */
async function noteInterruptedRuns(context: Context, earlier: readonly PastRun[]): Promise<void> {
  for (const run of earlier) {
    const {id, sync, source, type} = run.header;
    if (!sync || !source.kept || unlookedRows(run.state).length === 0) continue;
    try {
      const isOfRun = await addressesOnlyInFile({...context, notice: () => undefined}, run);
      await noteAdded(importService(context, type.id), run, isOfRun);
    } catch (error) {
      // Its rows cannot be read any more, for example because a custom field was deleted. New rows can still be sent.
      if (!(error instanceof PreflightError || error instanceof UsageError)) throw error;
      context.warn(`emk cannot tell which contacts ${id} added before it stopped. ${error.message}`);
    }
  }
}

/** Writes the contacts that an interrupted run has added into its journal, so that an undo needs no file. */
async function noteAdded(service: ImportService, run: PastRun, isOfRun: (address: string) => boolean): Promise<void> {
  const {header, state, folder} = run;
  const lines = unlookedRows(state);
  const {result} = await readListing(service, () => {
    const added = collectAdded(lastIdOf(header));
    return {
      needs: fingerprinted,
      see(contact) {
        if (contact.email !== null && isOfRun(foldAddress(contact.email))) added.see(contact);
      },
      result: () => added,
    };
  });
  const journal = continueJournal(folder);
  try {
    journal.note(result.record(lines));
  } finally {
    journal.close();
  }
}
