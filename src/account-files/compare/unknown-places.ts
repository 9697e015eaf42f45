import {placeIds} from '../account/place-ids.js';
import type {AccountState} from '../account/read-account.js';
import {keyHint} from '../folder/check-shape.js';
import type {Mistake} from '../folder/mistakes.js';
import type {AccountFiles} from '../folder/read-files.js';
import {kinds} from '../kinds/kinds.js';
import type {Plan} from './plan.schema.js';
import {writtenBy} from './written-by.js';

/** The places in the plan that the service does not know, or knows more than once. */
export async function unknownPlaces(files: AccountFiles, account: AccountState, {changes}: Plan): Promise<Mistake[]> {
  const mistakes: Mistake[] = [];
  for (const change of changes) {
    const found = writtenBy(change, files);
    if (!found || !Object.values(found.keys).some(({place}) => place)) continue;
    const {placed, source} = found;
    const {keys} = kinds[change.kind];
    if (!Object.keys(placed.entry).some(key => keys[key]?.place)) continue;
    const {wrong} = placeIds(await account.places(), keys, placed.entry);
    if (wrong === undefined) continue;
    const at = placed.places.get(wrong.key) ?? placed.at;
    const hint =
      wrong.names.length > 0 ? keyHint(String(placed.entry[wrong.key]), wrong.names.slice(0, MOST)) : 'Remove it.';
    mistakes.push({source, at, says: wrong.says, hint});
  }
  return mistakes;
}

const MOST = 500;
