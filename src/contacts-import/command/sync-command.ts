import {command} from '../../commands/command.js';
import {operations} from '../../endpoints/contacts.js';
import {readsOfImport} from './import-command.js';
import {syncOptions} from './sync-options.js';

/** `emk contacts sync FILE`. */
export const syncCommand = command({
  summary: 'Make a list hold what a file says',
  details:
    'Reads the file as an import does, holds it against the list, and shows who is new, changed, unchanged and gone. New ' +
    'are imported. --update changes those who differ, and --gone delete or unsubscribe sees to those whom the file does ' +
    'not have: never more than --max-gone, and never all. A script needs --yes for that. Whoever is owed something goes ' +
    'first: emk deletes or unsubscribes, then changes, then adds. A row that the service does not take holds up nobody else; ' +
    'after two runs emk leaves it out and names it (exit code 8) until it changes. A second run sends nothing. After a ' +
    'break, run the same line again: it looks first, and does what is left. With --check or --dry-run nothing is changed.',
  takes: syncOptions,
  args: ['file'],
  asks: {
    needs: ['type'],
    makes: {type: 'create_type'},
    picks: {type: () => import('../../endpoints/contact-types.js')},
  },
  calls: async () => {
    const [contactTypes, fields, unsubscribers] = await Promise.all([
      import('../../endpoints/contact-types.js'),
      import('../../endpoints/fields.js'),
      import('../../endpoints/unsubscribers.js'),
    ]);
    return [
      ...(await readsOfImport()),
      contactTypes.operations.create,
      fields.operations.create,
      unsubscribers.operations.add,
      operations.upload,
      operations.update,
      operations.bulkDelete,
      operations.delete,
    ];
  },
  gives: {document: () => import('../sync/sync-result.schema.js')},
  examples: [
    'emk contacts sync crm.csv --type Newsletter --check',
    'emk contacts sync crm.csv --type Newsletter --update --gone unsubscribe --yes',
    'emk contacts sync crm.csv --type Newsletter --update city,postal_code --key customer_id -o json',
  ],
  run: async (context, input) => (await import('./sync.js')).startSync(context, input),
});
