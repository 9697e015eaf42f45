import type {Loose} from '../../api/describe/schema.js';
import {trim} from '../../records/fields/fold-address.js';

/** Gives each record a unique name within its kind: the second `Leads`, by order of creation, is `Leads (2)`. */
export function uniqueNames<T extends Loose>(
  records: readonly T[],
  nameOf: (record: T) => string,
): ReadonlyMap<T, string> {
  const names = new Map<T, string>();
  const taken = new Set(records.map(record => trim(nameOf(record)) || NAMELESS));
  const met = new Set<string>();
  for (const record of [...records].sort((one, other) => Number(one['id']) - Number(other['id']))) {
    const ownName = trim(nameOf(record)) || NAMELESS;
    let name = ownName;
    for (let number = 2; met.has(name); number++) {
      const numbered = `${ownName} (${number})`;
      if (!taken.has(numbered)) name = numbered;
    }
    taken.add(name);
    met.add(name);
    names.set(record, name);
  }
  return names;
}

const NAMELESS = '(no name)';
