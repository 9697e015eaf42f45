import {standardAnswer} from '../../accounts/profile-settings.js';
import {noneIfNotFound} from '../../api/answers/record-sources.js';
import type {Loose, Source} from '../../api/describe/schema.js';
import type {Context, Derive} from '../../commands/command.js';
import groups from '../../endpoints/groups.js';
import {operations as locations} from '../../endpoints/locations.js';
import mailings from '../../endpoints/mailings.js';
import senders, {isVerified} from '../../endpoints/senders.js';
import {isNotDeleted} from '../../records/fields/is-not-deleted.js';
import {folded} from '../../words/sentence.js';

/** The sender that the profile names, or the only one that mail can come from. */
export const onlySender: Derive = async context =>
  standardAnswer(context, 'sender') ?? (await onlyOf(context, senders, isVerified));

/** The group that the profile names, or the only one that people can leave. */
export const onlyGroup: Derive = async context => standardAnswer(context, 'group') ?? (await onlyOf(context, groups));

/** The sender of the newest mailing, for a person to take with Enter. */
export const lastSender = async (context: Context): Promise<string | undefined> => lastly(context, 'sender_id');

/** The group of the newest mailing, for a person to take with Enter. */
export const lastGroup = async (context: Context): Promise<string | undefined> =>
  lastly(context, 'unsubscribe_group_id');

/** The country at the end of an address, unless a state is called like it: Georgia is both. */
export const countryOfAddress: Derive = async (context, {company_address: address}) => {
  if (address === undefined) return undefined;
  const last = folded(String(address).split(',').at(-1)?.trim() ?? '');
  const {countries, states} = await context.call(locations.all);
  const [country] = countries.filter(({name}) => folded(String(name)) === last);
  if (!country || states.some(({name}) => folded(String(name)) === last)) return undefined;
  return String(country.name);
};

async function onlyOf(
  context: Context,
  source: Source,
  fits: (record: Loose) => boolean = () => true,
): Promise<string | undefined> {
  const found: Loose[] = [];
  for await (const batch of noneIfNotFound(context.stream(source.list))) {
    found.push(...(batch as readonly Loose[]).filter(record => isNotDeleted(record) && fits(record)));
  }
  const [only, ...others] = found;
  return only && others.length === 0 ? String(only[source.key]) : undefined;
}

/** A field of the newest mailing of the account, which colleagues and other machines see too. */
async function lastly({stream}: Context, field: 'sender_id' | 'unsubscribe_group_id'): Promise<string | undefined> {
  let newest: Loose | undefined;
  for await (const batch of noneIfNotFound(stream(mailings.list))) {
    for (const each of batch as readonly Loose[]) if (Number(each['id']) > Number(newest?.['id'] ?? 0)) newest = each;
  }
  return newest && String(newest[field]);
}
