import {rmSync} from 'node:fs';
import {join} from 'node:path';
import type {Permit} from '../../api/describe/permit.js';
import {checkStarts} from '../../commands/agree.js';
import type {Context} from '../../commands/command.js';
import {begin, runRows} from '../../contacts-import/command/start.js';
import {undoImport} from '../../contacts-import/command/undo.js';
import {type Checked, importField} from '../../contacts-import/file/contract.js';
import {keptSource} from '../../contacts-import/file/source.js';
import {newRun, pastRun, unlookedRows} from '../../contacts-import/journal/runs.js';
import type {RestTimes} from '../../contacts-import/journal/settings.js';
import {readCountries} from '../../contacts-import/run/countries.js';
import {type Plan, startsOf} from '../../contacts-import/run/plan.js';
import {readSample} from '../../contacts-import/run/sample.js';
import {operations as fields} from '../../endpoints/fields.js';
import {type EmkError, NotFoundError} from '../../errors.js';
import {tellingFileTrouble} from '../../system/file-trouble.js';
import type {Host} from '../../system/host.js';
import {copyInside} from '../../system/inside-folder.js';
import type {AtDoor} from '../../who-left/door.js';
import {
  type ContactFile,
  type ContactRules,
  checkContactFile,
  contactSync,
  fieldsWith,
} from '../compare/contact-file.js';
import {type Found, impossibleContacts, rejectedAddresses} from '../compare/contacts.js';
import {contactsFileOf} from '../folder/body-files.js';
import type {ImpossibleContacts} from '../kinds/results.schema.js';
import {importItem} from './apply-journal.js';
import {type ApplyWork, idOf, permitted, withoutQuestions} from './work.js';

/** The people of one file, and the list that they are added to. */
export type ContactsToApply = {
  readonly folder: string;
  readonly list: {readonly id: number; readonly name: string};
  /** The file of the type, relative to the folder. */
  readonly path: string;
  readonly permit: Permit;
  readonly allowAutomations: boolean;
  readonly known?: AtDoor['known'];
  /** How long to wait for requests of an interrupted run, in milliseconds; the usual time if omitted. */
  readonly settle?: number | undefined;
  /** Read once for many types; read here if not given. */
  readonly rules?: Required<ContactRules>;
  /** Called with the run before its first request, so that a later process knows it even after a kill. */
  readonly began?: (run: string) => void;
};

export type AppliedContacts = {
  readonly created: number;
  readonly impossible: readonly ImpossibleContacts[];
  /** The run that created them, for `undoContacts`; undefined if nothing had to be sent. */
  readonly run?: string;
  /** The error that stopped the work or a part of it. What the counts say has still happened. */
  readonly error?: EmkError;
};

/** Adds the people of a file whom its list lacks, by a sync without questions that sends nobody twice. */
export const applyContacts = (context: Context, wanted: ContactsToApply): Promise<AppliedContacts> =>
  tellingFileTrouble(() => apply(withoutQuestions({...context, ...context.untiring()}, wanted.permit), wanted));

async function apply(context: Context, wanted: ContactsToApply): Promise<AppliedContacts> {
  const {folder, list, path, began} = wanted;
  const run = newRun(context.host);
  let hasBegun = false;
  try {
    // The run works on a copy, so that an edit before the next run does not change what its journal means.
    const source = {...keptSource(context.host, run.folder), name: path, beside: join(run.folder, 'contacts.csv')};
    await copyInside(folder, path, source.path);
    const rules = wanted.rules ?? (await readContactRules(context));
    const file = await checkContactFile(context, {path: source.path, name: path}, rules);
    context.progress.clear();
    if (file.checked === undefined) return {created: 0, impossible: []};
    const {checked, nameless} = await withoutOdd(file.checked, file);
    const {fields, countries} = rules;
    const account = await context.account();
    const draft = {
      ...{context, source, list, checked, fields, files: {}},
      settings: {
        ...file.settings,
        allowAutomations: wanted.allowAutomations,
        settle: restTimes(wanted.settle, file.settings.settle),
      },
      sync: contactSync,
      account,
      known: wanted.known,
      findCountry: countries?.find,
    };
    let found: Found | undefined;
    const finished = await runRows(draft, {
      planned(plan) {
        found = foundIn(plan, nameless);
      },
      async gate(plan) {
        if (!wanted.allowAutomations && !context.globals.dryRun) checkStarts(context, startsOf(plan));
        return permitted(wanted.permit);
      },
      async journalOf(plan) {
        const journal = await begin(plan, run);
        hasBegun = true;
        began?.(run.id);
        return journal;
      },
    });
    return {
      created: finished.added,
      impossible: found ? impossibleContacts(found) : [],
      ...(hasBegun ? {run: run.id} : {}),
      ...(finished.error ? {error: finished.error} : {}),
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

const foundIn = ({counts, checked, found}: Plan, nameless: number): Found => ({
  rows: {nameless, repeated: checked.repeated},
  list: {nameless: found.nameless.ids.length, repeated: found.doubles.ids.length - counts.several},
});

/** Reads the rules for checking and sending files of contacts. All types share them, so they are read once. */
async function readContactRules({call, stream}: Pick<Context, 'call' | 'stream'>): Promise<Required<ContactRules>> {
  const custom = (await call(fields.custom)).map(({field_name, field_type}) => importField(field_name, field_type));
  return {fields: fieldsWith(custom), countries: await readCountries({stream}), sample: await readSample({call})};
}

/** Adds the people of each file to its list. The run that adds them is written down before its first request. */
export async function* applyEach(
  work: ApplyWork,
  changes: ReadonlyArray<{readonly list: string}>,
  {folder, settle}: {readonly folder: string; readonly settle: number},
): AsyncGenerator<AppliedContacts & {readonly list: string}> {
  if (changes.length === 0) return;
  const {context, journal, door, permit} = work;
  work.begins(undefined);
  const rules = await readContactRules(context);
  for (const {list} of changes) {
    const applied = await applyContacts(context, {
      ...{folder, settle},
      permit,
      list: {id: Number(await idOf(work, 'lists', list)), name: list},
      path: contactsFileOf(list),
      allowAutomations: true,
      known: door.known,
      rules,
      began: run => void journal.begin('creates', {items: [importItem(list, run)]}),
    });
    yield {list, ...applied};
    if (applied.error) throw applied.error;
  }
}

/** The largest number of contacts that a run may have added; undefined if its journal is not on this machine. */
export function countAdded(host: Host, run: string): number | undefined {
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

/** Deletes contacts that a run of `applyContacts` added. `left` counts those that were changed or stayed. */
export async function undoContacts(
  context: Context,
  run: string,
): Promise<{readonly deleted: number; readonly left: number}> {
  const {data, error} = await undoImport(context, {id: run});
  if (error) throw error;
  return {deleted: data.deleted, left: data.changed};
}
