import {noneIfNotFound} from '../../api/answers/record-sources.js';
import type {Loose, Source} from '../../api/describe/schema.js';
import type {Context, ToldBy} from '../../commands/command.js';
import groups from '../../endpoints/groups.js';
import lists from '../../endpoints/lists.js';
import {operations as locations} from '../../endpoints/locations.js';
import mailings from '../../endpoints/mailings.js';
import segments from '../../endpoints/segments.js';
import senders, {isVerified} from '../../endpoints/senders.js';
import {wordsFor} from '../../questions/record-words.js';
import {isNotDeleted} from '../../records/fields/is-not-deleted.js';
import {folded} from '../../words/sentence.js';

/** The sender of the last mailing, or the only possible one, so that nobody has to choose. */
export const usualSender: ToldBy = async context => {
  const usual = await usualRecord(context, senders, {fits: isVerified, lastly: 'sender_id'});
  return (
    usual && {
      value: usual.word,
      says: `The sender is ${String(usual.record['from_name'])} <${String(usual.record['from_email'])}>, ${usual.why ?? 'your only verified sender'}.`,
    }
  );
};

/** The group of the last mailing, or the only one that people can leave, so that nobody has to choose. */
export const usualGroup: ToldBy = async context => {
  const usual = await usualRecord(context, groups, {fits: () => true, lastly: 'unsubscribe_group_id'});
  return (
    usual && {
      value: usual.word,
      says: `The group is "${String(usual.record['group_name'])}", ${usual.why ?? 'the only one'}.`,
    }
  );
};

/** The only list of people, if there is no segment either, so that nobody has to choose. */
export const onlyAudience: ToldBy = async context => {
  const [only, ...others] = await recordsOf(context, lists);
  if (!only || others.length > 0 || (await recordsOf(context, segments)).length > 0) return undefined;
  const [id, name] = [String(only['id']), String(only['name'])];
  const [word] = await wordsFor(context, lists, [{id, name}], {});
  return {value: [word === name ? `list:${name}` : `contacts_${id}`], says: `It goes to "${name}", your only list.`};
};

/** Where replies go: to the sender itself, unless those to the newest sender go elsewhere. */
export const usualReplies: ToldBy = async (context, {from_email: own}) => {
  const [newest] = (await recordsOf(context, senders)).sort((one, other) => Number(other['id']) - Number(one['id']));
  const {from_email: from, reply_to_email: replies} = newest ?? {};
  return replies && replies !== from
    ? {value: String(replies), says: `Replies go to ${String(replies)}, as those to ${String(from)}.`}
    : {value: String(own), says: `Replies go to ${String(own)}.`};
};

/** The country at the end of an address, unless a state is called like it: Georgia is both. */
export const countryOfAddress: ToldBy = async (context, {company_address: address}) => {
  const last = folded(String(address).split(',').at(-1)?.trim() ?? '');
  const {countries, states} = await context.call(locations.all);
  const [country] = countries.filter(({name}) => folded(String(name)) === last);
  if (!country || states.some(({name}) => folded(String(name)) === last)) return undefined;
  return {value: String(country.name), says: `The country is ${country.name}, as in the address.`};
};

/** The name of a mailing, by default its subject without tags, which would mean nothing in a list. */
export const nameOfSubject: ToldBy = async (_, {subject}) => {
  const name = String(subject ?? '')
    .replaceAll(/(?:\b(?:for|to|from|of|with|and)\s+)?\(\([^()]*\)\)/gi, '')
    .replaceAll(/\s+/g, ' ')
    .replace(/^[\s,]+|[\s,]+$/g, '');
  return name === '' ? undefined : {value: name, says: `Its name in your lists is "${name}", like the subject.`};
};

/** What a choice among records can be left to: those that fit, and the field of the last mailing that names one. */
type Usual = {fits(record: Loose): boolean; readonly lastly: 'sender_id' | 'unsubscribe_group_id'};

/** The record that the newest mailing used, with the reason in words, or the only one there is. */
async function usualRecord(
  context: Context,
  source: Source,
  {fits, lastly}: Usual,
): Promise<{readonly record: Loose; readonly word: string; readonly why?: string} | undefined> {
  const [only, ...others] = (await recordsOf(context, source)).filter(fits);
  if (!only) return undefined;
  const last = others.length === 0 ? undefined : await lastMailing(context);
  const used = [only, ...others].find(({[source.key]: id}) => String(id) === String(last?.[lastly]));
  const record = others.length === 0 ? only : used;
  if (!record) return undefined;
  const idAndName = {id: String(record[source.key]), name: String(record[source.label] ?? '')};
  const [word = idAndName.id] = await wordsFor(context, source, [idAndName], {});
  return {record, word, ...(last && {why: `as in your last mailing, "${String(last['single_send_name'])}"`})};
}

/** The newest mailing of the account: what it used is remembered there, for colleagues and other machines too. */
async function lastMailing({stream}: Context): Promise<Loose | undefined> {
  let newest: Loose | undefined;
  for await (const batch of noneIfNotFound(stream(mailings.list))) {
    for (const each of batch as readonly Loose[]) if (Number(each['id']) > Number(newest?.['id'] ?? 0)) newest = each;
  }
  return newest;
}

async function recordsOf(context: Context, {list}: Source): Promise<Loose[]> {
  const found: Loose[] = [];
  for await (const batch of noneIfNotFound(context.stream(list))) {
    found.push(...(batch as readonly Loose[]).filter(isNotDeleted));
  }
  return found;
}
