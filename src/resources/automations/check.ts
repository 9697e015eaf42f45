import {type CheckRules, checkOptions} from '../../checks/options.js';
import {command} from '../../commands/command.js';
import {operations as automationEmails} from '../../endpoints/automation-emails.js';
import {operations} from '../../endpoints/automations.js';
import {finding} from '../../records/fields/finding.js';
import {listOptions} from '../../records/view/select.js';

/** `emk automations check`: reports everything that is wrong with an automation, and sends nothing. */
export const check = command({
  summary: 'Check an automation before you set it live',
  details:
    'Checks the emails, the audience, the group, and the sender, subject, tags and HTML of each email. ' +
    'Nothing is sent. The exit code is 10 if a check fails.',
  takes: {...operations.details.params, ...checkOptions, ...listOptions},
  args: ['utr'],
  // The lists that the checks read are loaded only for the reference.
  calls: async () => [
    operations.details,
    automationEmails.list,
    ...(await import('../../checks/read-mailing.js')).checkReads,
  ],
  examples: ['emk automations check Welcome', 'emk automations check Welcome --strict -o json'],
  gives: {list: finding},
  async run(context, {utr, strict, force, ...options}) {
    const [{findingsOfFlow, withStrictness}, {readFlow}, {reportOfFindings}] = await Promise.all([
      import('../../checks/findings.js'),
      import('../../checks/read-mailing.js'),
      import('../shared/findings-report.js'),
    ]);
    const flow = await readFlow(context, utr);
    const rules: CheckRules = {strict, force};
    const what = `the automation "${flow.automation.automation_name}"`;
    return reportOfFindings(context, withStrictness(findingsOfFlow(flow), rules), options, {what});
  },
});
