import type {RecordOf} from '../../api/describe/schema.js';
import {aboutErrors, checkOptions} from '../../checks/options.js';
import {changing, type Group} from '../../commands/command.js';
import {readRecord} from '../../commands/not-found.js';
import {checkTemplate} from '../../commands/template-input.js';
import {createOne, givesCreated} from '../../commands/verbs/create.js';
import {list} from '../../commands/verbs/list.js';
import {remove} from '../../commands/verbs/remove.js';
import {effectOf} from '../../effect/effect.js';
import automationEmails, {automationEmail, operations, waitInWords} from '../../endpoints/automation-emails.js';
import automations, {operations as automationOperations, isLive} from '../../endpoints/automations.js';
import templates from '../../endpoints/templates.js';
import type {Computed} from '../../records/fields/computed.js';
import {sheetOption} from '../../records/view/select.js';
import {shellWord} from '../../words/shell-word.js';
import {askEmail, askSubject, onlySender, templateOfOwn, verified} from '../shared/email-questions.js';
import {startByEmail} from '../shared/joined-since-live.js';
import {allowOption} from '../shared/started-automations.js';
import {stillNeeded} from '../shared/still-needed.js';
import {asSent, delayOf, delayOptions, noWait, previewOption} from './email-input.js';

/** When an email goes out, which its record says in a number and a unit. */
const whenAfterJoining: Computed = {
  path: 'when',
  instead: ['waiting_period', 'waiting_type'],
  needs: ['waiting_period', 'waiting_type'],
  read: email => waitInWords(email as RecordOf<typeof automationEmail>),
};

/** `emk automations emails`: the emails of an automation. */
export default {
  commands: {
    list: list(operations.list, {
      of: automationEmails,
      summary: 'List the emails of an automation',
      columns: ['utr', 'subject', 'waiting_period', 'waiting_type', 'sender_id', 'template_id'],
      computed: [whenAfterJoining],
      parent: automations,
      examples: ['emk automations emails list Welcome', 'emk automations emails list Welcome -o json'],
    }),
    add: changing({
      summary: 'Add an email to an automation',
      details:
        'In a live automation, everyone who joins gets the new email. People who joined since it went live may get it too: ' +
        'the service does not say. So emk tells you how many they are, and checks the automation together with the new ' +
        `email first. ${aboutErrors}`,
      takes: {
        ...operations.add.params,
        ...delayOptions,
        ...previewOption,
        ...allowOption,
        ...checkOptions,
        ...sheetOption,
      },
      calls: async () => [
        ...[automationOperations.details, templates.list, operations.add, operations.list],
        ...(await import('../../checks/read-mailing.js')).checkReads,
      ],
      asks: {
        order: ['utr', 'subject', 'template_id', 'sender_id', 'waiting_type', 'waiting_period'],
        own: {subject: askSubject, template_id: askEmail},
        only: {sender_id: verified},
      },
      derives: {template_id: templateOfOwn, sender_id: onlySender, waiting_period: noWait},
      examples: [
        'emk automations emails add --automation Birthday --from news@acme.example --subject Welcome --unit instantly --template Welcome',
        'emk automations emails add --automation Birthday --from news@acme.example --subject "Day three" --wait 3 --unit days --template Blank --html @day3.html',
      ],
      gives: givesCreated(automationEmail),
      checkFirst: checkTemplate,
      async run(context, {allow_automations, strict, force, columns, ...given}) {
        const input = await asSent(context, {...given, ...delayOf(given)});
        const {utr} = input;
        const automation = await readRecord(context, automations, automationOperations.details, {utr});
        const {automation_name} = automation;
        if (isLive(automation)) {
          const {checkFlow, warnOf} = await import('../../checks/findings.js');
          warnOf(context, await checkFlow(context, utr, {strict, force}, [input]));
        }
        const starts = await startByEmail(context, automation, allow_automations === true);
        const effect = effectOf('creates', automationEmails, 1, {starts});
        const added = await createOne(
          context,
          {operation: operations.add, agreed: () => context.agree(effect, {what: `Add the email "${input.subject}"`})},
          input,
          {
            of: automationEmails,
            within: ({utr}) => ({utr}),
            by: ['subject', 'waiting_period', 'waiting_type'],
            sheet: ['subject', 'sender_id', 'template_id', 'waiting_period', 'waiting_type'],
            computed: [whenAfterJoining],
            says: ({subject}) =>
              `The email "${subject}" was added to the automation "${automation_name}".${isLive(automation) ? '' : ` When it has all its emails, start it: emk automations set-live ${shellWord(automation_name)}`}`,
            columns,
          },
        );
        return added;
      },
    }),
    delete: remove(operations.delete, {
      of: automationEmails,
      summary: 'Remove emails from an automation',
      guard: stillNeeded('no-emails', needs => needs.needEmails),
      within: {
        automation: {
          type: 'text',
          help: 'The automation they are in; needed for subjects, and to verify the removal',
          from: () => import('../../endpoints/automations.js'),
          fills: 'utr',
          value: 'automation',
        },
      },
      examples: [
        'emk automations emails delete "Two days with us" --automation Welcome',
        'emk automations emails delete "Two days with us" --automation Welcome --yes',
      ],
    }),
  },
} satisfies Group;
