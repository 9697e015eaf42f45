import {changing} from '../../commands/command.js';
import {operations} from '../../endpoints/contacts.js';
import {readsOfImport} from './import-command.js';
import {syncOptions, toSyncSettings} from './sync-options.js';

export const syncCommand = changing({
  summary: 'Make a list match a file',
  details:
    'Compares the file with the list and shows who is new, changed, unchanged, or missing from the file. emk adds ' +
    'the new people. --update changes people who differ, and --gone delete or unsubscribe handles people who are ' +
    'missing: never more than --max-gone, and never everyone. A script needs --yes for that.\n\nemk first deletes ' +
    'or unsubscribes, then changes, then adds. What it may not do, it refuses before the first change.\n\nA file of ' +
    '"emk contacts export --edit" has the column emk_row. Of such a file emk sends only what you changed, also an ' +
    'address. Somebody whom others changed meanwhile is left alone and named (exit code 8), and nobody who is gone is ' +
    'added.\n\nA second run sends nothing. If it is interrupted, run the same line again: emk looks first and does ' +
    'the rest. With --dry-run nothing is changed, and the exit code is 10 if file and list differ.',
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
