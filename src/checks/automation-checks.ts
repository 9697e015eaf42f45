import type {RecordOf} from '../api/describe/schema.js';
import type {automation} from '../endpoints/automations.js';
import type {group} from '../endpoints/groups.js';
import type {Finding} from '../records/fields/finding.schema.js';
import {shellWord} from '../words/shell-word.js';
import type {SizedTarget} from './audience-sizes.js';
import type {Email} from './email.js';
import {errorsFirst, findingsOfEmail} from './findings.js';
import {type AutomationCheckName, automationCheckNames, type CheckFinding, error, warning} from './names.js';

/** An automation with its emails, and everything else that the checks need from the account. */
export type Flow = {
  readonly automation: RecordOf<typeof automation>;
  /** Its recipients; undefined if it has none. */
  readonly audience: SizedTarget | undefined;
  readonly group: RecordOf<typeof group> | undefined;
  readonly emails: readonly Email[];
};

/** The checks of an automation, apart from its emails. A name without a function here does not compile. */
const automationChecks: {readonly [name in AutomationCheckName]: (flow: Flow) => readonly CheckFinding[]} = {
  'no-emails': ({emails, automation: {automation_name: name}}) =>
    emails.length > 0
      ? []
      : [
          error(
            `The automation "${name}" has no emails, so nobody would get any.`,
            `Add one first: emk automations emails add --automation ${shellWord(name)}`,
          ),
        ],

  'group-exists': ({group, automation: {unsubscribe_group_id: id}}) =>
    group
      ? []
      : [
          error(
            id ? `Group ${id} is not in the account.` : 'The automation has no group.',
            'The service needs one to start it. Create the automation again, with --group.',
          ),
        ],

  'audience-exists': ({audience}) =>
    audience === undefined
      ? [error('The automation has no audience, so nobody can join it.', 'Create it again, with --for.')]
      : audience.isMissing
        ? [error(`The automation mails ${audience.name}.`, 'Create it again, with --for.')]
        : [],

  'audience-empty': ({audience}) =>
    audience && !audience.isMissing && audience.people === 0
      ? [warning(`Nobody is in ${audience.name} yet.`, 'The automation mails people who join from now on.')]
      : [],
};

/** Everything that the checks find in an automation and its emails, errors first. */
export function findingsOfFlow(flow: Flow): readonly Finding[] {
  const whole = automationCheckNames.flatMap(check => automationChecks[check](flow).map(found => ({check, ...found})));
  const inEmails = flow.emails.flatMap(email =>
    findingsOfEmail(email).map(finding => ({...finding, says: `Email "${email.subject}": ${finding.says}`})),
  );
  return errorsFirst([...whole, ...inEmails]);
}
