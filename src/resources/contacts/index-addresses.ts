import type {Context} from '../../commands/command.js';
import {operations} from '../../endpoints/contacts.js';
import {UsageError} from '../../errors.js';
import type {Result} from '../../output/results/result.js';
import {counted} from '../../words/sentence.js';

/** Reads all contacts for the index that this leaves behind, and says what is in it. */
export async function indexAddresses(context: Context): Promise<Result> {
  const {addressIndex, progress, stream} = context;
  if (addressIndex.off)
    throw new UsageError('The setting address-index is off, so emk keeps no index.', {
      hint: 'Turn it on with: emk config set address-index on',
    });
  addressIndex.renew();
  let contacts = 0;
  for await (const batch of stream(operations.list)) {
    contacts += batch.length;
    progress.show({label: 'Reading contacts', done: contacts});
  }
  progress.clear();
  const about = await addressIndex.about();
  const {entries: addresses = 0, bytes = 0, written = null} = about ?? {};
  const text = about
    ? `Indexed ${counted(addresses, 'address', 'addresses')} of ${counted(contacts, 'contact')}.`
    : `${counted(contacts, 'contact')}: emk reads so few as quickly without an index.`;
  return {kind: 'data', data: {contacts, addresses, bytes, written}, text};
}
