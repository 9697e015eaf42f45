import type {Ranges} from './ranges.js';

/** The version of a journal; another one is refused. */
export const VERSION = 4;

/** A line of a journal. It contains no key of an account, and no address where rows or people can be told without. */
export type WorkRecord<H extends Header = Header> =
  | H
  | Begun
  | Answered
  | Settled
  | MadeRecords
  | Added
  | Finished
  | Undone
  | End;

/** The first record: which work this is, and of which account. Each way to work adds its own plan. */
export type Header = {
  readonly kind: 'header';
  readonly version: number;
  /** The command that does the work. */
  readonly way: string;
  /** The service, and a hash of the public key: work continues only in the account where it began. */
  readonly origin: string;
  readonly key: string;
};

/** What a step does to records, or that it takes back what earlier steps of the same work did. */
export type Does = 'creates' | 'updates' | 'deletes' | 'unsubscribes' | 'sends' | 'undoes';

/** What a step is about: rows of a file by their lines, records by their ids, or single records by what they are. */
export type About = {readonly lines: Ranges} | {readonly ids: Ranges} | {readonly items: readonly Item[]};

/** A record by its kind and natural key, or a part of the record that it is within. */
export type Item = {readonly kind: string; readonly within?: string; readonly key: string};

export type Id = string | number;

/** The records that a step has made, by the key of each. */
export type MadeIds = ReadonlyArray<readonly [key: string, id: Id]>;

/** This is about to be sent. Without an answer after it, nobody knows whether it happened. */
export type Begun = {
  readonly kind: 'begun';
  readonly step: number;
  readonly does: Does;
  readonly about: About;
  /** What tells a new record from older ones: it has a higher row, and no request began before this moment. */
  readonly since?: {readonly lastRow: number; readonly startedAt: number};
  /** The fingerprint that the record will have. */
  readonly print?: string;
};

/** The answer to a step, for all that it is about or for a part of it. */
type Answered = {
  readonly kind: 'answered';
  readonly step: number;
  readonly as: Outcome;
  readonly about?: About;
  readonly made?: MadeIds;
  readonly reason?: string;
};

/** `rejected` rows were refused each by itself. After `refused` and `unknown`, emk has to look. */
export type Outcome = 'acknowledged' | 'refused' | 'not_applied' | 'too_large' | 'unknown' | 'rejected';

/** What a look at the account decides about a step in doubt. What is in neither part stays in doubt. */
type Settled = {
  readonly kind: 'settled';
  readonly step: number;
  readonly there: About;
  readonly absent: About;
  readonly made?: MadeIds;
};

/** What a step has made so far. */
type MadeRecords = {readonly kind: 'made'; readonly step: number; readonly made: MadeIds};

/** The contacts that these rows became, as the final list shows them; an undo needs them. */
export type Added = {
  readonly kind: 'added';
  readonly lines: Ranges;
  /** The ids by the time of their last change that the list showed: with another one, somebody has changed them since. */
  readonly looks: ReadonlyArray<readonly [stamp: string, ids: Ranges]>;
};

/** A record is as it was wanted, or a mailing went out; with the record's fingerprint. */
type Finished = {readonly kind: 'finished'; readonly item: Item; readonly print?: string};

/** Something that the work had made is gone. */
type Undone = {readonly kind: 'undone'; readonly item: Item};

/** How a run ended. A later run of the same work may add another end. */
export type End = {
  readonly kind: 'end';
  readonly at: string;
  /**
   * `superseded` is an interrupted sync before a later one of the same list; `undone` means that it was deleted again.
   */
  readonly result: 'done' | 'partial' | 'unknown' | 'interrupted' | 'superseded' | 'undone';
  /** Whether there is something left to continue. */
  readonly open: boolean;
  readonly sent: number;
  readonly verified: number;
  readonly missing: number;
  readonly duplicates: number;
  readonly unknown: number;
  readonly files: Readonly<Record<string, string>>;
  /** How many contacts were changed, deleted or unsubscribed as well. */
  readonly work?: Readonly<Partial<Record<Does, number>>>;
};
