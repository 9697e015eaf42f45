import type {KindName} from '../../account-files/kinds/kind-names.js';
import {kinds} from '../../account-files/kinds/kinds.js';
import {markedAddress, markedName} from '../marks/marks.js';

/**
The name that a record of a seed has in a run. What the API cannot delete is shared by all runs, so it has its plain name:
a group for each run would be there for ever.
*/
export function nameInRun(kind: KindName, name: string, run: string): string {
  if (isShared(kind)) return name;
  const {keys, identity} = kinds[kind];
  return keys[identity]?.address ? markedAddress(run, name) : markedName(kind, {run, name});
}

/** Whether runs share the records of a kind, and none deletes them. */
export const isShared = (kind: KindName): boolean => kinds[kind].can.delete !== true;
