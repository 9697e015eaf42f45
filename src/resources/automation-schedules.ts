import {operation} from '../api/operation.js';
import {many, record, text} from '../api/schema.js';
import {command, type Resource, resource} from '../commands/command.js';
import {withTemplate} from '../commands/template-input.js';
import {createOne, lookupOption} from '../commands/verbs/create.js';
import {list} from '../commands/verbs/list.js';
import {remove} from '../commands/verbs/remove.js';
import type {operations as automationOperations} from './automations.js';
import {allowOption, gateAutomations} from './started-automations.js';

export const schedule = record({
  id: 'integer',
  user_id: 'integer',
  automation_id: 'integer',
  sender_id: 'integer',
  template_id: 'integer',
  subject: 'text',
  waiting_period: 'integer',
  waiting_type: 'text',
  utr: 'uuid',
  preview_img: 'text',
  template_json: 'text',
  template_html: 'text',
  created_at: 'timestamp',
  updated_at: 'timestamp',
  design_url: 'text',
  image: 'text',
});

const automationUtr = {type: 'text', required: true, help: 'The automation', value: 'utr'} as const;

export const operations = {
  list: operation('GET /automations/schedule?utr', {
    effect: 'reads',
    params: {utr: {...automationUtr, option: 'automation'}},
    returns: many('automation_schedules', schedule),
  }),
  add: operation('POST /automations/schedule/create', {
    effect: 'creates',
    params: {
      utr: {...automationUtr, option: 'automation'},
      sender_id: {
        type: 'integer',
        required: true,
        help: 'Who the email comes from',
        from: () => import('./senders.js'),
        option: 'from',
        value: 'sender',
      },
      subject: {type: 'text', required: true, help: 'Subject line'},
      waiting_period: {
        type: 'integer',
        required: true,
        help: 'How many days or hours to wait; 1 for an instant email',
        option: 'wait',
      },
      waiting_type: {
        type: 'text',
        required: true,
        choices: ['instantly', 'days', 'hours'],
        help: 'What the wait is counted in',
        option: 'unit',
      },
      template_id: {
        type: 'integer',
        required: true,
        help: 'Design template',
        from: () => import('./templates.js'),
        option: 'template',
        value: 'template',
      },
      preview_img: {
        type: 'text',
        required: true,
        help: "The template's preview image, as its list names it",
        option: 'preview',
      },
      template_json: {type: 'text', help: 'Template as JSON, or @FILE; instead of HTML', value: 'json'},
      template_html: {type: 'text', help: 'Template as HTML, or @FILE; instead of JSON', option: 'html', value: 'html'},
    },
    returns: text('Schedule Added'),
  }),
  delete: operation('DELETE /automations/schedule/delete?utr', {
    effect: 'deletes',
    params: {utr: {type: 'text', required: true, help: 'The schedule', value: 'utr'}},
    returns: text('Deleted Successfully'),
  }),
};

const noun = {one: 'schedule', many: 'schedules'};

/** The emails of an automation. Given the operations of automations, since that resource holds this one. */
export const schedulesOf = (automations: typeof automationOperations): Resource =>
  resource({
    record: schedule,
    key: 'utr',
    label: 'subject',
    noun,
    list: operations.list,
    see: 'emk automations schedules list',
    operations,
    commands: {
      list: list(operations.list, {
        summary: 'List the emails of an automation',
        columns: ['utr', 'subject', 'waiting_period', 'waiting_type', 'sender_id', 'template_id'],
        key: 'utr',
        noun,
        parent: {list: automations.list, key: 'utr', noun: {one: 'automation', many: 'automations'}},
        examples: ['emk automations schedules list 8c6a-…', 'emk automations schedules list 8c6a-… -o json'],
      }),
      add: command({
        summary: 'Add an email to an automation',
        takes: {...operations.add.params, ...lookupOption, ...allowOption},
        calls: [automations.details, operations.add, operations.list],
        examples: [
          'emk automations schedules add --automation 8c6a-… --from 2 --subject Welcome --wait 1 --unit instantly --template 5 --preview 5.png',
          'emk automations schedules add --automation 8c6a-… --from 2 --subject "Day three" --wait 3 --unit days --template 1 --preview blank.png --html @day3.html',
        ],
        async run(context, {no_lookup, allow_automations, ...input}) {
          const {status, automation_name} = await context.call(automations.details, {utr: input.utr});
          const live = status === 1 ? [automation_name] : [];
          await gateAutomations(context, `Add the email "${input.subject}"`, live, allow_automations === true);
          return createOne(context, operations.add, await withTemplate(context.host, input), {
            noun,
            key: 'utr',
            list: operations.list,
            within: ({utr}) => ({utr}),
            by: ['subject', 'waiting_period', 'waiting_type'],
            blind: no_lookup === true,
          });
        },
      }),
      delete: remove(operations.delete, {
        summary: 'Take emails out of an automation',
        noun,
        examples: ['emk automations schedules delete 51f0-…', 'emk automations schedules delete 51f0-… 77b2-… --yes'],
      }),
    },
  });
