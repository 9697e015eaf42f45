import type {Operation, Param} from '../../api/describe/schema.js';
import {changing, command, type Group} from '../../commands/command.js';
import {counted} from '../../core/words/sentence.js';
import {operations} from '../../endpoints/contacts.js';
import {listOptions} from '../../records/view/select.js';
import contacts from '../../resources/contacts.js';
import {importOptions, syncOptions} from './options.js';

const results = () => import('../run/result.js');
const importDocument = {document: async () => ({default: (await results()).importResult})};
const syncDocument = {document: async () => ({default: (await results()).syncResult})};

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
  gives: [importDocument, syncDocument],
  examples: ['emk contacts import resume', 'emk contacts import resume 01K9DX2M7Q'],
  run: async (context, input) => (await import('./start.js')).resumeImport(context, input),
});

const status = command({
  summary: 'Show past imports and what they did',
  takes: {id: {type: 'text', value: 'import', help: 'Only this import'}},
  args: ['id'],
  calls: [],
  gives: {document: () => import('./status.js')},
  examples: ['emk import status', 'emk import status 01K9DX2M7Q -o json'],
  run: async (context, {id}) => (await import('./status.js')).importStatus(context, id),
});

const importCommand = changing({
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
    const {lists, fields} = await others();
    return [...(await readsOfImport()), lists.create, fields.create, operations.upload];
  },
  gives: importDocument,
  nested: {resume, status},
  examples: [
    'emk import leads.csv --list Newsletter --dry-run',
    'emk import leads.csv --list "Spring leads" --create-list --set country=Germany',
    'cat leads.csv | emk import - --list Newsletter --map "E-Mail=email" -o json',
  ],
  checkFirst: async (context, input) => (await import('./start.js')).checkImportFirst(context, input),
  run: async (context, input) => (await import('./start.js')).startImport(context, input),
});

/** The operations of other resources, which only those need who ask what a command calls. */
async function others() {
  const [fields, locations, lists, segments, automations, unsubscribes] = await Promise.all([
    import('../../endpoints/fields.js'),
    import('../../endpoints/locations.js'),
    import('../../endpoints/lists.js'),
    import('../../endpoints/segments.js'),
    import('../../endpoints/automations.js'),
    import('../../endpoints/unsubscribes.js'),
  ]);
  return {
    ...{fields: fields.operations, locations: locations.operations, lists: lists.operations},
    ...{segments: segments.operations, automations: automations.operations, unsubscribes: unsubscribes.operations},
  };
}

/** What every import reads before it sends anything. */
export async function readsOfImport(): Promise<Operation[]> {
  const {fields, locations, lists, segments, automations} = await others();
  const {readsOfDoor} = await import('../../people/who-left.js');
  return [
    ...[fields.reserved, fields.custom, operations.sample, operations.details, locations.all, lists.list],
    ...[operations.list, ...readsOfDoor, segments.list, automations.list],
  ];
}

const sync = changing({
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
    const {fields, unsubscribes} = await others();
    const creates = [fields.create, unsubscribes.add, operations.upload];
    return [...(await readsOfImport()), ...creates, operations.update, operations.bulkDelete, operations.delete];
  },
  gives: syncDocument,
  examples: [
    'emk contacts sync crm.csv --list Newsletter --dry-run',
    'emk contacts sync crm.csv --list Newsletter --update --gone unsubscribe --yes',
    'emk contacts sync crm.csv --list Newsletter --update city,postal_code -o json',
  ],
  checkFirst: async (context, input) => (await import('./start.js')).checkImportFirst(context, input),
  run: async (context, input) => (await import('./start.js')).startSync(context, input),
});

const exportCommand = command({
  summary: 'Export contacts to a CSV file that you can import again',
  details:
    'Each field becomes a column with its own name, custom fields too, and countries are written by name. So you can ' +
    'import the file into another account. The file appears only when it is complete. Without a file, the CSV goes ' +
    'to standard output.\n\nTo edit people in a spreadsheet use --edit and give the file to sync --update; the last ' +
    'column tells emk what you changed, so leave it in. Without it, sync writes every differing cell of your file over ' +
    'the list.',
  takes: {
    file: {type: 'text', value: 'file', help: 'File to write (default: standard output)'},
    list: {
      type: 'integer',
      value: 'list',
      help: 'Only contacts on this list',
      from: () => import('../../endpoints/lists.js'),
    } satisfies Param,
    where: listOptions.where,
    columns: {
      ...listOptions.columns,
      help: 'Fields to export, such as email,first_name,age (default: all that can be imported)',
    },
    edit: {
      type: 'flag',
      help: 'Write the fields that a sync can change, and the column emk_row; needs --list',
      decides: 'output',
    },
  },
  args: ['file'],
  calls: async () => {
    const {fields, lists, locations} = await others();
    return [fields.custom, lists.list, locations.all, operations.list];
  },
  writes: 'csv',
  examples: [
    'emk contacts export newsletter.csv --list Newsletter',
    "emk contacts export germany.csv --where 'country=Germany' --columns email,first_name",
    'emk contacts export people.csv --list Newsletter --edit',
  ],
  gives: 'text',
  async run(context, {file, ...options}) {
    const {prepareExport} = await import('./export.js');
    const {columns, text, written} = await prepareExport(context, options, file);
    const made = () => {
      const contacts = written();
      return {
        sentence: (file: string) => `Exported ${counted(contacts, 'contact')} to ${file}.`,
        rows: contacts,
        data: {columns},
      };
    };
    return {kind: 'raw', body: text(), made};
  },
});

const sample = command({
  summary: 'Get an example CSV file to import',
  details: "Gives you the service's own sample.",
  takes: {file: {type: 'text', value: 'file', help: 'File to write (default: standard output)'}},
  args: ['file'],
  calls: [operations.sample],
  writes: 'csv',
  examples: ['emk contacts sample', 'emk contacts sample example.csv'],
  gives: 'text',
  async run(context) {
    return {kind: 'raw', body: (await context.call(operations.sample)).bytes};
  },
});

const {delete: remove, ...commands} = contacts.commands;

/** `emk contacts`: commands for single contacts like those of other resources, and import and export for many. */
export default {
  commands: {...commands, import: importCommand, sync, export: exportCommand, sample, delete: remove},
} satisfies Group;
