import {callsOf, changing} from '../../commands/command.js';
import {typeFilter} from '../../endpoints/contacts.js';
import {listOptions, whichRecords} from '../../records/view/select.js';
import {allowOption} from '../../resources/shared/started-automations.js';
import {exportCommand} from './export-command.js';
import {importOptions} from './options.js';
import {syncCommand} from './sync-command.js';

const {set} = importOptions;

/** `emk contacts edit`: edits many contacts in an editor or a spreadsheet, and applies the changes like a sync. */
export const editCommand = changing({
  summary: 'Change many contacts in your editor or a spreadsheet',
  details:
    'Opens the contacts of a list, or those you choose, as CSV in your editor (VISUAL or EDITOR). When you save and ' +
    'close it, emk shows the plan and asks before it changes anything.\n\nFor a spreadsheet, write the file with --out ' +
    'and give it back with --from. You may sort it, rename it, and delete columns. An emptied cell empties the field, ' +
    'and a new line is a new contact. A deleted line changes nothing: nobody is deleted.\n\nemk changes only the ' +
    'cells that you changed. Somebody who has left the list in the meantime is named, and not added again. If the list ' +
    'has another new value for a cell that you changed, emk asks which one you want; a script keeps the value of the ' +
    'list and ends with exit code 8. To know what you changed, emk keeps hashes of the cells on this machine for 90 ' +
    'days. The column emk_id_… leads to them. On another machine emk cannot tell what you changed: it adds nobody and ' +
    'empties no field, and asks before it changes the cells that differ. A script is refused there.\n\nPeople are ' +
    'matched by address, so to change an address use "emk contacts update". If the editor fails, or you change ' +
    'nothing, nothing happens.',
  takes: {
    contact: {type: 'text', many: true, value: 'contact', help: 'Only these contacts, by id or address'},
    type: {...typeFilter, required: true, help: 'The list they are on', question: 'Which list?'},
    where: whichRecords,
    columns: {
      ...listOptions.columns,
      help: 'Fields to edit, besides the address (default: all that can be changed)',
      decides: undefined,
    },
    from: {type: 'text', value: 'file', help: 'Apply the file that --out wrote, after you edited it'},
    set: {...set, help: 'A value for people who have none, such as country=Germany'},
    ...allowOption,
  },
  args: ['contact'],
  asks: {
    told: {type: async (context, {contact}) => (await import('./edit.js')).listOf(context, contact)},
    only: {type: {fits: ({contacts_count}) => contacts_count !== 0, none: 'No list has people on it yet.'}},
  },
  calls: async () => [...(await callsOf(exportCommand)), ...(await callsOf(syncCommand))],
  examples: [
    'emk contacts edit --type Newsletter',
    "emk contacts edit --type Newsletter --where 'city=Berlin' --columns first_name,last_name",
    'emk contacts edit --type Newsletter --out people.csv',
    'emk contacts edit --type Newsletter --from people.csv',
  ],
  gives: ['done', {document: () => import('../sync/sync-result.schema.js')}, 'text'],
  checkFirst: async (context, input) => (await import('./edit.js')).checkEditFirst(context, input),
  run: async (context, input) => (await import('./edit.js')).editContacts(context, input),
});
