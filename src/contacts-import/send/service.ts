import type {Client} from '../../api/client/client.js';
import type {Admission} from '../../api/describe/permit.js';
import {operations as contacts} from '../../endpoints/contacts.js';
import {operations as lists} from '../../endpoints/lists.js';
import {ThrottledError, UnreachableError} from '../../errors.js';
import {isNotDeleted} from '../../records/fields/is-not-deleted.js';

export type ImportService = {
  /** How many contacts the service counts; undefined if it does not say, if the list is gone, or nobody can ask now. */
  count(): Promise<number | undefined>;
  /** Whether the service no longer has the list. */
  isGone(): Promise<boolean>;
  /** The listed contacts, without deleted ones. `seeId` gets all ids. */
  contacts(seeId?: (id: number) => void): AsyncIterable<readonly ListedContact[]>;
};

/** Sends rows as a file. */
export type Uploader = {upload(name: string, bytes: Uint8Array): Promise<void>};

export type ListedContact = {readonly id: number; readonly email: string | null; readonly [field: string]: unknown};

/** Binds the reads to one list. */
export function importService(reader: Client, listId: number): ImportService {
  const listNow = async () => {
    try {
      const all = await reader.call(lists.list);
      return all.find(one => one.id === listId && isNotDeleted(one)) ?? 'gone';
    } catch (error) {
      if (error instanceof UnreachableError || error instanceof ThrottledError) return undefined;
      throw error;
    }
  };
  return {
    async count() {
      const list = await listNow();
      return list === 'gone' ? undefined : list?.contacts_count;
    },
    isGone: async () => (await listNow()) === 'gone',
    async *contacts(seeId) {
      for await (const batch of reader.stream(contacts.list)) {
        if (seeId) for (const {id} of batch) seeId(id);
        const ours = batch.filter(
          ({contact_type_id, deleted_at}) => contact_type_id === listId && isNotDeleted({deleted_at}),
        );
        if (ours.length > 0) yield ours;
      }
    },
  };
}

/** Binds the uploads. The first Ctrl-C must not cut one off, so they have their own client. */
export const uploaderFor = ({send}: Pick<Client, 'send'>, permit: Admission<'creates'>, listId: number): Uploader => ({
  async upload(name, bytes) {
    await send(permit, contacts.upload, {contact_type_id: listId, file: {name, bytes}});
  },
});
