import {findingsOfFlow} from '../../checks/automation-checks.js';
import type {CheckRules} from '../../checks/options.js';
import {readFlow} from '../../checks/read-flow.js';
import type {EmailForm} from '../../checks/read-mailing.js';
import {settleFindings} from '../../checks/settle-findings.js';
import type {Context} from '../../commands/command.js';
import type {Finding} from '../../records/fields/finding.schema.js';

/**
 * Checks an automation including an email that is about to be added. Errors stop the command; warnings are returned.
 */
export async function checkFlow(
  context: Context,
  utr: string,
  rules: CheckRules,
  more: readonly EmailForm[] = [],
): Promise<readonly Finding[]> {
  return settleFindings(findingsOfFlow(await readFlow(context, utr, more)), {rules, what: 'automation'});
}
