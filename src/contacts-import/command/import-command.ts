import type {Operation} from '../../api/describe/schema.js';
import {changing, command} from '../../commands/command.js';
import {operations} from '../../endpoints/contacts.js';
import {importOptions} from './options.js';

const resume = changing({
  summary: 'Continue an import that stopped',
  details:
    'emk checks which rows have arrived, and adds only the missing ones. The file must not have changed since the ' +
    'import began. emk kept a copy if it came from standard input.',
  takes: {
    id: {type: 'text', value: 'import', help: 'Which import, if there are several'},
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
  summary: 'Show past imports and what they did',
  takes: {id: {type: 'text', value: 'import', help: 'Only this import'}},
  args: ['id'],
  calls: [],
  gives: {document: () => import('./status.schema.js')},
  examples: ['emk import status', 'emk import status 01K9DX2M7Q -o json'],
  run: async (context, {id}) => (await import('./status.js')).importStatus(context, id),
});

/** `emk import FILE`, with `resume` and `status` below it. */
export const importCommand = changing({
  summary: 'Import contacts from a CSV file',
  details:
    'Every row is checked before anybody is added. emk skips people who are already on the list or unsubscribed, ' +
    'works in small parts, and checks what really happened whenever an answer is lost.\n\nAt the end it verifies ' +
    'that every row arrived exactly once. Rows that cannot be imported are saved next to your file. With --dry-run ' +
    'nothing is changed.',
  takes: importOptions,
  args: ['file'],
  asks: {needs: ['list']},
  calls: async () => {
    const [lists, fields] = await Promise.all([
      import('../../endpoints/lists.js'),
      import('../../endpoints/fields.js'),
    ]);
    const creates = [lists.operations.create, fields.operations.create];
    return [...(await readsOfImport()), ...creates, operations.upload];
  },
  gives: {document: () => import('../run/import-result.schema.js')},
  nested: {resume, status},
  examples: [
    'emk import leads.csv --list Newsletter --dry-run',
    'emk import leads.csv --list "Spring leads" --create-list --set country=Germany',
    'cat leads.csv | emk import - --list Newsletter --map "E-Mail=email" -o json',
  ],
  checkFirst: async (context, input) => (await import('./check-first.js')).checkImportFirst(context, input),
  run: async (context, input) => (await import('./start.js')).startImport(context, input),
});

/** What every import reads before it sends anything. */
export async function readsOfImport(): Promise<Operation[]> {
  const [fields, locations, lists, {readsOfDoor}, segments, automations] = await Promise.all([
    import('../../endpoints/fields.js'),
    import('../../endpoints/locations.js'),
    import('../../endpoints/lists.js'),
    import('../../who-left/door-calls.js'),
    import('../../endpoints/segments.js'),
    import('../../endpoints/automations.js'),
  ]);
  return [
    fields.operations.reserved,
    fields.operations.custom,
    operations.sample,
    operations.details,
    locations.operations.all,
    lists.operations.list,
    operations.list,
    ...readsOfDoor,
    segments.operations.list,
    automations.operations.list,
  ];
}
