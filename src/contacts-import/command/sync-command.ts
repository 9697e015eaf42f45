import {changing} from '../../commands/command.js';
import {operations} from '../../endpoints/contacts.js';
import {readsOfImport} from './import-command.js';
import {toSettings} from './options.js';
import {syncOptions, toSyncSettings} from './sync-options.js';

export const syncCommand = changing({
  summary: 'Make a list match a file',
  details:
    'Compares the file with the list and shows who is new, changed, unchanged, or missing from the file. emk adds ' +
    'the new people. --update changes people who differ, and --gone delete or unsubscribe handles people who are ' +
    'missing: never more than --max-gone, and never everyone. A script needs --yes for that.\n\nemk first deletes ' +
    'or unsubscribes, then changes, then adds.\n\nIf the service refuses a row, the others continue; after two ' +
    'runs emk skips that row and tells you so (exit code 8), until it changes.\n\nA second run changes nothing. If ' +
    'it is interrupted, run the same line again: emk looks first and does the rest. With --check or --dry-run ' +
    'nothing is changed.',
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
  async checkFirst(context, input) {
    toSyncSettings(input);
    toSettings(input, context);
  },
  run: async (context, input) => (await import('./sync.js')).startSync(context, input),
});
