import {rmSync} from 'node:fs';
import {dirname} from 'node:path';
import {makeFolder} from '../system/folder.js';
import {createJournal, type Journal, type Place, readJournal, reopenJournal} from './journal.js';
import type {Ranges} from './ranges.js';
import {type Begun, type Header, type Id, VERSION, type WorkRecord} from './record.js';
import {itemsIn} from './state.js';

/** Deletions that one line asks for, and their journal: after a kill the same line knows what it has deleted. */
export type SameLine = {
  /** The id that each word of the line meant in the earlier run, in their order; null for none. Empty without such a run. */
  readonly ids: ReadonlyArray<Id | null>;
  /** Whether an earlier run has asked the service to delete this. If it is gone now, the line has done it. */
  hasTried(id: Id): boolean;
  /** Opens the journal for this run; undefined if nothing can be written there. */
  begin(ids: ReadonlyArray<Id | null>): Journal | undefined;
  /** Closes the journal, which stays only while something is left to do. */
  end(isFinished: boolean): void;
};

type LineHeader = Header & {readonly ids: SameLine['ids']};

/** What the journal of a line says, and how this run continues it. */
export function sameLine(path: string, {way, ...target}: Pick<Header, 'way' | 'origin' | 'key'>): SameLine {
  const place = placeOf(path);
  const {header, records} = readJournal<LineHeader>(place);
  const tried = triedIn(records);
  let journal: Journal | undefined;
  return {
    ids: header?.ids ?? [],
    hasTried: id => tried.has(String(id)),
    begin(ids) {
      try {
        makeFolder(dirname(path));
      } catch {
        return undefined;
      }
      // A kill may have left a file without its first line.
      if (!header) rmSync(path, {force: true});
      journal = header
        ? reopenJournal(place)
        : createJournal(place, {kind: 'header', version: VERSION, way, ...target, ids} as LineHeader);
      return journal;
    },
    end(isFinished) {
      journal?.close();
      const isNothingDone = journal && triedIn(readJournal(place).records).size === 0;
      if (isFinished || isNothingDone) rmSync(path, {force: true});
    },
  };
}

/** All that was sent, except what was certainly not deleted. */
function triedIn(records: readonly WorkRecord[]): ReadonlySet<string> {
  const steps = new Map<number, Begun>();
  for (const record of records) {
    if (record.kind === 'begun') steps.set(record.step, record);
    if (record.kind === 'answered' && record.as === 'not_applied') steps.delete(record.step);
  }
  return new Set(
    [...steps.values()].flatMap(({about}) =>
      'ids' in about ? numbersIn(about.ids) : itemsIn(about).map(({key}) => key),
    ),
  );
}

const numbersIn = (ranges: Ranges): string[] =>
  ranges.flatMap(([first, last]) => Array.from({length: last - first + 1}, (_, at) => String(first + at)));

const placeOf = (path: string): Place => ({
  path,
  again: 'run the same line again.',
  or: 'Or delete that file, and run the same line again with --if-exists.',
  ifDamaged: 'Delete that file, and run the same line again with --if-exists.',
});
