import {createHash} from 'node:crypto';
import {targetOf} from '../accounts/target.js';
import type {Context} from '../commands/command.js';
import type {Mailing, SendForm} from './mailing.js';

/**
 * A code for exactly this mailing, to these people, from this account. If any of them changes, so does the code, so a
 * yes for one mailing cannot send another.
 */
export async function digestOf({account}: Pick<Context, 'account'>, form: SendForm, mailing: Mailing): Promise<string> {
  const {sender, template, group, audience, moment} = mailing;
  const parts = [
    targetOf(await account()),
    [mailing.name, mailing.subject, mailing.preheader ?? '', mailing.html ?? '', mailing.json ?? ''],
    [template.id, template.record?.html_code ?? '', template.record?.json_code ?? ''],
    [sender.id, sender.record?.from_name, sender.record?.from_email, sender.record?.reply_to_email],
    [group.id, group.record?.group_name],
    [[...form.recipient_id].sort(), [...(form.exclude_specific_recipient_id ?? [])].sort()],
    [audience.people, audience.entries, audience.addresses],
    moment?.schedule_type === 1 ? [moment.schedule_date, moment.schedule_time] : moment?.schedule_type,
  ];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 24);
}
