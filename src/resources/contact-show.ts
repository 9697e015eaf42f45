import {command} from '../commands/command.js';
import contacts, {operations} from '../endpoints/contacts.js';
import {sheetOption} from '../records/select.js';

/** `contacts show`: one contact by its id, or all that the account knows of an address. */
export const showContact = command({
  summary: 'Show one contact, or everything about an address',
  details:
    'For an address, the table says in which lists and segments it is, and whether and since when it is unsubscribed. For an id, and in other formats than the table, --everywhere does.',
  takes: {
    contact: {type: 'text', required: true, help: 'The contact, by id or address', value: 'contact'},
    everywhere: {type: 'flag', help: 'Look for its address in all lists, segments and unsubscribes'},
    ...sheetOption,
  },
  args: ['contact'],
  // Where an address may be is loaded only for the reference.
  calls: async () => [operations.details, ...(await import('./contact-everywhere.js')).everywhereReads],
  asks: {picks: {contact: async () => ({default: contacts})}},
  examples: [
    'emk contacts show ann@example.com',
    'emk contacts show 7 -o json',
    'emk contacts show ann@example.com --everywhere -o json',
  ],
  run: async (context, input) => (await import('./contact-shown.js')).contactShown(context, input),
});
