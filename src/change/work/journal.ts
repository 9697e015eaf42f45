import {existsSync} from 'node:fs';
import type {Loose} from '../../api/describe/schema.js';
import {ConfigError, PartialError, PreflightError} from '../../core/errors.js';
import {
  createJournalFile,
  type JournalFile,
  readJournalFile,
  reopenJournalFile,
} from '../../core/system/journal-file.js';
import {requireKnownVersion} from '../../core/system/kept-file.js';
import type {Ranges} from './ranges.js';

/** Where the journal of some work is, and what to do if it cannot be used. */
export type JournalPlace = {
  readonly path: string;
  /** How to continue the work: `run: emk contacts import resume 01JD3K`. */
  readonly again: string;
  /** What a person can do without a newer emk if the version is unknown, and what that costs. */
  readonly or: string;
  readonly ifDamaged: string;
};

/** Writes down what is about to be sent before it is sent, and what came of it. */
export type Journal = {
  /** Returns the number of the step, once it is on disk. */
  begin(does: StepKind, about: StepTarget, more?: Pick<Begun, 'since' | 'print'>): number;
  /** Notes an answer. It survives a kill of the process, and the next step brings both to the disk. */
  answer(
    step: number,
    as: StepOutcome,
    more?: {readonly about?: StepTarget; readonly made?: MadeIds; readonly reason?: string},
  ): void;
  /** Notes anything else, on disk. */
  note(record: Exclude<WorkRecord, {readonly kind: 'header' | 'begun' | 'answered'}>): void;
  close(): void;
};

/** Creates the journal of new work. Fails before anything was sent. */
export function createJournal(place: JournalPlace, header: JournalHeader, how: Writing = {}): Journal {
  try {
    return over(createJournalFile<WorkRecord>(place.path, header), place, 0, how);
  } catch (cause) {
    throw new PreflightError(`Nothing was sent: emk cannot write the journal ${place.path}.`, {
      cause,
      hint: 'Free some space on that disk, then start again.',
    });
  }
}

export function reopenJournal(place: JournalPlace, how: Writing = {}): Journal {
  const {records} = readJournal(place);
  const last = records.reduce((most, record) => (record.kind === 'begun' ? Math.max(most, record.step) : most), 0);
  return over(reopenJournalFile<WorkRecord>(place.path), place, last, how);
}

export const openJournal = (place: JournalPlace, header: JournalHeader, how?: Writing): Journal =>
  existsSync(place.path) ? reopenJournal(place, how) : createJournal(place, header, how);

/** Reads the complete records of a journal; none if it was killed before its first. */
export function readJournal<H extends JournalHeader>({
  path,
  or,
  ifDamaged,
}: JournalPlace): {
  readonly header: H | undefined;
  readonly records: readonly WorkRecord<H>[];
} {
  const {records: read, damaged} = readJournalFile<object>(path);
  if (damaged !== undefined)
    throw new ConfigError(`Line ${damaged} of the journal ${path} is damaged.`, {hint: ifDamaged});
  const [first] = read;
  if (first) requireKnownVersion(first, `The journal ${path}`, or, VERSION);
  // No other record says a version.
  return {header: first as H | undefined, records: read as readonly WorkRecord<H>[]};
}

type Writing = {readonly seen?: ((record: WorkRecord) => void) | undefined};

function over(file: JournalFile<WorkRecord>, {path, again}: JournalPlace, last: number, {seen}: Writing): Journal {
  let step = last;
  const append = (record: WorkRecord, when?: 'soon'): void => {
    try {
      file.append(record, when);
    } catch (cause) {
      throw new PartialError(`Nothing more was sent: emk cannot write the journal ${path}.`, {
        cause,
        hint: `Free some space on that disk, then ${again}`,
      });
    }
    seen?.(record);
  };
  return {
    begin(does, about, more = {}) {
      append({kind: 'begun', step: step + 1, does, about, ...more});
      return ++step;
    },
    answer: (of, as, more = {}) => append({kind: 'answered', step: of, as, ...more}, 'soon'),
    note: record => append(record),
    close: () => file.close(),
  };
}

/** The id of a run that began at this moment: ten characters that sort by time and are hard to confuse. */
export function runIdAt(time: number): string {
  let text = '';
  for (let rest = time; text.length < 10; rest = Math.floor(rest / 32)) text = `${DIGITS[rest % 32]}${text}`;
  return text;
}

/** When a run began, in milliseconds, by its id; undefined for other names. */
export const startOf = (id: string): number | undefined =>
  /^[0-9A-HJKMNP-TV-Z]{10}$/.test(id)
    ? [...id].reduce((time, digit) => time * 32 + DIGITS.indexOf(digit), 0)
    : undefined;

const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** The version of a journal; another one is refused. */
export const VERSION = 4;

/** A line of a journal. It contains no key of an account, and no address where rows or people can be told without. */
export type WorkRecord<H extends JournalHeader = JournalHeader> =
  | H
  | Begun
  | Answered
  | SettledStep
  | MadeRecords
  | AddedRows
  | Changed
  | FinishedItem
  | UndoneItem
  | End;

/** The first record: which work this is, and of which account. Each way to work adds its own plan. */
export type JournalHeader = {
  readonly kind: 'header';
  readonly version: number;
  /** The command that does the work. */
  readonly way: string;
  /** The service, and a hash of the public key: work continues only in the account where it began. */
  readonly origin: string;
  readonly key: string;
};

/** What a step does to records, or that it takes back what earlier steps of the same work did. */
export type StepKind = 'creates' | 'updates' | 'deletes' | 'unsubscribes' | 'sends' | 'undoes';

/** What a step is about: rows of a file by their lines, records by their ids, or single records by what they are. */
export type StepTarget = {readonly lines: Ranges} | {readonly ids: Ranges} | {readonly items: readonly Item[]};

/** A record by its kind and natural key, or a part of the record that it is within. */
export type Item = {readonly kind: string; readonly within?: string; readonly key: string};

export type Id = string | number;

export type MadeIds = ReadonlyArray<readonly [key: string, id: Id]>;

/** This is about to be sent. Without an answer after it, nobody knows whether it happened. */
export type Begun = {
  readonly kind: 'begun';
  readonly step: number;
  readonly does: StepKind;
  readonly about: StepTarget;
  /** What tells a new record from older ones: it has a higher row, and no request began before this moment. */
  readonly since?: {readonly lastRow: number; readonly startedAt: number};
  readonly print?: string;
};

/** The answer to a step, for all that it is about or for a part of it. */
type Answered = {
  readonly kind: 'answered';
  readonly step: number;
  readonly as: StepOutcome;
  readonly about?: StepTarget;
  readonly made?: MadeIds;
  readonly reason?: string;
};

/** `rejected` rows were refused each by itself. After `refused` and `unknown`, emk has to look. */
type StepOutcome = 'acknowledged' | 'refused' | 'not_applied' | 'too_large' | 'unknown' | 'rejected';

/** What a look at the account decides about a step in doubt. What is in neither part stays in doubt. */
type SettledStep = {
  readonly kind: 'settled';
  readonly step: number;
  readonly there: StepTarget;
  readonly absent: StepTarget;
  readonly made?: MadeIds;
};

type MadeRecords = {readonly kind: 'made'; readonly step: number; readonly made: MadeIds};

/** The contacts that these rows became, as the final list shows them; an undo needs them. */
export type AddedRows = {
  readonly kind: 'added';
  readonly lines: Ranges;
  /** The ids by the time of their last change that the list showed: with another one, somebody has changed them since. */
  readonly looks: ReadonlyArray<readonly [stamp: string, ids: Ranges]>;
};

/** What a contact said before a change, and says after it. It names a person, so it has a file of its own. */
export type Changed = {readonly kind: 'changed'; readonly id: Id; readonly before: Loose; readonly after: Loose};

/** A record is as it was wanted, or a mailing went out; with the record's fingerprint. */
type FinishedItem = {readonly kind: 'finished'; readonly item: Item; readonly print?: string};

type UndoneItem = {readonly kind: 'undone'; readonly item: Item};

/** How a run ended. A later run of the same work may add another end. */
export type End = {
  readonly kind: 'end';
  readonly at: string;
  /**
   * `superseded` is an interrupted sync before a later one of the same list, or before its old values are back; `undone`
   * means that it was deleted again.
   */
  readonly result: 'done' | 'partial' | 'unknown' | 'interrupted' | 'superseded' | 'undone';
  readonly open: boolean;
  readonly sent: number;
  readonly verified: number;
  readonly missing: number;
  readonly duplicates: number;
  readonly unknown: number;
  readonly files: Readonly<Record<string, string>>;
  /** How many contacts were changed, deleted or unsubscribed as well. */
  readonly work?: Readonly<Partial<Record<StepKind, number>>>;
};
