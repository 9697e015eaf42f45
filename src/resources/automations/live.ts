import {aboutAutomationChecks, type CheckRules, checkOptions} from '../../checks/options.js';
import {type Command, type Context, changing} from '../../commands/command.js';
import {readRecord} from '../../commands/not-found.js';
import {act} from '../../commands/verbs/act.js';
import automations, {isLive, operations} from '../../endpoints/automations.js';
import {PreflightError} from '../../errors.js';
import {doneResult} from '../../output/results/result.js';
import type {Finding} from '../../records/fields/finding.schema.js';
import {endedOne} from '../../work/ending.js';

const examplesOfPause = ['emk automations pause Welcome --dry-run', 'emk automations pause Welcome'] as const;

const pausing = (name: string) =>
  act(operations.pause, {
    of: automations,
    name,
    summary: 'Pause a live automation',
    does: label => `Pause automation ${label}`,
    details:
      'The service does not say what happens to people who got some of the emails: they may never get the rest, even if ' +
      'you set the automation live again.',
    did: label =>
      `Automation ${label} is paused. The service does not say what happens to people who are halfway: they may never get the rest, even if you set it live again.`,
    unless: 'Only a live automation can be paused.',
    examples: examplesOfPause,
    asks: {
      only: {utr: {fits: isLive, none: 'There is nothing to pause: no automation is live.'}},
    },
  });

/** `emk automations pause`: the service says "not found" if an automation is not live, so emk checks that first. */
export const pause: Command = {
  ...pausing(''),
  calls: [operations.details, operations.pause],
  async run(context: Context, input: {readonly utr: string}) {
    const automation = await readRecord(context, automations, operations.details, input);
    const {automation_name: name} = automation;
    if (!isLive(automation)) {
      throw new PreflightError(`The automation "${name}" is a draft. You can only pause a live one.`, {
        hint: 'Nothing was sent. To see the live ones: emk automations list --where status=live',
      });
    }
    return pausing(`"${name}"`).run(context, input as never);
  },
};

/** `emk automations set-live`: checked and confirmed like a mailing, and not touched if it is live already. */
export const setLive = changing({
  summary: 'Start an automation: it mails people who join from now on',
  details: aboutAutomationChecks,
  takes: {...operations.setLive.params, ...checkOptions},
  args: ['utr'],
  calls: [operations.details, operations.setLive],
  asks: {
    only: {
      utr: {
        fits: automation => !isLive(automation),
        none: 'There is no automation to start. To create one: emk automations create',
      },
    },
  },
  examples: ['emk automations set-live Welcome', 'emk automations set-live Welcome --yes'],
  gives: 'done',
  async run(context, {utr, ...rules}) {
    const automation = await readRecord(context, automations, operations.details, {utr});
    const {automation_name: name, live_at} = automation;
    if (isLive(automation)) {
      const since = live_at === null ? '' : `, since ${live_at.slice(0, 10)}`;
      return endedOne(doneResult(`The automation "${name}" is live already${since}.`, utr));
    }
    const found = await checked(context, utr, rules);
    return act(operations.setLive, {
      of: automations,
      name: `"${name}"`,
      summary: '',
      does: label => `Set automation ${label} live, so that it mails people who join its audience`,
      card: async () => (await import('./card.js')).automationCard(context, utr, found),
      did: label => `Automation ${label} is live: it mails people who join its audience from now on.`,
      unless: 'To see it: emk automations show',
      examples: ['', ''],
    }).run(context, {utr} as never);
  },
});

/** The warnings of the checks. A script without `--yes` is refused before they read anything. */
async function checked(context: Context, utr: string, rules: CheckRules): Promise<readonly Finding[]> {
  const {ask, globals} = context;
  const isAnswered = globals.yes || globals.dryRun;
  if (!ask.possible && !isAnswered) return [];
  await context.mayChange();
  const {checkFlow, warnOf} = await import('../../checks/findings.js');
  const findings = await checkFlow(context, utr, rules);
  if (isAnswered) warnOf(context, findings);
  return findings;
}
