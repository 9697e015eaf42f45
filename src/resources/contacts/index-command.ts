import {command} from '../../commands/command.js';
import {operations} from '../../endpoints/contacts.js';

/** `contacts index`: the index of addresses, made now. */
export const indexCommand = command({
  summary: 'Read all contacts once, so that emk finds any address quickly',
  details:
    'With an index of addresses on this machine, show, update and delete by address, and create --if-missing, ' +
    "don't have to read all contacts. Commands that read a long list to its end update the index, once an hour; " +
    'this one does it now.\n\nThe index holds no addresses, only hashes with a secret key. emk checks what it ' +
    'finds there: it reads the contact and compares its address. If the address is not in the index, or a list has ' +
    'gained or lost people, emk reads all contacts as before. With --list, contacts show needs only one ' +
    'request.\n\n"emk config set address-index off" deletes the index.',
  takes: {},
  calls: [operations.list],
  examples: ['emk contacts index', 'emk contacts index -o json'],
  gives: {document: () => import('./indexed.schema.js')},
  run: async context => (await import('./index-addresses.js')).indexAddresses(context),
});
