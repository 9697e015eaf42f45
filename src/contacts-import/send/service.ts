import type {Client} from '../../api/client/client.js';
import {operations as contactTypes} from '../../endpoints/contact-types.js';
import {operations as contacts} from '../../endpoints/contacts.js';
import {EmkError, InterruptedError, ThrottledError, UnreachableError} from '../../errors.js';

/** The calls that sending needs, for one contact type. */
export type ImportService = {
  /** How many contacts the service counts; undefined when it does not say or cannot be asked just now. */
  count(): Promise<number | undefined>;
  /** The contacts it lists, without those that were deleted; `seeId` sees the ids of all others too. */
  contacts(seeId?: (id: number) => void): AsyncIterable<readonly ListedContact[]>;
  /** A contact of this type by its id; undefined where there is none, or it cannot be read just now. */
  contact(id: number): Promise<ListedContact | undefined>;
  upload(name: string, bytes: Uint8Array): Promise<void>;
};

/** A contact as the list has it, as far as an import looks at it. */
export type ListedContact = {readonly id: number; readonly email: string | null; readonly [field: string]: unknown};

/**
Binds the calls to one contact type. Uploads go through a client of their own, since the first Ctrl-C must not cut the
request that is under way.
*/
export function importService(reader: Client, uploader: Client, typeId: number): ImportService {
  return {
    async count() {
      try {
        const types = await reader.call(contactTypes.list);
        return types.find(({id}) => id === typeId)?.contacts_count;
      } catch (error) {
        if (error instanceof UnreachableError || error instanceof ThrottledError) return undefined;
        throw error;
      }
    },
    async *contacts(seeId) {
      for await (const batch of reader.stream(contacts.list)) {
        if (seeId) for (const {id} of batch) seeId(id);
        const ours = batch.filter(({contact_type_id, deleted_at}) => contact_type_id === typeId && deleted_at === null);
        if (ours.length > 0) yield ours;
      }
    },
    async contact(id) {
      try {
        const contact = await reader.call(contacts.details, {contact_id: id});
        return contact.contact_type_id === typeId && contact.deleted_at === null ? contact : undefined;
      } catch (error) {
        if (!(error instanceof EmkError) || error instanceof InterruptedError) throw error;
        return undefined;
      }
    },
    async upload(name, bytes) {
      await uploader.call(contacts.upload, {contact_type_id: typeId, file: {name, bytes}});
    },
  };
}
