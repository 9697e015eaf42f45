import {foldAddress} from '../../records/fields/fold-address.js';
import {type EntriesByKind, entriesOf} from '../folder/read-files.js';

/** The people who left by what the files say themselves: nobody comes back unseen where they are added as such. */
export function knownLeavers(files: EntriesByKind): ReadonlySet<string> {
  const everything = entriesOf(files, 'unsubscribes').map(({email}) => String(email));
  const groups = entriesOf(files, 'groups').flatMap(({recipients}) => (recipients ?? []) as string[]);
  return new Set([...everything, ...groups].map(foldAddress));
}
