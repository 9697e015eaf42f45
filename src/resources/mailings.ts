import {standardAnswer} from '../accounts/profile-settings.js';
import type {Loose} from '../api/describe/schema.js';
import type {TypedValues} from '../change/ask.js';
import type {Context} from '../change/context.js';
import {
  type Asking,
  type Command,
  changing,
  command,
  type Derive,
  type Group,
  type OnlySome,
  type OwnQuestion,
} from '../commands/command.js';
import {givesCreated} from '../commands/verbs/create.js';
import {list, show} from '../commands/verbs/read.js';
import {remove} from '../commands/verbs/remove.js';
import {changesOf} from '../commands/verbs/update.js';
import mailings, {content, mailing, operations, RUNNING, SENT, sendUtr} from '../endpoints/mailings.js';
import {operations as templates} from '../endpoints/templates.js';
import {mailingMailings} from '../insight/counters.js';
import {stats} from '../insight/results-command.js';
import {withTemplate} from '../letters/markdown/letter-input.js';
import {refuseEarly, when, whenSent, wrongMoment} from '../mailings/moment.js';
import {
  aboutErrors,
  checkOptions,
  checkTakes,
  copyTakes,
  createTakes,
  digestOption,
  duplicateTakes,
  recipientLimits,
  rescheduleTakes,
  testTakes,
} from '../mailings/options.js';
import {sheetOption} from '../records/view/select.js';
import {askEmail, askSubject, onlyGroup, onlySender, templateOfOwn, verified} from './answers.js';

const testTo: Derive = async context => standardAnswer(context, 'test-to');

/** The questions for a new mailing, whose moment comes last. */
const createQuestions: Asking = {
  order: ['subject', 'template_id', 'sender_id', 'recipient_id', 'unsubscribe_group_id'],
  own: {subject: askSubject, template_id: askEmail},
  only: {sender_id: verified},
  needs: [
    {
      question: 'When does it go out?',
      either: {at: 'At a set time', now: 'Now, as soon as it is created'},
      isRequired: true,
      own: async (...given) => (await import('../mailings/ask-when.js')).askWhen(...given),
    },
  ],
};

/** What a new mailing need not say. */
const createDerives: NonNullable<Command['derives']> = {
  template_id: templateOfOwn,
  sender_id: onlySender,
  unsubscribe_group_id: onlyGroup,
};

const newParts = Object.keys(content);

/** Asks for a mailing of the account, unless the line describes a new one. */
const whichMailing: Asking = {
  needs: [{question: 'Which mailing?', either: {utr: ''}, unless: newParts}],
};

const isNew = (given: TypedValues): boolean =>
  given['utr'] === undefined && newParts.some(key => given[key] !== undefined);

/** What the line of a new mailing need not say. An existing one keeps what it has. */
const derivesIfNew = Object.fromEntries(
  Object.entries(createDerives).map(([key, derive]): [string, Derive] => [
    key,
    async (context, given) => (isNew(given) ? derive(context, given) : undefined),
  ]),
);

/** The checks, for the help of the commands that run them. */
const aboutChecks =
  'emk checks sender, group, people, subject, tags, HTML and time. Errors stop it: --force NAME ignores one check, and ' +
  '--strict stops at warnings too.';

const check = command({
  summary: 'Check a mailing before it goes out',
  details:
    'Shows who gets a mailing of the account, a new one from your options, or an existing one with your changes, and what ' +
    'is wrong with it. Sends nothing; the exit code is 10 if a check fails. With --now or --at it gives a digest: "emk ' +
    `send --expect-digest" sends nothing if anything has changed since. ${aboutChecks}`,
  takes: checkTakes,
  args: ['utr'],
  calls: [operations.details],
  derives: derivesIfNew,
  asks: whichMailing,
  examples: [
    'emk mailings check "Autumn preview"',
    'emk mailings check "Autumn preview" --strict -o json',
    'emk mailings check --html may.md --to Newsletter --at "tomorrow 9am"',
  ],
  gives: {document: () => import('../mailings/send.js')},
  checkFirst: refuseEarly,
  run: async (context, input) => (await import('../mailings/send.js')).checkSend(context, input),
});

/** Asks for the new moment once its time zone is known. */
const askMoment: OwnQuestion = async context => {
  await (await import('../mailings/ask-when.js')).settleZone(context);
  const at = await context.ask.text('The new time:', {
    help: '"tomorrow 9am", "2030-05-01 09:00", or from the old one: "+7 days", "+2 hours"',
    problem: text => (/^\s*\+/.test(text) ? undefined : wrongMoment(context, text)),
  });
  return {at: at.trim()};
};

/** The mailings that have not begun to go out. */
const waiting = (verb: string): OnlySome => ({
  fits: ({status}) => Number(status) < RUNNING,
  none: `There is nothing to ${verb}: no mailing is scheduled.`,
});

const removal = remove(operations.delete, {
  of: mailings,
  summary: 'Stop a scheduled mailing, and keep a copy to send later',
  details:
    'The service cannot turn a mailing back into a draft. So emk deletes it there and keeps a copy on this machine: ' +
    '"emk undo" brings it back. A mailing that is going out, or has gone out, cannot be ' +
    'cancelled.',
  guard: {
    look: async (context, [utr]) => (await import('../mailings/change.js')).linesOfCancel(context, String(utr)),
  },
  named: {does: 'Cancel', did: name => `Mailing ${name} is cancelled: it will not go out.`},
  examples: ['emk cancel "Autumn preview"', 'emk cancel "Autumn preview" --yes'],
});

/** `mailings cancel`: deletes an unsent mailing, and keeps a copy. */
const cancel: Command = {
  ...removal,
  takes: {utr: sendUtr},
  asks: {only: {utr: waiting('cancel')}},
  run: (context: Context, {utr}: Loose) => removal.run(context, {utr: [utr]}),
} satisfies Command as Command;

/** `mailings reschedule`: another moment for an unsent mailing. */
const reschedule = changing({
  summary: 'Move a scheduled mailing to another time',
  details: `emk checks the whole mailing again, and asks first at a terminal. ${aboutErrors}`,
  takes: rescheduleTakes,
  args: ['utr'],
  calls: [operations.details, operations.update],
  asks: {own: {at: askMoment}, only: {utr: waiting('reschedule')}},
  examples: [
    'emk reschedule "Autumn preview" --at "tomorrow 9am"',
    'emk reschedule "Autumn preview" --at "+1 day" --yes',
  ],
  gives: {record: mailing},
  checkFirst: refuseEarly,
  run: async (context, input) => (await import('../mailings/change.js')).rescheduleSend(context, input),
});

/** `mailings copy`: the same mailing again, at another time. */
const copy = changing({
  summary: 'Send a mailing again at another time',
  details:
    'The copy is called after its new day, and all else stays: give --name and --subject where a date in them is to change. ' +
    'A copy is checked like any new mailing. ' +
    `${aboutErrors}`,
  takes: copyTakes,
  args: ['utr'],
  calls: [operations.details, templates.list, operations.create, operations.list],
  asks: {own: {at: askMoment}},
  examples: [
    'emk mailings copy "Autumn preview" --at "+7 days"',
    'emk mailings copy "Spring news" --at "2030-06-01 09:00" --name "June news" --subject "News in June"',
  ],
  gives: givesCreated(mailing),
  checkFirst: refuseEarly,
  run: async (context, input) => (await import('../mailings/change.js')).copySend(context, input),
});

export default {
  commands: {
    list: list(operations.list, {
      of: mailings,
      summary: 'Show your mailings',
      columns: ['utr', 'single_send_name', 'subject', 'status', 'delivered', 'unique_opens', 'sent_at'],
      importance: ['utr', 'single_send_name', 'status', 'when', 'subject', 'unique_opens', 'delivered'],
      computed: [whenSent],
      examples: ['emk mailings list', 'emk mailings list --where status=sent --sort -sent_at'],
    }),
    show: show(operations.details, {
      of: mailings,
      summary: 'Show one mailing',
      computed: [
        clock => ({...whenSent(clock), instead: ['schedule_type', 'schedule_date', 'schedule_time', 'sent_at']}),
      ],
      awaits: {
        state: 'sent',
        isThere: ({status}) => Number(status) >= SENT,
        nowInWords: ({status}) => operations.details.returns.shape.status.words[Number(status)] ?? `in state ${status}`,
      },
      examples: [
        'emk mailings show "Spring news"',
        'emk mailings show "Autumn preview" --wait 2h && emk results "Autumn preview"',
      ],
    }),
    create: changing({
      summary: 'Send a letter to a list or segment, now or later',
      details:
        'The letter is an HTML or Markdown file, or a template. Its own lines say the subject and preheader (subject: ' +
        'Hello); sender and group follow where there is only one, or from "emk config set". With --now it goes out at ' +
        `once, with --at at that time. ${aboutChecks}`,
      takes: createTakes,
      calls: [operations.create, operations.details, operations.list],
      derives: createDerives,
      asks: createQuestions,
      examples: [
        'emk send may.md --to Newsletter --at "tomorrow 9am"',
        'emk send --html may.html --subject "Hello" --from news@acme.example --group "Weekly news" --to Newsletter --except Staff --now --yes',
        'emk send --template Newsletter --subject "Hello" --to "Customers in Germany" --at "tomorrow 9am" --max-recipients 500',
      ],
      gives: givesCreated(mailing),
      checkFirst: refuseEarly,
      run: async (context, input) => (await import('../mailings/send.js')).createFromLine(context, input),
    }),
    update: changing({
      summary: "Change a mailing. Fields you don't name keep their value",
      details:
        'Updating a mailing that goes out at once mails it, and one whose time may be past may be mailed too, so emk asks ' +
        `first. A mailing that is running or completed needs --force running. ${aboutChecks}`,
      takes: {
        ...changesOf({utr: sendUtr, ...content}, 'utr'),
        ...when,
        ...recipientLimits,
        ...digestOption,
        ...checkOptions,
        ...sheetOption,
      },
      args: ['utr'],
      calls: [operations.details, operations.update],
      examples: [
        'emk mailings update "Autumn preview" --subject "Hello again"',
        'emk mailings update "Autumn preview" --at "2030-05-02 10:00" --dry-run',
        'emk mailings update "Autumn preview" --to segment:"Customers in Germany" --except list:Staff',
      ],
      gives: {record: mailing},
      checkFirst: refuseEarly,
      async run(context, {columns, ...input}) {
        const {updateSend} = await import('../mailings/change.js');
        return updateSend(context, await withTemplate(context, input), columns);
      },
    }),
    reschedule,
    cancel,
    copy,
    duplicate: changing({
      summary: 'Copy a mailing. The copy of an immediate one may go out, so emk asks first',
      details: aboutChecks,
      takes: duplicateTakes,
      args: ['utr'],
      calls: [operations.details, operations.duplicate, operations.list],
      examples: ['emk mailings duplicate "Spring news"', 'emk mailings duplicate "Spring news" --yes -o id'],
      gives: givesCreated(mailing),
      run: async (context, input) => (await import('../mailings/change.js')).duplicateSend(context, input),
    }),
    check,
    test: changing({
      summary: 'Mail a test of a mailing to yourself',
      details:
        'Sends an existing mailing, or a new one from your options, at once, with [Test] before its name and subject. emk ' +
        'checks it like any other, and mails no test to people who unsubscribed from everything or from its group.\n\n' +
        'The test goes through a list only for tests, which "emk config set test-list" names. Afterwards emk deletes the ' +
        'test and the contacts it added. Tags are filled for a test contact; "emk templates preview" uses a real one.',
      takes: testTakes,
      args: ['utr'],
      calls: [operations.create, operations.delete],
      derives: {...derivesIfNew, to: testTo},
      asks: whichMailing,
      examples: ['emk test "Autumn preview" --to me@acme.com', 'emk test may.md --to me@acme.com --to boss@acme.com'],
      gives: 'done',
      checkFirst: refuseEarly,
      run: async (context, input) => (await import('../mailings/test.js')).testSend(context, input),
    }),
    results: stats(mailingMailings, {
      summary: 'Show how mailings did: delivered, opened, bounced, unsubscribed',
      about: "--where 'sent_at>=last week' chooses by the time of sending.",
      examples: [
        "emk results --where 'sent_at>=2029-12' --sort -open_rate",
        'emk results --compare "Spring news" "Summer offer"',
        "emk results --where 'sent_at>=yesterday' --fail-if 'bounce_rate>2%' --fail-if 'delivered<100' -q",
      ],
    }),
    delete: remove(operations.delete, {
      of: mailings,
      summary: 'Delete mailings',
      examples: ['emk mailings delete "Spring news"', 'emk mailings delete "Spring news" "Summer offer" --yes'],
    }),
  },
} satisfies Group;
