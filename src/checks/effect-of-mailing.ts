import {createHash} from 'node:crypto';
import {targetOf} from '../accounts/target.js';
import type {Context} from '../commands/command.js';
import {type Effect, effectOf} from '../effect/effect.js';
import mailings from '../endpoints/mailings.js';
import {momentAsSent} from './moment.js';
import type {Mailing, SendForm} from './read-mailing.js';

/** What sending a mailing does: whom it mails, and when. The question, a limit and a digest read the same. */
export const effectOfMailing = ({audience, moment}: Pick<Mailing, 'audience' | 'moment'>): Effect<'sends'> =>
  effectOf('sends', mailings, 1, {
    people: {mailed: {count: audience.people, who: audience.who}},
    at: moment === undefined ? 'unknown' : moment.schedule_type === 0 ? 'now' : momentAsSent(moment),
  });

/**
 * A code for exactly this mailing, to exactly these people, from this account. If any of them changes, so does the code, so
 * a yes for one mailing cannot send another. Nor can it send the same one twice: the first is then among the mailings
 * of these days with this name.
 */
export async function digestOf({account}: Pick<Context, 'account'>, form: SendForm, mailing: Mailing): Promise<string> {
  const {sender, template, group, others} = mailing;
  const {people, at} = effectOfMailing(mailing);
  const from = await account();
  const parts = [
    targetOf(from),
    [mailing.name, mailing.subject, mailing.preheader ?? '', mailing.html ?? '', mailing.json ?? ''],
    [template.id, template.record?.html_code ?? '', template.record?.json_code ?? ''],
    [sender.id, sender.record?.from_name, sender.record?.from_email, sender.record?.reply_to_email],
    [group.id, group.record?.group_name],
    [[...form.recipient_id].sort(), [...(form.exclude_specific_recipient_id ?? [])].sort()],
    await people.mailed?.who?.(from),
    others.map(({utr}) => utr).sort(),
    at,
  ];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 24);
}
