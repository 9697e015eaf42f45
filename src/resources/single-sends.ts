import {bulkDeletion, operation} from '../api/operation.js';
import {many, params, record, sole, text, utr, words} from '../api/schema.js';
import {command, type Resource, resource} from '../commands/command.js';
import {createOne, lookupOption} from '../commands/verbs/create.js';
import {list} from '../commands/verbs/list.js';
import {remove} from '../commands/verbs/remove.js';
import {show} from '../commands/verbs/show.js';
import {changing} from '../commands/verbs/update.js';
import {audience} from './audience.js';
import {createSend} from './single-send-create.js';
import {updateSend} from './single-send-update.js';
import {when} from './single-send-when.js';

const target = record({id: 'text', table: 'text'});

export const singleSend = record({
  id: 'integer',
  user_id: 'integer',
  template_id: 'integer',
  recipient_id: [target],
  exclude_specific_recipient_id: 'json', // an array; of what is not shown
  sender_id: 'integer',
  unsubscribe_group_id: 'integer',
  single_send_name: 'text',
  from_sender: 'text',
  reply_to: 'text',
  sender_name: 'text|null',
  sender_address: 'text|null',
  subject: 'text',
  preheader: 'text',
  schedule_type: words('immediate', 'scheduled'),
  schedule_date: 'text',
  schedule_time: 'text',
  status: words('initiate', 'ready', 'running', 'completed'),
  utr: 'uuid',
  template_json: 'text|null',
  template_html: 'text|null',
  triggered: 'integer',
  delivered: 'integer',
  unique_opens: 'integer',
  total_opens: 'integer',
  bounces: 'integer',
  unsubscribes: 'integer',
  unique_open_token: 'json',
  sent_at: 'moment',
  created_at: 'timestamp',
  updated_at: 'timestamp',
});

const sendUtr = {type: 'text', required: true, help: 'The single send', value: 'utr'} as const;
/** What a send is made of, but for the moment, which `--now` or `--at` says. */
const content = params({
  single_send_name: {type: 'text', required: true, help: 'Name, for you alone', option: 'name'},
  subject: {type: 'text', required: true, help: 'Subject line'},
  preheader: {type: 'text', required: true, help: 'Text that inboxes show after the subject'},
  sender_id: {
    type: 'integer',
    required: true,
    help: 'Who it comes from',
    from: () => import('./senders.js'),
    option: 'from',
    value: 'sender',
  },
  unsubscribe_group_id: {
    type: 'integer',
    required: true,
    help: 'Unsubscribe group that people can leave',
    from: () => import('./unsubscribe-groups.js'),
    option: 'group',
    value: 'group',
  },
  recipient_id: {
    ...audience,
    many: true,
    required: true,
    help: 'Who gets it: type:<name>, segment:<name>, contacts_<id> or segments_<id>',
    option: 'to',
  },
  exclude_specific_recipient_id: {...audience, many: true, help: 'Who does not, in the same form', option: 'except'},
  template_id: {
    type: 'integer',
    required: true,
    help: 'Design template; 1 is for a template of your own',
    from: () => import('./templates.js'),
    option: 'template',
    value: 'template',
  },
  template_json: {type: 'text', help: 'Template as JSON, or @FILE; instead of HTML', value: 'json'},
  template_html: {type: 'text', help: 'Template as HTML, or @FILE; instead of JSON', option: 'html', value: 'html'},
});

/** The whole form. */
const form = params({
  ...content,
  schedule_type: {type: 'flag', required: true, help: 'At a set time rather than at once'},
  schedule_date: {type: 'date', help: 'Day it goes out'},
  schedule_time: {type: 'time', help: 'Time it goes out'},
});

export const operations = {
  list: operation('GET /single-send/list', {effect: 'reads', returns: many('singleSends', singleSend)}),
  create: operation('POST /single/send/create', {effect: 'sends', params: form, returns: utr}),
  duplicate: operation('POST /single/send/duplicate?utr', {
    effect: 'sends',
    also: 'GET',
    params: {utr: sendUtr},
    returns: text('Duplicated Successfully'),
  }),
  details: operation('GET /single-send/details?utr', {
    effect: 'reads',
    params: {utr: sendUtr},
    returns: sole('singleSend', singleSend),
  }),
  update: operation('POST /single/send/update', {effect: 'sends', params: {utr: sendUtr, ...form}, returns: utr}),
  delete: operation('DELETE /single/send/delete?utr', {
    effect: 'deletes',
    params: {utr: sendUtr},
    returns: text('Deleted Successfully'),
  }),
  bulkDelete: bulkDeletion('POST /single/send/bulk-delete'),
};

const noun = {one: 'single send', many: 'single sends'};

/** How a new send is found, whichever way it came to be. */
export const creating = {
  noun,
  key: 'utr',
  list: operations.list,
  by: ['single_send_name'],
  read: operations.details,
} as const;

/** What the longer commands are given, which stand in files of their own. */
const sends = {operations, creating};

const singleSends: Resource = resource({
  record: singleSend,
  key: 'utr',
  label: 'single_send_name',
  noun,
  list: operations.list,
  see: 'emk single-sends list',
  operations,
  commands: {
    list: list(operations.list, {
      summary: 'List single sends',
      columns: ['utr', 'single_send_name', 'subject', 'status', 'delivered', 'unique_opens', 'sent_at'],
      key: 'utr',
      noun,
      examples: ['emk single-sends list', 'emk single-sends list --where status=completed --sort -sent_at'],
    }),
    show: show(operations.details, {
      noun,
      summary: 'Show one single send',
      key: 'utr',
      examples: ['emk single-sends show 2f1c-…', 'emk single-sends show 2f1c-… -o json'],
    }),
    create: command({
      summary: 'Create a single send: with --now it goes out at once',
      details:
        'Creating a send is sending it: --now mails everybody in the audience, --at does so at that moment. Both ask first.',
      takes: {...content, ...when, ...lookupOption},
      calls: [operations.create, operations.details, operations.list],
      examples: [
        'emk single-sends create --name May --subject "Hello" --preheader "News" --from 2 --group 4 --to contacts_12 --template 5 --at "2030-05-01 09:00"',
        'emk single-sends create --name May --subject "Hello" --preheader "News" --from 2 --group 4 --to type:Newsletter --to segment:VIP --except type:Staff --template 1 --html @may.html --now --yes',
      ],
      run: (context, {no_lookup, ...input}) => createSend(context, sends, input, no_lookup === true),
    }),
    update: command({
      summary: 'Change a single send; whatever is not given stays as it is',
      details:
        'A send that is to go out at once is mailed by updating it, and one whose moment may be past may be, so that asks first. One that runs or is completed needs --force.',
      takes: {
        ...changing({utr: sendUtr, ...content}, 'utr'),
        ...when,
        force: {type: 'flag', help: 'Change it although it is running or completed'},
      },
      args: ['utr'],
      calls: [operations.details, operations.update],
      examples: [
        'emk single-sends update 2f1c-… --subject "Hello again"',
        'emk single-sends update 2f1c-… --at "2030-05-02 10:00" --dry-run',
        'emk single-sends update 2f1c-… --to segment:VIP --except type:Staff',
      ],
      run: (context, input) => updateSend(context, sends, input),
    }),
    duplicate: command({
      summary: 'Copy a single send; the service may send the copy of an immediate one, so it asks first',
      takes: {utr: sendUtr, ...lookupOption},
      args: ['utr'],
      calls: [operations.duplicate, operations.list],
      examples: ['emk single-sends duplicate 2f1c-…', 'emk single-sends duplicate 2f1c-… --yes -o id'],
      async run(context, {utr: original, no_lookup}) {
        await context.confirm({what: `Copy single send ${original}, which may mail its audience`});
        return createOne(
          context,
          operations.duplicate,
          {utr: original},
          {...creating, by: [], blind: no_lookup === true},
        );
      },
    }),
    delete: remove(operations.delete, {
      summary: 'Delete single sends',
      noun,
      bulk: operations.bulkDelete,
      bulkIdsUnknown: true,
      list: operations.list,
      names: {list: operations.list, key: 'utr', label: 'single_send_name'},
      examples: ['emk single-sends delete 2f1c-…', 'emk single-sends delete 2f1c-… 77b2-… --yes'],
    }),
  },
});

export default singleSends;
