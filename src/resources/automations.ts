import type {Loose} from '../api/describe/schema.js';
import type {Context} from '../change/context.js';
import {effectOf} from '../change/effect/effect.js';
import {nameOfOne} from '../change/records/names.js';
import {readRecord} from '../change/records/read.js';
import {changing, command, type Group} from '../commands/command.js';
import {act} from '../commands/verbs/act.js';
import {create, createOne, givesCreated} from '../commands/verbs/create.js';
import {list, show} from '../commands/verbs/read.js';
import {remove} from '../commands/verbs/remove.js';
import {counted} from '../core/words/sentence.js';
import {shellWord} from '../core/words/shell-word.js';
import automations, {automation, isLive, operations} from '../endpoints/automations.js';
import {automationMailings} from '../insight/counters.js';
import {stats} from '../insight/results-command.js';
import {aboutErrors, type CheckRules, checkOptions} from '../mailings/options.js';
import {isMoment} from '../records/dates/clock.js';
import type {Computed} from '../records/fields/computed.js';
import type {Finding} from '../records/fields/finding.js';
import {sheetOption} from '../records/view/select.js';
import {onlyGroup} from './answers.js';
import emails from './automation-emails.js';

/** `emk automations check`: reports everything that is wrong with an automation, and sends nothing. */
const check = command({
  summary: 'Check an automation before you set it live',
  details:
    'Checks the emails, the audience, the group, and the sender, subject, tags and HTML of each email. ' +
    'Nothing is sent. The exit code is 10 if a check fails.',
  takes: {...operations.details.params, ...checkOptions},
  args: ['utr'],
  calls: [operations.details],
  examples: ['emk automations check Welcome', 'emk automations check Welcome --strict -o json'],
  gives: {document: () => import('../records/fields/finding.js')},
  async run(context, {utr, strict, force}) {
    const {findingsOfFlow, reportOfFindings, withStrictness} = await import('../mailings/findings.js');
    const flow = await (await import('../mailings/mailing.js')).readFlow(context, utr);
    const what = `the automation "${flow.automation.automation_name}"`;
    return reportOfFindings(context, withStrictness(findingsOfFlow(flow), {strict, force}), what);
  },
});

export const pause = act(operations.pause, {
  of: automations,
  summary: 'Pause a live automation',
  details:
    'The service does not say what happens to people who got some of the emails: they may never get the rest, even if ' +
    'you set the automation live again.',
  does: label => `Pause automation ${label}`,
  did: label =>
    `Automation ${label} is paused. The service does not say what happens to people who are halfway: they may never get the rest, even if you set it live again.`,
  unless: 'Only a live automation can be paused.',
  examples: ['emk automations pause Welcome --dry-run', 'emk automations pause Welcome'],
  asks: {only: {utr: {fits: isLive, none: 'There is nothing to pause: no automation is live.'}}},
});

/** The checks before an automation goes live, for help. */
const aboutAutomationChecks =
  'emk checks first that it has emails, an audience and a group, and that each email has a verified sender and known tags. ' +
  `${aboutErrors} An automation that is already live does not change.`;

/** `emk automations set-live`: checked and confirmed like a mailing, and not touched if it is live already. */
export const setLive = act(operations.setLive, {
  of: automations,
  summary: 'Start an automation: it mails people who join from now on',
  details: aboutAutomationChecks,
  takes: checkOptions,
  reads: [operations.details],
  async look(context, {utr: given, ...rules}) {
    const utr = String(given);
    const automation = await readRecord(context, automations, operations.details, {utr});
    const {automation_name: name, live_at} = automation;
    if (isLive(automation)) {
      const since = live_at === null ? '' : `, since ${live_at.slice(0, 10)}`;
      return {already: `The automation "${name}" is live already${since}.`};
    }
    const found = await checked(context, utr, rules);
    const card = async () => (await import('./automations-work.js')).automationCard(context, utr, found);
    return {name: `"${name}"`, card};
  },
  does: label => `Set automation ${label} live, so that it mails people who join its audience`,
  did: label => `Automation ${label} is live: it mails people who join its audience from now on.`,
  unless: 'To see it: emk automations show',
  examples: ['emk automations set-live Welcome', 'emk automations set-live Welcome --yes'],
  asks: {
    only: {
      utr: {
        fits: automation => !isLive(automation),
        none: 'There is no automation to start. To create one: emk automations create',
      },
    },
  },
});

/** The warnings of the checks. A script without `--yes` is refused before they read anything. */
async function checked(context: Context, utr: string, rules: CheckRules): Promise<readonly Finding[]> {
  const {ask, globals} = context;
  const isAnswered = globals.yes || globals.dryRun;
  if (!ask.possible && !isAnswered) return [];
  await context.mayChange();
  const {checkFlow, warnOf} = await import('../mailings/findings.js');
  const findings = await checkFlow(context, utr, rules);
  if (isAnswered) warnOf(context, findings);
  return findings;
}

/** How to find a new automation, however it was created. */
const creating = {
  of: automations,
  by: ['automation_name'],
  read: operations.details,
  sheet: ['automation_name', 'automation_for', 'unsubscribe_group_id', 'status'],
} as const;

const creation = create(operations.create, {
  ...creating,
  summary: 'Create an automation as a draft',
  duplicates: {by: ['automation_name']},
  asks: {order: ['automation_name', 'type', 'automation_for', 'unsubscribe_group_id']},
  derives: {unsubscribe_group_id: onlyGroup},
  says: ({automation_name: name}) =>
    `Automation "${name}" was created as a draft. Add its first email: emk automations emails add --automation ${shellWord(String(name))}`,
  examples: [
    'emk automations create --kind welcome --name "Welcome" --for list:Newsletter --group "Weekly news"',
    'code=$(emk automations create --kind custom --name "Birthday" --for segments_3 --group 4 -o id)',
  ],
});

// The documentation says that the name is optional, but also shows that the service fails without it.
const named = {...operations.create.params.automation_name, required: true} as const;

/** How many emails an automation has, and since when a live one has sent them. */
const whenLive: Computed = {
  path: 'when',
  instead: ['automation_schedule_count', 'live_at'],
  needs: ['automation_schedule_count', 'status', 'live_at'],
  read({automation_schedule_count: emails, status, live_at}: Loose) {
    const length = emails === undefined || emails === null ? [] : [counted(Number(emails), 'email')];
    const since = Number(status) === 1 && isMoment(live_at) ? [`since ${live_at.slice(0, 10)}`] : [];
    return [...length, ...since].join(' ');
  },
};

export default {
  commands: {
    list: list(operations.list, {
      of: automations,
      summary: 'List automations',
      columns: ['utr', 'automation_name', 'status', 'automation_schedule_count', 'total_delivered', 'live_at'],
      computed: [whenLive],
      examples: ['emk automations list', 'emk automations list --where status=live'],
    }),
    show: {
      ...show(operations.details, {
        of: automations,
        summary: 'Show one automation',
        computed: [{...whenLive, instead: []}],
        examples: ['emk automations show Welcome', 'emk automations emails list Welcome'],
      }),
      details:
        'The counts are of mails that went out. The emails that it sends, and when: emk automations emails list.',
    },
    create: {...creation, takes: {...creation.takes, automation_name: named}},
    duplicate: changing({
      summary: 'Copy an automation as a draft',
      takes: {...operations.duplicate.params, ...sheetOption},
      args: ['utr'],
      calls: [operations.duplicate, operations.details, operations.list],
      examples: ['emk automations duplicate Welcome', 'emk automations duplicate Welcome -o id'],
      gives: givesCreated(automation),
      async run(context, input) {
        const {utr} = input;
        const label = await nameOfOne(context, automations, 'utr', utr);
        const agreed = () => context.agree(effectOf('creates', automations));
        return createOne(context, {operation: operations.duplicate, agreed}, input, {
          ...creating,
          by: [],
          says: () => `Automation ${label} was copied as a draft.`,
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
        'single email or month.',
      examples: [
        'emk automations results',
        'emk automations results Welcome',
        "emk automations results --where status=live --fail-if 'unsubscribe_rate>1%'",
      ],
    }),
    delete: remove(operations.delete, {
      of: automations,
      comesBack: ' as a draft, without statistics',
      summary: 'Delete automations',
      guard: {
        async look(context, utrs) {
          const {endingInWords} = await import('./automations-work.js');
          const ending = await endingInWords(context, new Set(utrs.map(String)));
          return ending.map(says => ['Live', says]);
        },
      },
      examples: ['emk automations delete Birthday', 'emk automations delete Birthday "Win back" --yes'],
    }),
  },
  nested: {emails: {summary: 'The emails of an automation', ...emails}},
} satisfies Group;
