import {changing} from '../../commands/command.js';
import {operations} from '../../endpoints/contacts.js';
import {readsOfImport} from './import-command.js';
import {syncOptions, toSyncSettings} from './sync-options.js';

export const syncCommand = changing({
  summary: 'Make a list match a file',
  details:
    'emk adds the people whom the list lacks, and shows who else differs. --update changes them; --gone delete or ' +
    'unsubscribe is for people who are missing from the file: never more than --max-gone, and never everyone. A script ' +
    'needs --yes.\n\nOf a file of "emk contacts export --edit" emk sends only what you changed, and names whom others ' +
    'changed meanwhile (exit code 8). A second run changes nothing; after an interruption, run the same line again. With ' +
    '--dry-run the exit code is 10 if file and list differ.',
  takes: syncOptions,
  args: ['file'],
  asks: {needs: ['list']},
  calls: async () => {
    const [fields, unsubscribes] = await Promise.all([
      import('../../endpoints/fields.js'),
      import('../../endpoints/unsubscribes.js'),
    ]);
    return [
      ...(await readsOfImport()),
      fields.operations.create,
      unsubscribes.operations.add,
      operations.upload,
      operations.update,
      operations.bulkDelete,
      operations.delete,
    ];
  },
  gives: {document: () => import('../sync/sync-result.schema.js')},
  examples: [
    'emk contacts sync crm.csv --list Newsletter --dry-run',
    'emk contacts sync crm.csv --list Newsletter --update --gone unsubscribe --yes',
    'emk contacts sync crm.csv --list Newsletter --update city,postal_code -o json',
  ],
  async checkFirst(context, input) {
    toSyncSettings(input);
    await (await import('./check-first.js')).checkImportFirst(context, input);
  },
  run: async (context, input) => (await import('./sync.js')).startSync(context, input),
});
