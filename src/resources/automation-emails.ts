import type {OperationInput} from '../api/describe/operation.js';
import type {Params, RecordOf} from '../api/describe/schema.js';
import type {Context} from '../change/context.js';
import {effectOf, type Start, starting} from '../change/effect/effect.js';
import {noSuch, readRecord, recordOfList} from '../change/records/read.js';
import {changing, type Derive, type Group} from '../commands/command.js';
import {createOne, givesCreated} from '../commands/verbs/create.js';
import {list} from '../commands/verbs/read.js';
import {remove} from '../commands/verbs/remove.js';
import {UsageError} from '../core/errors.js';
import {shellWord} from '../core/words/shell-word.js';
import automationEmails, {automationEmail, operations, waitOfEmailInWords} from '../endpoints/automation-emails.js';
import automations, {operations as automationOperations, isLive} from '../endpoints/automations.js';
import templates, {operations as templateOperations} from '../endpoints/templates.js';
import {checkTemplate, withTemplate} from '../letters/markdown/letter-input.js';
import {aboutErrors, checkOptions} from '../mailings/options.js';
import {allowOption} from '../mailings/started.js';
import type {Computed} from '../records/fields/computed.js';
import {sheetOption} from '../records/view/select.js';
import {askEmail, askSubject, onlySender, templateOfOwn, verified} from './answers.js';
import {stillNeeded} from './still-needed.js';

const {waiting_period: wait, preview_img: preview} = operations.add.params;

/** The delay of an email as a person gives it: an instant email has no number. */
const delayOptions = {
  waiting_period: {
    type: wait.type,
    option: wait.option,
    help: 'How many days or hours to wait; an instant email needs none',
    question: 'How many days or hours after joining?',
  },
} as const satisfies Params;

/** The preview image is the template's, unless another is given. */
const previewOption = {
  preview_img: {type: preview.type, option: preview.option, help: 'Preview image (default: that of the template)'},
} as const satisfies Params;

type AutomationEmailForm = OperationInput<typeof operations.add>;

/** An instant email needs no number. */
const noWait: Derive = async (_, {waiting_type: unit}) => (unit === 'instantly' ? String(INSTANT) : undefined);

type TypedEmail = Omit<AutomationEmailForm, 'waiting_period' | 'preview_img'> & {
  readonly waiting_period?: number | undefined;
  readonly preview_img?: string | undefined;
};

/**
 * The delay in the service's form. An instant email has the period 1. Zero days or hours are never sent, because nobody
 * documents what they mean.
 */
function delayOf({
  waiting_type: unit,
  waiting_period: given,
}: TypedEmail): Pick<AutomationEmailForm, 'waiting_type' | 'waiting_period'> {
  const isInstant = unit === 'instantly';
  const isRight = isInstant ? given === undefined || given <= INSTANT : given !== undefined && given > 0;
  if (isRight) return {waiting_type: unit, waiting_period: isInstant || given === undefined ? INSTANT : given};
  throw new UsageError(`--unit ${unit} ${isInstant ? 'takes no --wait' : 'needs a --wait of 1 or more'}.`, {
    hint: 'For a delay: --wait 3 --unit days. To send it at once: --unit instantly',
  });
}

const INSTANT = 1;

/** The form with its template read and a preview image. */
async function asSent(
  context: Context,
  given: TypedEmail & {readonly waiting_period: number},
): Promise<AutomationEmailForm> {
  const {preview_img = await previewOf(context, given.template_id)} = given;
  return {...(await withTemplate(context, given)), preview_img};
}

async function previewOf(context: Context, id: number): Promise<string> {
  const template = await recordOfList(context, templateOperations.list, id);
  if (!template) throw noSuch(templates.noun, id);
  if (template.preview_image) return template.preview_image;
  throw new UsageError(`The template "${template.template_name}" has no preview image, and the service requires one.`, {
    hint: 'Name one with --preview.',
  });
}

/** When an email goes out, which its record says in a number and a unit. */
const whenAfterJoining: Computed = {
  path: 'when',
  instead: ['waiting_period', 'waiting_type'],
  needs: ['waiting_period', 'waiting_type'],
  read: email => waitOfEmailInWords(email as RecordOf<typeof automationEmail>),
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
        `the service does not say. emk checks the automation together with the new email first. ${aboutErrors}`,
      takes: {
        ...operations.add.params,
        ...delayOptions,
        ...previewOption,
        ...allowOption,
        ...checkOptions,
        ...sheetOption,
      },
      calls: [operations.add, operations.list],
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
          const {checkFlow, warnOf} = await import('../mailings/findings.js');
          warnOf(context, await checkFlow(context, utr, {strict, force}, [input]));
        }
        const starts = startByEmail(context, automation, allow_automations === true);
        const effect = effectOf('creates', automationEmails, 1, {starts});
        return createOne(
          context,
          {operation: operations.add, agreed: () => context.agree(effect, {what: `Add the email "${input.subject}"`})},
          {...input, columns},
          {
            of: automationEmails,
            within: {utr},
            by: ['subject', 'waiting_period', 'waiting_type'],
            sheet: ['subject', 'sender_id', 'template_id', 'waiting_period', 'waiting_type'],
            computed: [whenAfterJoining],
            says: ({subject}) =>
              `The email "${subject}" was added to the automation "${automation_name}".${isLive(automation) ? '' : ` When it has all its emails, start it: emk automations set-live ${shellWord(automation_name)}`}`,
          },
        );
      },
    }),
    delete: remove(operations.delete, {
      of: automationEmails,
      summary: 'Remove emails from an automation',
      guard: stillNeeded('no-emails', needs => needs.needEmails),
      examples: [
        'emk automations emails delete "Two days with us" --automation Welcome',
        'emk automations emails delete "Two days with us" --automation Welcome --yes',
      ],
    }),
  },
} satisfies Group;

/** The start of an automation that gets an email, if it is live; none if the line allows it. */
const startByEmail = (
  {globals}: Pick<Context, 'globals'>,
  automation: RecordOf<typeof automations.record>,
  allowed: boolean,
): readonly Start[] =>
  !isLive(automation) || allowed || globals.dryRun ? [] : starting([automation.automation_name], 'email');
