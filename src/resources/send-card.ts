import type {OperationInput} from '../api/operation.js';
import type {Card, CardLine} from '../commands/card.js';
import type {Context} from '../commands/command.js';
import {operations as senders} from '../endpoints/senders.js';
import type {operations} from '../endpoints/single-sends.js';
import {operations as templates} from '../endpoints/templates.js';
import {operations as groups} from '../endpoints/unsubscribe-groups.js';
import {atMost, inPeople, readSizes, sizesInWords} from './audience-sizes.js';
import {recordOfList} from './record-of-list.js';
import {type Moment, type MomentInZones, momentToCheck} from './single-send-when.js';

/** A send as its form has it, which is what will go out. */
export type Mailing = Omit<OperationInput<typeof operations.create>, keyof Moment>;

/**
Reads what a person should know before a send goes out: its words, who it comes from, who gets it and when. `says` makes
the question from the audience in words.
*/
export async function sendCard(
  context: Context,
  send: Mailing,
  {moment, zones}: MomentInZones,
  says: (audience: string) => string,
): Promise<Card> {
  const to = await readSizes(context, send.recipient_id);
  const without = await readSizes(context, send.exclude_specific_recipient_id ?? []);
  const people = atMost(to);
  const lines: CardLine[] = [
    ['Subject', send.subject],
    ['Preheader', send.preheader],
    ['From', await senderInWords(context, send.sender_id)],
    ['To', sizesInWords(to)],
    ...(to.length > 1 && people !== undefined ? [['', `at most ${inPeople(people)} in all`] as const] : []),
    ...(without.length > 0 ? [['Left out', sizesInWords(without)] as const] : []),
    ['Group', await groupInWords(context, send.unsubscribe_group_id)],
    ['Template', await templateInWords(context, send)],
    ['When', moment.schedule_type === 0 ? 'at once' : momentToCheck(moment, zones)],
  ];
  const all = sizesInWords(to);
  const few = to.length === 1 || people === undefined ? all : `at most ${inPeople(people)}`;
  return {
    what: says(without.length > 0 ? `${all}, leaving out ${sizesInWords(without)},` : all),
    question: says(few),
    lines,
  };
}

async function senderInWords(context: Context, id: number): Promise<string> {
  const sender = await recordOfList(context, senders.list, id);
  if (!sender) return `sender ${id}, which is not in the account`;
  const verified = Number(sender.is_verified) === 1 ? 'verified' : 'NOT verified';
  return `${sender.from_name} <${sender.from_email}>, ${verified}`;
}

const groupInWords = async (context: Context, id: number): Promise<string> =>
  (await recordOfList(context, groups.list, id))?.group_name ?? `group ${id}, which is not in the account`;

async function templateInWords(context: Context, send: Mailing): Promise<string> {
  const {template_id: id, template_html: html, template_json: json} = send;
  const name = (await recordOfList(context, templates.list, id))?.template_name ?? `template ${id}`;
  const own = html ? 'HTML' : json ? 'JSON' : undefined;
  return own === undefined ? name : `${name}, with ${own} of your own`;
}
