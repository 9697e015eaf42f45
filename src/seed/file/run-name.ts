import {kinds} from '../../account-files/kinds/kinds.js';
import type {KindName} from '../../account-files/kinds/shape.js';
import {markedAddress, markedName} from '../marks/marks.js';

/** The name of a seed's record in a run. What the API cannot delete keeps its plain name, for all runs. */
export function nameInRun(kind: KindName, name: string, run: string): string {
  if (isShared(kind)) return name;
  const {keys, identity} = kinds[kind];
  return keys[identity]?.address ? markedAddress(run, name) : markedName(kind, {run, name});
}

/** Whether runs share the records of a kind, which then are never deleted. */
export const isShared = (kind: KindName): boolean => kinds[kind].can.delete !== true;
