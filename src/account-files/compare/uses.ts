import type {AccountRecord} from '../account/read-account.js';
import type {KindName} from '../kinds/kind-names.js';
import {kinds} from '../kinds/kinds.js';
import {referencesIn, targetOf} from './references.js';

/** Who uses a record, in words, by the record's kind and name. */
export type UsedBy = Map<string, string>;

/** Notes that a record which stays needs everything it refers to. */
export function noteUses(kind: KindName, {name, entry}: AccountRecord, users: UsedBy): void {
  const nowhere = {line: 0, column: 0};
  for (const {text, key} of referencesIn({entry, at: nowhere, places: new Map()}, kinds[kind].keys)) {
    const target = targetOf(text, key);
    if (target) users.set(nameOf(target), `the ${kinds[kind].collection.noun.one} "${name}"`);
  }
}

/** A record by kind and name, as one text. */
export const nameOf = ({kind, name}: {readonly kind: KindName; readonly name: string}): string => `${kind}\n${name}`;
