import type {Operation} from '../../api/describe/schema.js';
import {changing, command} from '../../commands/command.js';
import contacts, {contact, operations} from '../../endpoints/contacts.js';
import mailings, {operations as mailing} from '../../endpoints/mailings.js';
import {sheetOption} from '../../records/view/select.js';

/** The operations of the search for an address, loaded only for the reference. */
const reads = async (): Promise<readonly Operation[]> => (await import('./traces.js')).traceReads;

/** `contacts show`: one contact by its id, or everything that the account knows about an address. */
export const showContact = command({
  summary: 'Show one contact by id, or everything about one address',
  details:
    'An id is one request, and prints the contact. An address is looked up everywhere: in lists, segments, groups, ' +
    'unsubscribes, second addresses, notifications and senders. That reads them all. --mailing says why this person ' +
    'gets a mailing, or does not, as the account is now. --out FILE.json saves all of it, to answer a person who asks ' +
    'what you know about them.',
  takes: {
    contact: {
      type: 'text',
      required: true,
      offers: async () => ({default: contacts}),
      help: 'The contact, by id or address',
      value: 'contact',
    },
    mailing: {
      type: 'text',
      from: async () => ({default: mailings}),
      help: 'Say why this address gets that mailing, or does not',
      value: 'mailing',
    },
    ...sheetOption,
  },
  args: ['contact'],
  calls: async () => [operations.details, ...(await reads()), mailing.details],
  examples: [
    'emk contacts show 7',
    'emk contacts show ann@example.com',
    'emk contacts show ann@example.com --mailing "Spring news"',
    'emk contacts show ann@example.com --out ann.json',
  ],
  gives: [{record: contact}, {document: () => import('./person.schema.js')}],
  run: async (context, input) => (await import('./person.js')).showPerson(context, input),
});

/** `contacts erase`: the right to be forgotten. */
export const erase = changing({
  summary: 'Erase a person from the account and from this machine',
  details:
    'emk looks in all lists, segments, groups and notifications, and in its own files on this machine ' +
    '(copies of deletions, previews, caches). It shows what it found and asks. Then it unsubscribes the address from ' +
    'all mail, deletes the rest without keeping a copy, and looks again. This cannot be undone.\n\nAn erased person ' +
    'stays unsubscribed from everything, so nobody mails them by mistake. emk does not know your exports and backups: ' +
    'search them yourself. --unsubscribed-too deletes the unsubscribes as well.\n\nIf something is left, the exit ' +
    'code is 8 and emk says why. If it is interrupted, run the same line again.',
  takes: {
    address: {type: 'text', format: 'address', required: true, help: "The person's address", value: 'address'},
    unsubscribed_too: {
      type: 'flag',
      option: 'unsubscribed-too',
      help: 'Erase the unsubscribes too: the person may get mail again',
    },
  },
  args: ['address'],
  calls: async () => {
    const [{erasable}, {deletionsOf}, {operations: unsubscribes}] = await Promise.all([
      import('./traces.js'),
      import('../../api/describe/collection.js'),
      import('../../endpoints/unsubscribes.js'),
    ]);
    return [...(await reads()), unsubscribes.add, ...deletionsOf(...Object.values(erasable))];
  },
  gives: {document: () => import('./erasure.schema.js')},
  examples: ['emk contacts erase bob@example.com', 'emk contacts erase bob@example.com --yes --out erased.json'],
  run: async (context, input) => (await import('./erase.js')).erasePerson(context, input),
});
