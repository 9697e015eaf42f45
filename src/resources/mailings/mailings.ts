import {standardAnswer} from '../../accounts/profile-settings.js';
import type {Loose} from '../../api/describe/schema.js';
import {aboutChecks, checkOptions, digestOption, recipientLimits} from '../../checks/options.js';
import {type Context, changing, type Derive, type Group} from '../../commands/command.js';
import {readRecord} from '../../commands/not-found.js';
import {withTemplate} from '../../commands/template-input.js';
import {createOne, givesCreated} from '../../commands/verbs/create.js';
import {list} from '../../commands/verbs/list.js';
import {remove} from '../../commands/verbs/remove.js';
import {show} from '../../commands/verbs/show.js';
import {changesOf} from '../../commands/verbs/update.js';
import mailings, {content, mailing, operations, RUNNING, SENT, sendUtr} from '../../endpoints/mailings.js';
import {UsageError} from '../../errors.js';
import {mailingMailings} from '../../insight/counters.js';
import {stats} from '../../insight/results-command.js';
import {sheetOption} from '../../records/view/select.js';
import {openedOf, whenSent} from '../shared/when-columns.js';
import {check, derivesIfNew, testCalls, whichMailing} from './before-sending.js';
import {cancel, copy, reschedule} from './change-of-mind.js';
import {createSend, creating} from './create.js';
import {checkingFirst, newMailing, testTakes} from './options.js';
import {createDerives, createQuestions} from './questions.js';
import {updateSend} from './update.js';
import {when} from './when.js';

const testTo: Derive = async context => standardAnswer(context, 'test-to');

export default {
  commands: {
    list: list(operations.list, {
      of: mailings,
      summary: 'Show your mailings',
      columns: ['utr', 'single_send_name', 'subject', 'status', 'delivered', 'unique_opens', 'sent_at'],
      computed: [whenSent, openedOf],
      importance: ['utr', 'single_send_name', 'status', 'when', 'subject', 'unique_opens', 'delivered'],
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
      takes: {
        ...newMailing,
        ...when,
        ...recipientLimits,
        ...digestOption,
        ...checkOptions,
      },
      calls: [operations.create, operations.details, operations.list],
      derives: createDerives,
      asks: createQuestions,
      examples: [
        'emk send may.md --to Newsletter --at "tomorrow 9am"',
        'emk send --html may.html --subject "Hello" --from news@acme.example --group "Weekly news" --to Newsletter --except Staff --now --yes',
        'emk send --template Newsletter --subject "Hello" --to "Customers in Germany" --at "tomorrow 9am" --max-recipients 500',
      ],
      gives: givesCreated(mailing),
      checkFirst: checkingFirst(),
      async run(context, input) {
        const given = await withTemplate(context, input);
        const form = await (await import('./complete.js')).withNameAndPreheader(context, given);
        const {single_send_name, preheader, ...rest} = form;
        if (single_send_name === undefined || preheader === undefined) {
          throw new UsageError('--preheader is missing.', {hint: 'Only the service can read a template in JSON.'});
        }
        return createSend(context, {...rest, single_send_name, preheader});
      },
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
      checkFirst: checkingFirst(),
      run: async (context, {columns, ...input}) => updateSend(context, await withTemplate(context, input), columns),
    }),
    reschedule,
    cancel,
    copy,
    duplicate: changing({
      summary: 'Copy a mailing. The copy of an immediate one may go out, so emk asks first',
      details: aboutChecks,
      takes: {utr: sendUtr, ...recipientLimits, ...checkOptions, ...sheetOption},
      args: ['utr'],
      calls: [operations.details, operations.duplicate, operations.list],
      examples: ['emk mailings duplicate "Spring news"', 'emk mailings duplicate "Spring news" --yes -o id'],
      gives: givesCreated(mailing),
      async run(context, {utr: original, columns, strict, force, ...limits}) {
        const {passCopyGate} = await import('./copy-gate.js');
        const {label, permit} = await passCopyGate(context, original, {strict, force}, limits);
        return createOne(
          context,
          {operation: operations.duplicate, agreed: async () => permit},
          {utr: original},
          {
            ...creating,
            by: [],
            mayBe: context.globals.dryRun ? undefined : await copiesOf(context, original),
            says: () => `Mailing ${label} was copied.`,
            columns,
          },
        );
      },
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
      calls: testCalls,
      derives: {...derivesIfNew, to: testTo},
      asks: whichMailing,
      examples: ['emk test "Autumn preview" --to me@acme.com', 'emk test may.md --to me@acme.com --to boss@acme.com'],
      gives: 'done',
      checkFirst: checkingFirst(),
      run: async (context, input) => (await import('./test.js')).testSend(context, input),
    }),
    results: stats(mailingMailings, {
      summary: 'Show how mailings did: delivered, opened, bounced, unsubscribed',
      about: '--since and --until choose by the time of sending.',
      examples: [
        'emk results --since "last month" --sort -open_rate',
        'emk results --compare "Spring news" "Summer offer"',
        "emk results --since yesterday --fail-if 'bounce_rate>2%' --fail-if 'delivered<100' -q",
      ],
    }),
    delete: remove(operations.delete, {
      of: mailings,
      summary: 'Delete mailings',
      says: ({single_send_name: name, status}) =>
        Number(status) < RUNNING ? `Mailing "${String(name)}" will not go out: it was deleted.` : undefined,
      examples: ['emk mailings delete "Spring news"', 'emk mailings delete "Spring news" "Summer offer" --yes'],
    }),
  },
} satisfies Group;

/** Recognises copies of a mailing: they have its subject, and its name, perhaps with a word that the service added. */
async function copiesOf(context: Context, utr: string): Promise<(record: Loose) => boolean> {
  const original = await readRecord(context, mailings, operations.details, {utr});
  return ({single_send_name: name, subject}) =>
    String(name).includes(original.single_send_name) && subject === original.subject;
}
