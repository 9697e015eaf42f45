import type {KeptFixes} from '../file/fixes.js';
import type {LineRanges} from './line-ranges.js';
import type {ImportSettings, SyncSettings} from './settings.js';

/** A line of a journal. No record contains an address or a key: rows are named by their lines in the file. */
export type JournalRecord = Header | Intent | Outcome | Compare | Added | Wrote | Doing | Did | Unsubscribed | End;

/** The plan of the import, fixed before the first row is sent. */
export type Header = {
  readonly kind: 'header';
  readonly version: 1;
  readonly id: string;
  readonly started: string;
  /** The account's name for messages; `origin` and `key` are what a resume compares. */
  readonly account: string;
  readonly origin: string;
  /** A hash of the public key. */
  readonly key: string;
  readonly type: {readonly id: number; readonly name: string};
  readonly source: {
    readonly path: string;
    readonly name: string;
    readonly size: number;
    readonly sha256: string;
    /** Whether the file is a copy of standard input, saved beside the journal. */
    readonly kept: boolean;
    /** Rows that a person fixed, saved beside the journal until the import has ended. */
    readonly fixes?: KeptFixes;
  };
  readonly settings: ImportSettings;
  readonly sync?: SyncSettings;
  readonly baseline: {
    readonly count: number | null;
    readonly listed: number;
    readonly complete: boolean;
    /** The highest contact id before the import; missing in journals of older versions. */
    readonly lastId?: number;
  };
  readonly rows: {readonly toSend: number; readonly rejected: number};
  readonly files: Readonly<Record<string, string>>;
};

/** These rows are about to be sent. Without an outcome after it, nobody knows whether they arrived. */
type Intent = {readonly kind: 'intent'; readonly chunk: number; readonly rows: number; readonly lines: LineRanges};

/** The answer to the intent before it; `rejected` marks these lines as refused, with this reason. */
type Outcome = {
  readonly kind: 'outcome';
  readonly chunk: number;
  readonly outcome: 'acknowledged' | 'refused' | 'not_applied' | 'too_large' | 'unknown' | 'rejected';
  readonly lines: LineRanges;
  readonly reason?: string;
};

/** Rows in doubt that are in the list, and rows that are certainly not. Other lines stay in doubt. */
type Compare = {
  readonly kind: 'compare';
  readonly chunk: number;
  readonly present: LineRanges;
  readonly absent: LineRanges;
};

/** The contacts that these rows became, as the final list shows them; an undo needs them. */
export type Added = {
  readonly kind: 'added';
  readonly lines: LineRanges;
  readonly ids: LineRanges;
  /** A hash of each contact in the order of the ids: four bytes each, as base64. */
  readonly prints: string;
  /** Whether the service itself changes a contact after adding it, as its times show. */
  readonly touched: boolean;
};

/** A file that names rows, and its SHA-256: a later run replaces it, unless somebody changed it. */
type Wrote = {readonly kind: 'wrote'; readonly path: string; readonly sha256: string};

/** These contacts are about to be changed. Without a `did` after it, nobody knows which of them were. */
type Doing = {readonly kind: 'doing'; readonly work: Work; readonly ids: LineRanges};

/** The outcome of the `doing` before it. */
type Did = {readonly kind: 'did'; readonly work: Work; readonly done: number; readonly failed: number};

/** The people whom a sync unsubscribed: the id of each entry, and a keyed hash of the address. */
type Unsubscribed = {
  readonly kind: 'unsubscribed';
  readonly people: ReadonlyArray<readonly [id: number, hash: string]>;
};

/** `undo` deletes what the import has added. */
export type Work = 'change' | 'delete' | 'unsubscribe' | 'undo';

/** How a run ended. A later run of the same import may add another end. */
export type End = {
  readonly kind: 'end';
  readonly at: string;
  /**
   * `superseded` is an interrupted sync before a later one of the same list; `undone` means that it was deleted again.
   */
  readonly result: 'done' | 'partial' | 'unknown' | 'interrupted' | 'superseded' | 'undone';
  /** Whether `resume` has something left to do. */
  readonly open: boolean;
  readonly sent: number;
  readonly verified: number;
  readonly missing: number;
  readonly duplicates: number;
  readonly unknown: number;
  readonly files: Readonly<Record<string, string>>;
  /** How many contacts were changed, deleted or unsubscribed as well. */
  readonly work?: Readonly<Partial<Record<Work, number>>>;
};
