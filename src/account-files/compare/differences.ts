import {nameKey} from '../../identity/identities.js';
import type {AccountRecord} from '../account/read-account.js';
import {kinds} from '../kinds/kinds.js';
import type {Entry, KindName} from '../kinds/shape.js';
import type {FieldChange} from '../results.schema.js';
import {changesOf, type Pruning} from './compare-entries.js';

/** A record that differs, or that only one side has. */
export type Difference = {
  readonly name: string;
  readonly wanted: Entry | undefined;
  readonly there: AccountRecord | undefined;
  /** How the existing record must change, or what a new one will be. */
  readonly fields: readonly FieldChange[];
};

/** Compares records of a kind by name: first the wanted ones, then those that only the account has. */
export function differencesIn(
  kind: KindName,
  entries: readonly Entry[],
  held: readonly AccountRecord[],
  pruning: Pruning,
): readonly Difference[] {
  const {keys, identity} = kinds[kind];
  const left = new Map(held.map(one => [nameKey(kind, one.name), one]));
  const found: Difference[] = [];
  for (const wanted of entries) {
    const name = String(wanted[identity] ?? '');
    const there = left.get(nameKey(kind, name));
    left.delete(nameKey(kind, name));
    const fields = changesOf(keys, there?.entry ?? {}, wanted, pruning).filter(({key}) => key !== identity);
    if (!there || fields.length > 0) found.push({name, wanted, there, fields});
  }
  return [...found, ...[...left.values()].map(there => ({name: there.name, wanted: undefined, there, fields: []}))];
}
