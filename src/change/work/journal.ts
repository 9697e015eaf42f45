import {ConfigError, PartialError, PreflightError} from '../../core/errors.js';
import {
  createJournalFile,
  type JournalFile,
  readJournalFile,
  reopenJournalFile,
  type Write,
} from '../../core/system/journal-file.js';
import {requireKnownVersion} from '../../core/system/kept-file.js';
import {
  type About,
  type Begun,
  type Does,
  type Header,
  type MadeIds,
  type Outcome,
  VERSION,
  type WorkRecord,
} from './record.js';

/** Where the journal of some work is, and what to do if it cannot be used. */
export type Place = {
  readonly path: string;
  /** How to continue the work: `run: emk contacts import resume 01JD3K`. */
  readonly again: string;
  /** What a person can do without a newer emk if the version is unknown, and what that costs. */
  readonly or: string;
  /** What to do with a damaged journal. */
  readonly ifDamaged: string;
};

/** Writes down what is about to be sent before it is sent, and what came of it. */
export type Journal = {
  /** Returns the number of the step, once it is on disk. */
  begin(does: Does, about: About, more?: Pick<Begun, 'since' | 'print'>): number;
  /** Notes an answer. It survives a kill of the process, and the next step brings both to the disk. */
  answer(
    step: number,
    as: Outcome,
    more?: {readonly about?: About; readonly made?: MadeIds; readonly reason?: string},
  ): void;
  /** Notes anything else, on disk. */
  note(record: Exclude<WorkRecord, {readonly kind: 'header' | 'begun' | 'answered'}>): void;
  close(): void;
};

/** Creates the journal of new work. Fails before anything was sent. */
export function createJournal(place: Place, header: Header, how: Writing = {}): Journal {
  try {
    return over(createJournalFile<WorkRecord>(place.path, header, how.write), place, 0, how);
  } catch (cause) {
    throw new PreflightError(`Nothing was sent: emk cannot write the journal ${place.path}.`, {
      cause,
      hint: 'Free some space on that disk, then start again.',
    });
  }
}

/** Opens the journal of earlier work to add records. */
export function reopenJournal(place: Place, how: Writing = {}): Journal {
  const {records} = readJournal(place);
  const last = records.reduce((most, record) => (record.kind === 'begun' ? Math.max(most, record.step) : most), 0);
  return over(reopenJournalFile<WorkRecord>(place.path, how.write), place, last, how);
}

/** Reads the complete records of a journal; none if it was killed before its first. */
export function readJournal<H extends Header>({
  path,
  or,
  ifDamaged,
}: Place): {
  readonly header: H | undefined;
  readonly records: readonly WorkRecord<H>[];
} {
  const {records: read, damaged} = readJournalFile<object>(path);
  if (damaged !== undefined)
    throw new ConfigError(`Line ${damaged} of the journal ${path} is damaged.`, {hint: ifDamaged});
  const [first] = read;
  if (first) {
    requireKnownVersion(first, `The journal ${path}`, {newest: VERSION, or});
    if ((first as Partial<Header>).version !== VERSION)
      throw new ConfigError(`The journal ${path} was written by an older emk.`, {hint: or});
  }
  const records = read as readonly WorkRecord<H>[];
  const [header] = records;
  if (header === undefined) return {header, records};
  if (header.kind === 'header') return {header, records};
  throw new ConfigError(`The journal ${path} is incomplete.`, {hint: ifDamaged});
}

type Writing = {
  /** How bytes get into the file; tests pass a disk that is full. */
  readonly write?: Write | undefined;
  /** Gets each record that was written. */
  readonly seen?: ((record: WorkRecord) => void) | undefined;
};

function over(file: JournalFile<WorkRecord>, {path, again}: Place, last: number, {seen}: Writing): Journal {
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
