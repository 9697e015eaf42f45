import {operation} from '../api/operation.js';
import {many, one, params, record, text, textUnderErrors} from '../api/schema.js';
import {type Resource, resource} from '../commands/command.js';
import {act} from '../commands/verbs/act.js';
import {create} from '../commands/verbs/create.js';
import {list} from '../commands/verbs/list.js';
import {remove} from '../commands/verbs/remove.js';
import {show} from '../commands/verbs/show.js';
import {update} from '../commands/verbs/update.js';

export const sender = record({
  id: 'integer',
  user_id: 'integer',
  from_name: 'text',
  from_email: 'text',
  reply_to_email: 'text',
  country_id: 'integer',
  state_id: 'integer',
  city_id: 'integer',
  zip_code: 'text',
  company_address: 'text',
  company_address2: 'text',
  nickname: 'text',
  is_verified: 'flag',
  utr: 'text',
  send_at: 'moment',
  created_at: 'timestamp|null',
  updated_at: 'timestamp|null',
  deleted_at: 'timestamp|null',
});

const senderId = {type: 'integer', required: true, help: 'Id of the sender', value: 'sender'} as const;

const content = params({
  from_name: {type: 'text', required: true, help: 'Name that people see'},
  from_email: {type: 'text', format: 'address', required: true, help: 'Address that people see', value: 'address'},
  reply_to_email: {
    type: 'text',
    format: 'address',
    required: true,
    help: 'Address that answers go to',
    option: 'reply-to',
    value: 'address',
  },
  country_id: {
    type: 'integer',
    required: true,
    help: 'Country of the company',
    from: () => import('./locations.js'),
    option: 'country',
    value: 'country',
  },
  state_id: {
    type: 'integer',
    help: 'State of the company',
    from: () => import('./locations.js').then(({states}) => ({default: states})),
    option: 'state',
    value: 'state',
  },
  city_id: {
    type: 'integer',
    help: 'City of the company',
    from: () => import('./locations.js').then(({cities}) => ({default: cities})),
    option: 'city',
    value: 'city',
  },
  zip_code: {type: 'text', help: 'Postal code of the company'},
  company_address: {type: 'text', required: true, help: 'Postal address of the company', limits: {max: 255}},
  company_address2: {type: 'text', help: 'Postal address, second line', limits: {max: 255}},
  nickname: {type: 'text', required: true, help: 'Name of the sender, for you alone'},
});

export const operations = {
  list: operation('GET /senders', {effect: 'reads', also: 'POST', returns: many('senders', sender)}),
  create: operation('POST /sender/save', {effect: 'creates', params: content, returns: text('Added Successfully')}),
  details: operation('GET /sender/details?sender_id', {
    effect: 'reads',
    params: {sender_id: senderId},
    returns: one('sender', sender),
  }),
  update: operation('POST /sender/update', {
    effect: 'updates',
    params: {sender_id: senderId, ...content},
    returns: text('Updated Successfully'),
  }),
  delete: operation('DELETE /sender/delete?sender_id', {
    effect: 'deletes',
    params: {sender_id: senderId},
    returns: textUnderErrors('Deleted Successfully'),
  }),
  resendMail: operation('GET /sender/resend-mail?sender_id', {
    effect: 'sends',
    params: {sender_id: senderId},
    returns: text('Verification Mail Send'),
  }),
};

const noun = {one: 'sender', many: 'senders'};

const senders: Resource = resource({
  record: sender,
  key: 'id',
  label: 'from_email',
  noun,
  list: operations.list,
  see: 'emk senders list',
  operations,
  commands: {
    list: list(operations.list, {
      summary: 'List senders',
      columns: ['id', 'from_name', 'from_email', 'nickname', 'is_verified'],
      key: 'id',
      noun,
      examples: ['emk senders list', 'emk senders list --where is_verified=no'],
    }),
    show: show(operations.details, {
      noun,
      summary: 'Show one sender',
      key: 'id',
      examples: ['emk senders show 2', 'emk senders show 2 -o json'],
    }),
    create: create(operations.create, {
      summary: 'Create a sender; the service mails it a link to verify itself with',
      key: 'id',
      noun,
      list: operations.list,
      by: ['from_email', 'nickname'],
      examples: [
        'emk senders create --from-name Acme --from-email news@acme.com --reply-to help@acme.com --country 1 --company-address "1 Main St" --nickname news',
        'emk senders create --from-name Acme --from-email news@acme.com --reply-to help@acme.com --country 1 --company-address "1 Main St" --nickname news --dry-run',
      ],
    }),
    update: update(operations.update, {
      noun,
      summary: 'Change a sender; whatever is not given stays as it is',
      read: operations.details,
      key: 'sender_id',
      examples: [
        'emk senders update 2 --from-name "Acme News"',
        'emk senders update 2 --reply-to help@acme.com --dry-run',
      ],
    }),
    delete: remove(operations.delete, {
      summary: 'Delete senders',
      noun,
      list: operations.list,
      names: {list: operations.list, key: 'id', label: 'from_email'},
      examples: ['emk senders delete 2', 'emk senders delete 2 3 --yes'],
    }),
    verify: act(operations.resendMail, {
      noun,
      summary: 'Mail the verification link to a sender again',
      does: id => `Send a verification mail to sender ${id}`,
      list: operations.list,
      key: 'id',
      unless: 'It may be verified already: emk senders list shows it.',
      examples: ['emk senders verify 2', 'emk senders verify 2 --yes'],
    }),
  },
});

export default senders;
