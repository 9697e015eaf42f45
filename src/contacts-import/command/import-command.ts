import type {Operation} from '../../api/describe/schema.js';
import {command} from '../../commands/command.js';
import {maxDeleteOption} from '../../commands/confirm.js';
import {timeoutOption} from '../../commands/verbs/wait.js';
import {operations} from '../../endpoints/contacts.js';
import {importOptions} from './options.js';

const resume = command({
  summary: 'Continue an import that stopped',
  details:
    'Looks first which rows the service lists, and sends only what is missing. The file must be the same as when the ' +
    'import began; standard input was kept for this.',
  takes: {
    id: {type: 'text', value: 'import', help: 'Which import, where there are several'},
    allow_automations: importOptions.allow_automations,
  },
  args: ['id'],
  calls: async () => [...(await readsOfImport()), operations.upload],
  gives: [
    {document: () => import('../run/import-result.schema.js')},
    {document: () => import('../sync/sync-result.schema.js')},
  ],
  examples: ['emk contacts import resume', 'emk contacts import resume 01K9DX2M7Q'],
  run: async (context, input) => (await import('./resume.js')).resumeImport(context, input),
});

const status = command({
  summary: 'Show past imports and what is left of them',
  takes: {id: {type: 'text', value: 'import', help: 'One import only'}},
  args: ['id'],
  calls: [],
  gives: {document: () => import('./status.schema.js')},
  examples: ['emk contacts import status', 'emk contacts import status 01K9DX2M7Q -o json'],
  run: async (context, {id}) => (await import('./status.js')).importStatus(context, id),
});

const wait = command({
  summary: 'Wait until an import has ended, and tell how',
  details:
    'Waits for an import or a sync that another emk of this machine is doing, and then prints what status prints. Ends with 8 ' +
    'if a part of it is missing, with 9 if emk cannot tell, and with 10 if the time is up before. Without an id it takes ' +
    'the one that is going on, or the last.',
  takes: {id: {type: 'text', value: 'import', help: 'Which import; status lists them'}, ...timeoutOption},
  args: ['id'],
  calls: [],
  gives: {document: async () => ({default: (await import('./status.schema.js')).status})},
  examples: ['emk contacts import wait', 'emk contacts import wait 01K9DX2M7Q --timeout 2h -o json'],
  run: async (context, input) => (await import('./wait.js')).waitForImport(context, input),
});

const undo = command({
  summary: 'Take an import back',
  details:
    'Deletes exactly the contacts that the import has added and that nobody has changed since; changed ones are named, and ' +
    'kept unless --force is given. Mails that went out meanwhile cannot be called back. Without an id it takes the last import, or ' +
    'asks which. Run it again after a break: it looks first, and deletes what is left.',
  takes: {
    id: {type: 'text', value: 'import', help: 'Which import; status lists them'},
    force: {type: 'flag', help: 'Delete those too that were changed since', decides: 'checks'},
    ...maxDeleteOption,
  },
  args: ['id'],
  calls: async () => [...(await readsOfImport()), operations.bulkDelete, operations.delete],
  gives: {document: () => import('../undo/undo-result.schema.js')},
  examples: [
    'emk contacts import undo',
    'emk contacts import undo 01K9DX2M7Q --dry-run',
    'emk contacts import undo 01K9DX2M7Q --yes --max-delete 5000',
  ],
  run: async (context, input) => (await import('./undo.js')).undoImport(context, input),
});

/** `emk contacts import FILE`, with `resume`, `status`, `wait` and `undo` below it. */
export const importCommand = command({
  summary: 'Import contacts from a CSV file',
  details:
    'Checks every row before anything is sent, leaves out who is already in the list and who unsubscribed, sends in small ' +
    'parts, looks after each lost answer what really happened, and verifies in the end that every row arrived once. ' +
    'Rejected rows go to a file beside yours. With --dry-run nothing is changed.',
  takes: importOptions,
  args: ['file'],
  asks: {
    needs: ['type'],
    makes: {type: 'create_type'},
    picks: {type: () => import('../../endpoints/contact-types.js')},
  },
  calls: async () => {
    const [contactTypes, fields] = await Promise.all([
      import('../../endpoints/contact-types.js'),
      import('../../endpoints/fields.js'),
    ]);
    const creates = [contactTypes.operations.create, fields.operations.create];
    return [...(await readsOfImport()), ...creates, operations.upload];
  },
  gives: {document: () => import('../run/import-result.schema.js')},
  nested: {resume, status, wait, undo},
  examples: [
    'emk contacts import leads.csv --type Newsletter --dry-run',
    'emk contacts import leads.csv --type "Spring leads" --create-type --set country=Germany',
    'cat leads.csv | emk contacts import - --type 12 --map "E-Mail=email" -o json',
  ],
  run: async (context, input) => (await import('./start.js')).startImport(context, input),
});

/** What every import reads before it sends anything. */
export async function readsOfImport(): Promise<Operation[]> {
  const [fields, locations, contactTypes, unsubscribers, segments, automations] = await Promise.all([
    import('../../endpoints/fields.js'),
    import('../../endpoints/locations.js'),
    import('../../endpoints/contact-types.js'),
    import('../../endpoints/unsubscribers.js'),
    import('../../endpoints/segments.js'),
    import('../../endpoints/automations.js'),
  ]);
  return [
    fields.operations.reserved,
    fields.operations.custom,
    operations.sample,
    operations.details,
    locations.operations.all,
    contactTypes.operations.list,
    operations.list,
    unsubscribers.operations.list,
    segments.operations.list,
    automations.operations.list,
  ];
}
