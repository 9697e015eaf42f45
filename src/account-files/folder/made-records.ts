import {isObject} from '../../api/answers/is-object.js';
import {todaysName} from '../../commands/aliases.js';
import {compareUnits} from '../../words/compare-units.js';
import {isKindName, type KindName} from '../kinds/shape.js';

export type Id = string | number;

/** A record made from this folder, with fingerprints that show whether somebody else has changed it since. */
export type MadeRecord = {
  readonly id: Id;
  /** Fingerprint right after its creation. Dropped when the record is finished. */
  readonly createdFingerprint?: string;
  /** Fingerprint of the finished record; missing if emk was killed before. */
  readonly finishedFingerprint?: string;
  /** Fingerprint that the record should have after a change that was interrupted. */
  readonly intendedFingerprint?: string;
};

/** Everything that was made in an account from the files of a folder, and nothing that existed before. */
export type Made = {
  readonly records: ReadonlyMap<KindName, ReadonlyMap<string, MadeRecord>>;
  /**
   * What was added to records: the ids of people and emails, by kind and name of the record, and by address or subject.
   */
  readonly members: ReadonlyMap<KindName, ReadonlyMap<string, ReadonlyMap<string, Id>>>;
  /** The imports that have added contacts, by list. */
  readonly imports: ReadonlyMap<string, readonly string[]>;
};

export const nothingMade: Made = {records: new Map(), members: new Map(), imports: new Map()};

/** Whether there is nothing to delete. */
export const isEmpty = ({records, members, imports}: Made): boolean =>
  [...records.values(), ...members.values(), imports].every(map => map.size === 0);

/** What was made as JSON, each kind sorted by name. */
export const madeToJson = ({records, members, imports}: Made): object => ({
  records: sorted(records, byName => sorted(byName, record => record)),
  members: sorted(members, byName => sorted(byName, byValue => sorted(byValue, id => id))),
  imports: sorted(imports, runs => runs),
});

/** Reads it from JSON. Unknown parts are ignored. */
export function madeFromJson(json: unknown): Made {
  const parts = objectOf(json);
  return {
    records: kindsIn(parts['records'], byName => mapOf(byName, asRecord)),
    members: kindsIn(parts['members'], byName => mapOf(byName, byValue => mapOf(byValue, asId))),
    imports: mapOf(parts['imports'], runs => (Array.isArray(runs) ? runs.map(String) : undefined)),
  };
}

const asRecord = (value: unknown): MadeRecord | undefined => {
  const {id, ...fingerprints} = objectOf(value);
  const known = asId(id);
  if (known === undefined) return undefined;
  const found = fingerprintNames.flatMap(([name, oldName]) => {
    const fingerprint = fingerprints[name] ?? fingerprints[oldName];
    return typeof fingerprint === 'string' ? [[name, fingerprint]] : [];
  });
  return {id: known, ...Object.fromEntries(found)};
};

/** The fingerprints of a record, with their names in format 1 of the lock file. */
const fingerprintNames = [
  ['createdFingerprint', 'born'],
  ['finishedFingerprint', 'was'],
  ['intendedFingerprint', 'next'],
] as const satisfies ReadonlyArray<readonly [keyof MadeRecord, string]>;

/** An id as in JSON; undefined for anything else. */
export const asId = (value: unknown): Id | undefined =>
  typeof value === 'string' || typeof value === 'number' ? value : undefined;

const objectOf = (value: unknown): Readonly<Record<string, unknown>> =>
  isObject(value) ? (value as Readonly<Record<string, unknown>>) : {};

/** A map from JSON, without the values that `to` does not take. */
export const mapOf = <T>(value: unknown, to: (each: unknown) => T | undefined): Map<string, T> =>
  new Map(
    Object.entries(objectOf(value)).flatMap(([key, each]) => {
      const made = to(each);
      return made === undefined ? [] : [[key, made] as const];
    }),
  );

/** What each kind has, in the words of any version. */
export const kindsIn = <T>(value: unknown, to: (each: unknown) => T): Map<KindName, T> =>
  new Map(
    Object.entries(objectOf(value)).flatMap(([word, each]) => {
      const kind = todaysName(word);
      return isKindName(kind) ? [[kind, to(each)]] : [];
    }),
  );

/** A map as an object with sorted keys, without empty values. */
export const sorted = <T, U>(map: ReadonlyMap<string, T>, to: (value: T) => U): {readonly [key: string]: U} =>
  Object.fromEntries(
    [...map]
      .filter(([, value]) => !(value instanceof Map && value.size === 0))
      .sort(([one], [other]) => compareUnits(one, other))
      .map(([key, value]) => [key, to(value)]),
  );
