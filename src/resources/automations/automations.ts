import type {Permit} from '../../api/describe/permit.js';
import type {Operation} from '../../api/describe/schema.js';
import {type Command, type Context, changing, type Group} from '../../commands/command.js';
import {createOne, givesCreated} from '../../commands/verbs/create.js';
import {duplicateOptions} from '../../commands/verbs/duplicate.js';
import {list} from '../../commands/verbs/list.js';
import {nameOfOne} from '../../commands/verbs/names.js';
import {remove} from '../../commands/verbs/remove.js';
import {show} from '../../commands/verbs/show.js';
import {effectOf} from '../../effect/effect.js';
import {operations as automationEmails} from '../../endpoints/automation-emails.js';
import automations, {automation, operations} from '../../endpoints/automations.js';
import {operations as contacts} from '../../endpoints/contacts.js';
import {operations as recipients} from '../../endpoints/segment-recipients.js';
import {operations as senders} from '../../endpoints/senders.js';
import {operations as templates} from '../../endpoints/templates.js';
import {automationMailings} from '../../insight/counters.js';
import {stats} from '../../insight/results-command.js';
import type {Result} from '../../output/results/result.js';
import {sheetOption} from '../../records/view/select.js';
import {mayRedraw} from '../../system/host.js';
import {shellWord} from '../../words/shell-word.js';
import {onlyGroup} from '../shared/email-questions.js';
import {endingInWords} from '../shared/ending-automations.js';
import {whenLive} from '../shared/when-columns.js';
import {check} from './check.js';
import emails from './emails.js';
import {pause, setLive} from './live.js';

/** How to find a new automation, however it was created. */
const creating = {
  of: automations,
  by: ['automation_name'],
  read: operations.details,
  sheet: ['automation_name', 'automation_for', 'unsubscribe_group_id', 'status'],
} as const;

/** `automations show` with its emails drawn below it in the order of sending. Other formats print the record. */
const withTimeline = (show: Command): Command => ({
  ...show,
  details:
    'In a table, the emails follow as a timeline. Waits count from the day somebody joins. emk assumes this: the ' +
    'service does not say whether a wait counts from the email before.',
  calls: [...(show.calls as readonly Operation[]), automationEmails.list, senders.list, templates.list],
  async run(context: Context, input: never): Promise<Result> {
    const result = await show.run(context, input);
    if (result.kind !== 'record' || result.fields?.chosen) return result;
    const picture = async (width: number | undefined): Promise<string> => {
      const {timelineOf} = await import('./emails-timeline.js');
      const drawn = await timelineOf(context, result.record as never);
      return drawn(mayRedraw(context.host) ? width : undefined);
    };
    return {...result, picture};
  },
});

const agreedToOne = ({agree}: Context): Promise<Permit<'creates'>> => agree(effectOf('creates', automations));

export default {
  commands: {
    list: list(operations.list, {
      of: automations,
      summary: 'List automations',
      columns: ['utr', 'automation_name', 'status', 'automation_schedule_count', 'total_delivered', 'live_at'],
      computed: [whenLive],
      examples: ['emk automations list', 'emk automations list --where status=live'],
    }),
    show: withTimeline(
      show(operations.details, {
        of: automations,
        summary: 'Show one automation and the timeline of its emails',
        computed: [{...whenLive, instead: []}],
        examples: ['emk automations show Welcome', 'emk automations show Welcome -o json'],
      }),
    ),
    create: changing({
      summary: 'Create an automation as a draft',
      // The documentation says that the name is optional, but also shows that the service fails without it.
      takes: {
        ...operations.create.params,
        automation_name: {...operations.create.params.automation_name, required: true},
        ...duplicateOptions,
        ...sheetOption,
      },
      calls: [operations.create, operations.details, operations.list],
      asks: {
        order: ['automation_name', 'type', 'automation_for', 'unsubscribe_group_id'],
      },
      derives: {unsubscribe_group_id: onlyGroup},
      examples: [
        'emk automations create --kind welcome --name "Welcome" --for list:Newsletter --group "Weekly news"',
        'code=$(emk automations create --kind custom --name "Birthday" --for segments_3 --group 4 -o id)',
      ],
      gives: givesCreated(automation),
      run: (context, {if_missing, allow_duplicate, columns, ...input}) =>
        createOne(context, {operation: operations.create, agreed: () => agreedToOne(context)}, input, {
          ...creating,
          ...{duplicates: {by: ['automation_name']}, if_missing, allow_duplicate},
          says: ({automation_name}) =>
            `Automation "${automation_name}" was created as a draft. Add its first email: emk automations emails add --automation ${shellWord(String(automation_name))}`,
          columns,
        }),
    }),
    duplicate: changing({
      summary: 'Copy an automation as a draft',
      takes: {...operations.duplicate.params, ...sheetOption},
      args: ['utr'],
      calls: [operations.duplicate, operations.details, operations.list],
      examples: ['emk automations duplicate Welcome', 'emk automations duplicate Welcome -o id'],
      gives: givesCreated(automation),
      async run(context, {columns, ...input}) {
        const {utr} = input;
        const label = await nameOfOne(context, automations, 'utr', utr);
        return createOne(context, {operation: operations.duplicate, agreed: () => agreedToOne(context)}, input, {
          ...creating,
          by: [],
          says: () => `Automation ${label} was copied as a draft.`,
          columns,
        });
      },
    }),
    pause,
    'set-live': setLive,
    check,
    results: stats(automationMailings, {
      summary: 'Show how automations did: delivered, opened, bounced, unsubscribed',
      about:
        'The numbers of an automation add up all its emails since it was created. The service has none for a ' +
        'single email or month. --since and --until choose automations by the day they went live.',
      examples: [
        'emk automations results',
        'emk automations results Welcome',
        "emk automations results --where status=live --fail-if 'unsubscribe_rate>1%'",
      ],
    }),
    delete: remove(operations.delete, {
      of: automations,
      summary: 'Delete automations',
      guard: {
        takes: {},
        calls: async () => [contacts.list, recipients.list],
        async look(context, utrs) {
          const ending = await endingInWords(context, new Set(utrs.map(String)));
          return ending.map(says => ['Live', says]);
        },
      },
      examples: ['emk automations delete Birthday', 'emk automations delete Birthday "Win back" --yes'],
    }),
  },
  nested: {emails: {summary: 'The emails of an automation', ...emails}},
} satisfies Group;
