import type {Param} from '../../api/describe/schema.js';
import {command} from '../../commands/command.js';
import {operations} from '../../endpoints/contacts.js';
import {listOptions} from '../../records/view/select.js';
import {counted} from '../../words/sentence.js';

export const exportCommand = command({
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
    const [fields, lists, locations] = await Promise.all([
      import('../../endpoints/fields.js'),
      import('../../endpoints/lists.js'),
      import('../../endpoints/locations.js'),
    ]);
    return [fields.operations.custom, lists.operations.list, locations.operations.all, operations.list];
  },
  makesFile: {param: 'file', holds: 'CSV', format: 'csv'},
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
