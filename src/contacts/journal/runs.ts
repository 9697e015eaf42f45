import {existsSync, readdirSync, rmSync} from 'node:fs';
import {basename, join} from 'node:path';
import {type Target, targetOf} from '../../accounts/target.js';
import type {Account} from '../../api/wire/answer.js';
import type {Context} from '../../change/context.js';
import {
  createJournal,
  type Journal,
  type JournalHeader,
  type JournalPlace,
  readJournal,
  reopenJournal,
  runIdAt,
  startOf,
  type WorkRecord,
} from '../../change/work/journal.js';
import {type Ranges, rangesOfNumbers, union, without} from '../../change/work/ranges.js';
import {arrivedIn, type JournalState, replay} from '../../change/work/state.js';
import {ConfigError, NotFoundError, UsageError} from '../../core/errors.js';
import {stateFolder} from '../../core/own-files/folders.js';
import {makeFolder, makeNewFolder} from '../../core/system/files.js';
import type {Host} from '../../core/system/host.js';
import {DAY} from '../../core/words/calendar.js';
import type {CheckOptions} from '../file/contract.js';

/** The choices of an import, saved in its journal so that a resumed run uses them again. Times are in milliseconds. */
export type ImportSettings = Omit<
  CheckOptions,
  'path' | 'name' | 'within' | 'fields' | 'sampleHeader' | 'countries' | 'onlyListed' | 'likelyCountry'
> & {
  readonly leaveEmpty: readonly string[];
  readonly places: NonNullable<CheckOptions['places']>;
  readonly includeUnsubscribed: boolean;
  readonly allowAutomations: boolean;
  /** Where rejected rows go, if not beside the file. */
  readonly rejects?: string | undefined;
  readonly settle: RestTimes;
};

/** How long to wait for an abandoned request, how often to count the list after that, and when to stop waiting. */
export type RestTimes = {readonly wait: number; readonly poll: number; readonly max: number};

/** What a sync does with the differences, besides adding new people. */
export type SyncSettings = {
  /** The fields to update in existing contacts; `all` of the file's, or none. */
  readonly update?: 'all' | readonly string[] | undefined;
  readonly gone: 'report' | 'delete' | 'unsubscribe';
  /** How many people may be gone before the sync stops, if not the default: a number, or a percentage of the list. */
  readonly maxGone?: string | undefined;
};

/** The plan of an import, fixed before the first row is sent: the first record of its journal. */
type ImportHeader = JournalHeader & {
  readonly id: string;
  readonly started: string;
  /** The account's name for messages; `origin` and `key` are what a resume compares. */
  readonly account: string;
  readonly list: {readonly id: number; readonly name: string};
  readonly source: {
    readonly path: string;
    readonly name: string;
    readonly size: number;
    readonly sha256: string;
    /** Whether the file is a copy of standard input, saved beside the journal. */
    readonly kept: boolean;
  };
  readonly settings: ImportSettings;
  readonly sync?: SyncSettings;
  /** The highest contact id before the import. */
  readonly baseline: {readonly lastId: number};
  readonly rows: {readonly toSend: number; readonly rejected: number};
  readonly files: Readonly<Record<string, string>>;
};

/** An import in the words of its reader: its file and its list. */
export const importName = ({source, list}: Pick<ImportHeader, 'source' | 'list'>): string =>
  `${source.name} → "${list.name}"`;

export type ImportJournal = Journal & {
  readonly id: string;
  /** The journal's folder, which may also contain a copy of standard input. */
  readonly folder: string;
};

export type PastRun = {readonly folder: string; readonly header: ImportHeader; readonly state: JournalState};

export function beginImport(folder: string, header: ImportHeader): ImportJournal {
  makeFolder(folder);
  return {...createJournal(journalPlace(folder), header), id: header.id, folder};
}

export const continueJournal = (folder: string, verb?: 'undo'): ImportJournal => ({
  ...reopenJournal(journalPlace(folder, verb)),
  id: basename(folder),
  folder,
});

export const journalPlace = (folder: string, verb: 'resume' | 'undo' = 'resume'): JournalPlace => ({
  path: journalPath(folder),
  again: `run: emk ${verb === 'undo' ? 'undo' : 'contacts import resume'} ${basename(folder)}`,
  or: `Or move ${folder}: then you cannot resume or undo that import.`,
  ifDamaged: `Move ${folder} away, then start a new import. emk skips people who are already on the list.`,
});

export const journalPath = (folder: string): string => join(folder, 'journal.jsonl');

const importsFolder = (host: Host): string => join(stateFolder(host), 'imports');

/** Creates the folder of a new import and returns its id, which sorts by time and is no other's. */
export function newRun(host: Host): {readonly id: string; readonly folder: string} {
  const imports = importsFolder(host);
  makeFolder(imports);
  for (let at = host.now().getTime(); ; at++) {
    const id = runIdAt(at);
    const folder = join(imports, id);
    if (makeNewFolder(folder)) return {id, folder};
  }
}

/** All imports with a journal, the latest last. */
export const pastRuns = (host: Host): PastRun[] => runFolders(host).flatMap(folder => readRun(folder) ?? []);

/** The folders of all imports, the latest last; some may have no journal. */
function runFolders(host: Host): string[] {
  const imports = importsFolder(host);
  const ids = existsSync(imports) ? readdirSync(imports).sort() : [];
  return ids.map(id => join(imports, id));
}

/** The imports into the account of this run, the latest last. */
export async function importsHere({host, account}: Pick<Context, 'host' | 'account'>): Promise<readonly PastRun[]> {
  const target = targetOf(await account());
  return pastRuns(host).filter(({header}) => isSameTarget(target, header));
}

const isSameTarget = (one: Target, other: Target): boolean => one.origin === other.origin && one.key === other.key;

/** Whether a run went into this list of this account. */
export const wentInto =
  (target: Target, list: number | undefined) =>
  ({header}: PastRun): boolean =>
    header.list.id === list && isSameTarget(target, header);

/** Refuses to go on with an import in another account than its own. */
export function requireSameTarget(account: Account, header: ImportHeader): void {
  const target = targetOf(account);
  if (isSameTarget(target, header)) return;
  const [there, here] = [`${header.account} (${header.origin})`, `${account.name} (${target.origin})`];
  throw new ConfigError(`The import ${importName(header)} went to ${there}, and this is ${here}.`, {
    hint: 'Choose the account it went to: --profile NAME, or the environment it had then.',
  });
}

/** The runs that can be resumed or have a request in doubt, the latest last. */
export const openRuns = (host: Host): PastRun[] => pastRuns(host).filter(isUnfinished);

export const isUnfinished = (run: PastRun): boolean => isOpen(run) || run.state.open.size > 0;

/** Deletes the imports that ended longer ago than the setting `keep-imports` says. A run that is open or in doubt stays. */
export function forgetOldRuns({host, globals}: Pick<Context, 'host' | 'globals'>): void {
  const before = host.now().getTime() - globals.keepImports * DAY;
  for (const folder of runFolders(host)) {
    if (!isOver(folder, before)) continue;
    try {
      rmSync(folder, {recursive: true, force: true});
    } catch {
      // What emk may not delete, it tries again with the next import.
    }
  }
}

/** Whether a run ended before a moment, or was killed before its journal had a plan; a copy of people may be in it. */
function isOver(folder: string, before: number): boolean {
  if ((startOf(basename(folder)) ?? before) >= before) return false;
  const run = readRun(folder);
  if (run === undefined) return true;
  return !isUnfinished(run) && Date.parse(run.state.end?.at ?? run.header.started) < before;
}

/** The import with this id, or with the only id that begins like this. */
export function pastRun(host: Host, id: string): PastRun {
  const like = runFolders(host).filter(folder => basename(folder).startsWith(id.toUpperCase()));
  const [folder, ...others] = like.filter(one => existsSync(journalPath(one)));
  if (folder === undefined)
    throw new NotFoundError(`There is no import ${id}.`, {
      hint: 'To see the imports: emk import status. emk keeps them as long as "emk config set keep-imports" says.',
    });
  if (others.length > 0) throw new UsageError(`Several imports begin with ${id}.`, {hint: 'Give more of the id.'});
  const run = readRun(folder);
  if (run) return run;
  throw new ConfigError(`The journal ${journalPath(folder)} is incomplete.`, {
    hint: 'It stopped before it added anybody. Start a new import.',
  });
}

/** Whether `resume` has something to do: rows may still be sent, and no undo has begun. */
export const isOpen = ({state: {end, undoing}}: PastRun): boolean => !undoing && (end?.open ?? true);

/** Whether an undo has deleted again what the run has added. */
export const isUndone = ({state}: Pick<PastRun, 'state'>): boolean => state.end?.result === 'undone';

/** Reads a run; undefined if it was killed before its first record, because it sent nothing. */
function readRun(folder: string): PastRun | undefined {
  if (!existsSync(journalPath(folder))) return undefined;
  const {header, records} = readJournal<ImportHeader>(journalPlace(folder));
  return header && {folder, header, state: replay(records as readonly WorkRecord[])};
}

/** Sent rows whose contacts no look has found yet. */
export function unlookedRows({sent, added, refused}: JournalState): Ranges {
  const looked = added.reduce<Ranges>((all, {lines}) => union(all, lines), []);
  return without(without(sent, looked), rangesOfNumbers(refused.keys()));
}

/** What an earlier part of the same run has left in its journal. */
export type Earlier = ReturnType<typeof leftBy>;

export const leftBy = ({header, state}: PastRun) => ({
  id: header.id,
  /** The highest contact id before the first row was sent. */
  lastId: header.baseline.lastId,
  /** The rows that were sent, and those of them that have arrived or may have. */
  ...{sent: state.sent, arrived: arrivedIn(state)},
  /** Why the service refused single rows, by line. A sync tries these again, because the list shows what is left. */
  refused: header.sync ? new Map<number, string>() : state.refused,
});
