import {operation} from '../api/operation.js';
import {many, record, text, textUnderErrors} from '../api/schema.js';
import {command, type Resource, resource} from '../commands/command.js';
import {createOne, lookupOption} from '../commands/verbs/create.js';
import {list} from '../commands/verbs/list.js';
import {remove} from '../commands/verbs/remove.js';
import {allowOption, gateAutomations, startedAutomations} from './started-automations.js';

export const segment = record({
  id: 'integer',
  user_id: 'integer',
  contact_type_id: 'integer',
  segment_name: 'text',
  select_field: ['text'],
  select_operator: ['text'],
  value: ['text'],
  query_type: 'json',
  deleted_at: 'timestamp|null',
  created_at: 'timestamp',
  updated_at: 'timestamp',
  segment_emails_count: 'integer',
});

export const recipient = record({
  id: 'integer',
  user_id: 'integer',
  segment_id: 'integer',
  contact_id: 'integer|null',
  first_name: 'text',
  last_name: 'text',
  email: 'text',
  country: 'text|null',
  state: 'text|null',
  city: 'text|null',
  address_line1: 'text|null',
  created_at: 'timestamp',
  updated_at: 'timestamp',
  fullname: 'text',
});

const segmentId = {
  type: 'integer',
  required: true,
  help: 'Id of the segment',
  option: 'segment',
  value: 'segment',
} as const;

export const operations = {
  list: operation('GET /segment/list', {effect: 'reads', returns: many('segments', segment)}),
  delete: operation('DELETE /segment/delete?segment_id', {
    effect: 'deletes',
    params: {segment_id: segmentId},
    returns: textUnderErrors('Deleted Successfully'),
  }),
};

export const recipientOperations = {
  list: operation('GET /segment/email/list?segment_id', {
    effect: 'reads',
    params: {segment_id: segmentId},
    returns: many('contactEmails', recipient),
  }),
  add: operation('POST /segment/email/store', {
    effect: 'creates',
    params: {
      segment_id: segmentId,
      first_name: {type: 'text', required: true, help: 'First name'},
      last_name: {type: 'text', required: true, help: 'Last name'},
      email: {type: 'text', format: 'address', required: true, help: 'Email address', value: 'address'},
    },
    returns: text('Added Successfully'),
  }),
  delete: operation('DELETE /segment/email/delete?segment_recipient_id', {
    effect: 'deletes',
    params: {segment_recipient_id: {type: 'integer', required: true, help: 'Id of the recipient', option: 'id'}},
    returns: text('Deleted Successfully'),
  }),
};

const noun = {one: 'segment', many: 'segments'};
const recipientNoun = {one: 'recipient', many: 'recipients'};

const recipients: Resource = resource({
  record: recipient,
  key: 'id',
  label: 'email',
  noun: recipientNoun,
  list: recipientOperations.list,
  see: 'emk segments recipients list',
  operations: recipientOperations,
  commands: {
    list: list(recipientOperations.list, {
      summary: 'List who is in a segment',
      columns: ['id', 'fullname', 'email', 'country', 'created_at'],
      key: 'id',
      noun: recipientNoun,
      parent: {list: operations.list, key: 'id', noun},
      examples: [
        'emk segments recipients list 4',
        "emk segments recipients list 4 --where 'email~@example.com' --count",
      ],
    }),
    add: command({
      summary: 'Add somebody to a segment',
      takes: {...recipientOperations.add.params, ...lookupOption, ...allowOption},
      calls: [recipientOperations.add, recipientOperations.list],
      examples: [
        'emk segments recipients add --segment 4 --first-name Ada --last-name Lovelace --email ada@example.com',
        'emk segments recipients add --segment 4 --first-name Bo --last-name Li --email bo@example.com -o id',
      ],
      async run(context, {no_lookup, allow_automations, ...input}) {
        const started = allow_automations ? [] : await startedAutomations(context, {segment: input.segment_id});
        await gateAutomations(context, `Add ${input.email}`, started, allow_automations === true);
        return createOne(context, recipientOperations.add, input, {
          noun: recipientNoun,
          key: 'id',
          list: recipientOperations.list,
          within: ({segment_id}) => ({segment_id}),
          by: ['email'],
          blind: no_lookup === true,
        });
      },
    }),
    delete: remove(recipientOperations.delete, {
      summary: 'Take people out of a segment',
      noun: recipientNoun,
      list: recipientOperations.list,
      within: {
        segment_id: {
          type: 'integer',
          help: 'The segment they are in, to check that they are, and afterwards that they are gone',
          option: 'segment',
          value: 'segment',
        },
      },
      examples: ['emk segments recipients delete 31', 'emk segments recipients delete 31 32 --segment 4 --yes'],
    }),
  },
});

const segments: Resource = resource({
  record: segment,
  key: 'id',
  label: 'segment_name',
  noun,
  list: operations.list,
  see: 'emk segments list',
  operations,
  commands: {
    list: list(operations.list, {
      summary: 'List segments',
      columns: ['id', 'segment_name', 'contact_type_id', 'segment_emails_count', 'created_at'],
      key: 'id',
      noun,
      examples: ['emk segments list', 'emk segments list --sort -segment_emails_count --limit 5'],
    }),
    delete: remove(operations.delete, {
      summary: 'Delete segments',
      noun,
      list: operations.list,
      names: {list: operations.list, key: 'id', label: 'segment_name'},
      examples: ['emk segments delete 4', 'emk segments delete 4 5 --yes'],
    }),
  },
  nested: {recipients: {summary: 'Who is in a segment', ...recipients}},
});

export default segments;
