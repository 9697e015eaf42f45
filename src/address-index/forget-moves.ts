import type {Client} from '../api/client/client.js';
import type {Loose} from '../api/describe/schema.js';
import type {IndexRun} from './note-addresses.js';

/**
 * Counts the index as outdated after changes to contacts. Deletes it before emk gives a contact an address or a type
 * that the index does not know. Such a change keeps the number of contacts, which is how a look-up notices other
 * people's changes.
 */
export const forgettingMoves = (client: Client, run: IndexRun): Pick<Client, 'send' | 'raw'> => ({
  async send(permit, operation, ...[input]) {
    if (operation.route.includes(' /contacts/')) run.renew();
    if (operation.route === 'POST /contacts/update' && !run.off) await forgetUnlessKnown(input ?? {}, run);
    return client.send(permit, operation, ...([input] as never));
  },
  async raw(asked, check) {
    const {request} = asked;
    if (request.effect !== 'reads' && request.path.includes('/contacts/') && !run.off) await forget(await run.folder());
    return client.raw(asked, check);
  },
});

async function forgetUnlessKnown(given: Loose, run: IndexRun): Promise<void> {
  const {contact_id: contact, contact_type_id: type, email} = given;
  const folder = await run.folder();
  if (folder === undefined) return;
  const {lookUp} = await import('./read-index.js');
  const known = lookUp(folder, String(email));
  if (known && !known.entries.some(({id, isOf}) => id === Number(contact) && isOf(Number(type)))) await forget(folder);
}

async function forget(folder: string | undefined): Promise<void> {
  if (folder !== undefined) (await import('./forget-index.js')).forgetIndex(folder);
}
