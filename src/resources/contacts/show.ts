import {command} from '../../commands/command.js';
import contacts, {contact, operations, typeFilter} from '../../endpoints/contacts.js';
import {sheetOption} from '../../records/view/select.js';

/** `contacts show`: one contact, or with `--everywhere` everything that the account knows about an address. */
export const showContact = command({
  summary: 'Show one contact, or one address in all lists',
  details:
    'An address on several lists is several contacts: --list says which one you mean. --everywhere shows the ' +
    'address instead: its lists and segments, and since when it is unsubscribed.',
  takes: {
    contact: {type: 'text', required: true, help: 'The contact, by id or address', value: 'contact'},
    type: {...typeFilter, help: 'The list to look in'},
    everywhere: {type: 'flag', help: 'Show the address in all lists, segments and unsubscribes'},
    ...sheetOption,
  },
  args: ['contact'],
  // The operations of the search for an address are loaded only for the reference.
  calls: async () => [operations.details, ...(await import('./traces.js')).traceReads],
  asks: {picks: {contact: async () => ({default: contacts})}},
  examples: [
    'emk contacts show bob@example.com',
    'emk contacts show bob@example.com -o json',
    'emk contacts show ann@example.com --list Newsletter',
    'emk contacts show ann@example.com --everywhere',
  ],
  gives: [{record: contact}, {document: () => import('./everywhere.schema.js')}],
  run: async (context, input) => (await import('./contact-result.js')).contactResult(context, input),
});
