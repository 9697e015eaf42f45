import {bulkDeletion, operation} from '../api/operation.js';
import {checkedWhenNone, onlyThose} from '../api/record-sources.js';
import {file, many, one, params, record, text} from '../api/schema.js';
import {type Context, command, type Resource, resource} from '../commands/command.js';
import {noSuch} from '../commands/named.js';
import {listOptions, toView} from '../commands/select.js';
import {lookupOption} from '../commands/verbs/create.js';
import {isListed} from '../commands/verbs/listed.js';
import {remove} from '../commands/verbs/remove.js';
import {show} from '../commands/verbs/show.js';
import {update} from '../commands/verbs/update.js';
import {exportCommand} from '../contacts-import/export-command.js';
import {importCommand} from '../contacts-import/import-command.js';
import {sampleCommand} from '../contacts-import/sample-command.js';
import {createContact} from './contact-create.js';
import {allowOption, gateAutomations, startedAutomations} from './started-automations.js';

export const contact = record({
  id: 'integer',
  user_id: 'integer',
  contact_type_id: 'integer',
  first_name: 'text',
  last_name: 'text',
  email: 'text|null',
  alt_email: 'text|null',
  country: 'text', // a name when listed, an id when shown
  state: 'text',
  city: 'text',
  address_line1: 'text',
  address_line2: 'text',
  state_province_region: 'text',
  postal_code: 'text',
  custom_field: 'json',
  deleted_at: 'timestamp|null',
  created_at: 'timestamp',
  updated_at: 'timestamp',
  fullname: 'text',
  contact_type: 'json?',
});

const contactId = {type: 'integer', required: true, help: 'Id of the contact', value: 'contact'} as const;

const typeFilter = {type: 'integer', from: () => import('./contact-types.js'), option: 'type', value: 'type'} as const;
const typeId = {...typeFilter, required: true, help: 'Contact type to file it under'} as const;

const content = params({
  contact_type_id: typeId,
  email: {type: 'text', format: 'address', required: true, help: 'Email address', value: 'address'},
  country: {
    type: 'integer',
    required: true,
    help: 'Country',
    from: () => import('./locations.js'),
    value: 'country',
  },
  first_name: {type: 'text', help: 'First name'},
  last_name: {type: 'text', help: 'Last name'},
  state: {type: 'text', help: 'Name of the state'},
  city: {type: 'text', help: 'Name of the city'},
  address_line1: {type: 'text', help: 'Address'},
  address_line2: {type: 'text', help: 'Address, second line'},
  state_province_region: {type: 'text', help: 'State, province or region'},
  postal_code: {type: 'text', help: 'Postal code'},
});

export const operations = {
  list: operation('GET /contacts/list', {effect: 'reads', returns: many('contacts', contact)}),
  create: operation('POST /contacts/add', {
    effect: 'creates',
    params: content,
    returns: text('Contact Added Successfully'),
  }),
  sample: operation('GET /contacts/csv-sample/download', {effect: 'reads', returns: file}),
  upload: operation('POST /contacts/upload-csv', {
    effect: 'creates',
    params: {
      contact_type_id: typeId,
      file: {type: 'file', required: true, help: 'A .csv file', limits: {pattern: /\.csv$/i, says: 'must end in .csv'}},
    },
    returns: text('Imported Successfully'),
  }),
  details: operation('GET /contacts/details?contact_id', {
    effect: 'reads',
    params: {contact_id: contactId},
    returns: one('contact', contact),
  }),
  update: operation('POST /contacts/update', {
    effect: 'updates',
    params: {contact_id: contactId, ...content},
    returns: text('Contact Updated Successfully'),
  }),
  delete: operation('DELETE /contacts/delete?contact_id', {
    effect: 'deletes',
    params: {contact_id: contactId},
    returns: text('Deleted Successfully'),
  }),
  bulkDelete: bulkDeletion('POST /contacts/bulk-delete'),
};

const noun = {one: 'contact', many: 'contacts'};

/** A type without contacts is empty; one that does not exist is a slip. */
async function typeMustExist(context: Context, type: number): Promise<void> {
  const {operations: types} = await import('./contact-types.js');
  if (await isListed(context, {list: types.list, key: 'id'}, type)) return;
  throw noSuch({one: 'contact type', many: 'contact types'}, type);
}

const contacts: Resource = resource({
  record: contact,
  key: 'id',
  label: 'email',
  noun,
  list: operations.list,
  see: 'emk contacts list',
  operations,
  commands: {
    list: command({
      summary: 'List contacts',
      takes: {
        contact_type_id: {...typeFilter, help: 'Only the contacts of this type'},
        ...listOptions,
      },
      calls: [operations.list],
      examples: [
        'emk contacts list --type 12',
        "emk contacts list --where 'email~@example.com' --columns id,email,custom_field.age",
        'emk contacts list -o csv > contacts.csv',
      ],
      async run(context, {contact_type_id: type, ...input}) {
        const view = toView(input, {
          shape: contact,
          columns: ['id', 'fullname', 'email', 'contact_type', 'country', 'created_at'],
          timeZone: context.host.env['TZ'],
        });
        const everyone = context.stream(operations.list);
        const records =
          type === undefined
            ? everyone
            : checkedWhenNone(
                onlyThose(everyone, one => one.contact_type_id === type),
                () => typeMustExist(context, type),
              );
        return {kind: 'records', records, shape: contact, key: 'id', noun, view};
      },
    }),
    show: show(operations.details, {
      noun,
      summary: 'Show one contact',
      key: 'id',
      examples: ['emk contacts show 7', 'emk contacts show 7 -o json'],
    }),
    create: command({
      summary: 'Add a contact',
      takes: {...content, ...lookupOption, ...allowOption},
      calls: [operations.create, operations.list],
      examples: [
        'emk contacts create --type 12 --email ada@example.com --country 101',
        'id=$(emk contacts create --type 12 --email ada@example.com --country 101 --first-name Ada -o id)',
      ],
      async run(context, {no_lookup, allow_automations, ...input}) {
        const started = allow_automations
          ? []
          : await startedAutomations(context, {contactType: input.contact_type_id});
        await gateAutomations(context, `Add ${input.email}`, started, allow_automations === true);
        return createContact(context, operations, input, no_lookup === true);
      },
    }),
    update: update(operations.update, {
      noun,
      summary: 'Change a contact; whatever is not given stays as it is',
      read: operations.details,
      key: 'contact_id',
      // Read as text, written as a number. Where it reads as none, the service must not be told of a country 0.
      adapt: ({country}) => ({country: /^0*[1-9]\d*$/.test(String(country)) ? Number(country) : undefined}),
      examples: ['emk contacts update 7 --city Pune', 'emk contacts update 7 --first-name Ada --dry-run'],
    }),
    import: importCommand(operations),
    export: exportCommand(operations),
    sample: sampleCommand(operations),
    delete: remove(operations.delete, {
      summary: 'Delete contacts',
      noun,
      bulk: operations.bulkDelete,
      list: operations.list,
      examples: [
        'emk contacts delete 7',
        "emk contacts list --where 'email~@old.example' -o id | emk contacts delete - --yes --max-delete 500",
      ],
    }),
  },
});

export default contacts;
