import type {Context} from '../commands/command.js';
import {duration} from '../words/duration.js';
import {counted} from '../words/sentence.js';
import {good} from './look.js';
import type {Look} from './looks.schema.js';

/** The index of addresses: how old and how large it is. */
export async function lookAtAddressIndex({addressIndex, host}: Context): Promise<Look> {
  if (addressIndex.off) return good('address index', 'The setting address-index is off, so emk keeps no index.');
  const about = await addressIndex.about();
  if (!about)
    return good('address index', 'None yet. emk makes one when it reads 1000 contacts or more.', {addresses: 0});
  const {entries: addresses, bytes, written} = about;
  const age = Math.max(0, Math.round((host.now().getTime() - Date.parse(written)) / 1000));
  const size = `${Math.max(0.1, bytes / 1e6).toFixed(1)} MB`;
  return good('address index', `${counted(addresses, 'address', 'addresses')} in ${size}, read ${duration(age)} ago.`, {
    addresses,
    bytes,
    age_seconds: age,
  });
}
