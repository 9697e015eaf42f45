import {ConfigError} from '../errors.js';
import {readJournalFile} from '../system/journal-file.js';
import {requireKnownVersion} from '../system/kept-file.js';
import {type PeopleKey, personHash} from './people-key.js';

/** The people that emk erased from an account on this machine, known by keyed hashes. */
export type Erased = {
  /** How many people. */
  readonly size: number;
  /** The last day of each person. */
  readonly days: readonly string[];
  /** The day on which an address was last erased, such as `2026-11-23`. */
  day(address: string): string | undefined;
  /** How many people were erased with another secret key, so that nobody can tell who they are. */
  readonly unreadable: number;
};

/** A line about one person, after the first line, which says the version. */
export type ErasedEntry = {
  readonly hash: string;
  readonly day: string;
  /** The fingerprint of the key of this hash. */
  readonly key: string;
};

export type ErasedHeader = {
  readonly version: number;
  /** The service of the account. */
  readonly origin: string;
};

/** Reads who was erased, as far as this key can tell. Damage is refused: a person would come back unseen. */
export function readErased(path: string, {bytes, print}: PeopleKey): Erased {
  const hashOf = personHash(bytes);
  const days = new Map<string, string>();
  const unreadable = new Set<string>();
  for (const {hash, day, key} of readMemory(path).entries) {
    if (key !== print) unreadable.add(hash);
    else if (day > (days.get(hash) ?? '')) days.set(hash, day);
  }
  return {
    size: days.size,
    days: [...days.values()],
    day: address => days.get(hashOf(address)),
    unreadable: unreadable.size,
  };
}

/** The lines of a file; without its first line, it has none. */
export function readMemory(path: string): {readonly origin: string; readonly entries: readonly ErasedEntry[]} {
  const {records, rest} = readJournalFile<ErasedHeader | ErasedEntry>(path);
  // A kill leaves a line without its break.
  if (rest.includes(LINE_BREAK)) {
    throw new ConfigError(`Line ${records.length + 1} of ${path} is damaged, so emk can't tell who was erased here.`, {
      hint: 'Put back a backup of that file. Or delete it: then emk does not see when these people come back.',
    });
  }
  const [header, ...entries] = records as readonly [ErasedHeader?, ...ErasedEntry[]];
  if (header === undefined) return {origin: '', entries: []};
  requireKnownVersion(header, `The file ${path} of erased people`, {
    or: 'Or delete that file: then emk does not see when these people come back.',
  });
  return {origin: header.origin, entries};
}

const LINE_BREAK = 0x0a;
