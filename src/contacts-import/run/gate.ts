import {PreflightError} from '../../errors.js';
import {counted} from '../../words/count.js';
import {quoted} from '../../words/list.js';
import type {Job} from './job.js';
import {planInWords} from './report.js';

/**
Shows what is about to happen, and asks on a terminal. A script is not asked, but needs an option of its own where the
import would start mails. A profile that forbids changes is refused here, before there is a journal to resume.
*/
export async function gate(job: Job): Promise<void> {
  const {context, plan, type, automations, settings} = job;
  for (const line of planInWords(job)) context.notice(line);
  if (plan.send === 0) return;
  await context.mayChange();
  if (context.ask.possible) {
    const starts = automations.length === 0 ? '' : `, which starts ${quoted(automations)}`;
    await context.confirm({
      what: `Import ${counted(plan.send, 'contact')} into "${type.name}"${starts}`,
    });
  } else if (automations.length > 0 && !settings.allowAutomations) {
    throw new PreflightError(`This import would start live automations: ${quoted(automations)}.`, {
      hint: 'Nothing was sent. Pass --allow-automations if the new contacts are to get their mails, or pause the automations.',
    });
  }
}
