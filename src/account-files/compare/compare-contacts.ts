import {existsSync} from 'node:fs';
import {join} from 'node:path';
import type {Context} from '../../commands/command.js';
import {operations as contacts} from '../../endpoints/contacts.js';
import {textOf} from '../account/entries.js';
import type {ContactTerms} from '../account/read-account.js';
import {contactsFileOf} from '../folder/body-files.js';
import {type ContactRows, createKeys, hashOf, readContactRows} from './contact-rows.js';

/** How many contacts, and the first of them by their addresses. */
export type SomeContacts = {readonly count: number; readonly first: readonly string[]};

/** How the contacts of a type differ from its file. */
export type ContactChange = {
  readonly type: string;
  readonly create: SomeContacts;
  readonly update: SomeContacts;
  /** Those that stand in no row. */
  readonly delete: SomeContacts;
};

/**
Compares the files of contacts with the account, in one reading of each file and one of the list. Contacts of a type without a
file are left alone, and contacts without an address are passed over: nothing tells them apart.
*/
export async function compareContacts(
  {stream, progress}: Pick<Context, 'stream' | 'progress'>,
  folder: string,
  types: Iterable<string>,
  terms: ContactTerms,
): Promise<readonly ContactChange[]> {
  const compared = new Map<string, Comparing>();
  for (const type of new Set([...types, ...terms.types.values()])) {
    const path = contactsFileOf(type);
    if (existsSync(join(folder, path)))
      compared.set(type, comparing(await readContactRows(folder, path, terms.customFields)));
  }
  if (compared.size === 0) return [];
  let done = 0;
  for await (const batch of stream(contacts.list)) {
    for (const contact of batch) {
      if ((contact.deleted_at ?? null) !== null) continue;
      compared.get(terms.types.get(String(contact.contact_type_id)) ?? '')?.see(contact);
    }
    done += batch.length;
    progress.show({label: 'Comparing contacts', done});
  }
  progress.clear();
  return [...compared].map(([type, one]) => ({type, ...one.result()})).filter(differs);
}

type Comparing = {see(contact: object): void; result(): Omit<ContactChange, 'type'>};

function comparing({hashes, readers}: ContactRows): Comparing {
  const [update, gone] = [someContacts(), someContacts()];
  const keys = createKeys();
  const read = (contact: object): string[] => readers.map(reader => textOf(reader(contact)));
  return {
    see(contact) {
      const address = 'email' in contact ? textOf(contact.email) : '';
      if (address === '') return;
      const key = keys(address);
      const hash = hashes.get(key);
      if (hash === undefined) gone.add(address);
      else if (hash !== hashOf(read(contact))) update.add(address);
      hashes.delete(key);
    },
    result() {
      const create = someContacts();
      for (const key of hashes.keys()) create.add(key.replace(/\n\d+$/, ''));
      return {create: create.all(), update: update.all(), delete: gone.all()};
    },
  };
}

const differs = (change: ContactChange): boolean => change.create.count + change.update.count + change.delete.count > 0;

function someContacts() {
  const first: string[] = [];
  let count = 0;
  return {
    add(address: string): void {
      count++;
      if (first.length < NAMED) first.push(address);
    },
    all: (): SomeContacts => ({count, first}),
  };
}

const NAMED = 10;
