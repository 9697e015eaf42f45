import {standardAnswer} from '../../accounts/profile-settings.js';
import {noneIfNotFound} from '../../api/answers/record-sources.js';
import type {Loose, Source} from '../../api/describe/schema.js';
import type {Context, Derive} from '../../commands/command.js';
import groups from '../../endpoints/groups.js';
import {operations as locations} from '../../endpoints/locations.js';
import senders, {isVerified} from '../../endpoints/senders.js';
import {isNotDeleted} from '../../records/fields/is-not-deleted.js';
import {folded} from '../../words/sentence.js';

/** The sender that the profile names, or the only one that mail can come from. */
export const onlySender: Derive = async context =>
  standardAnswer(context, 'sender') ?? (await onlyOf(context, senders, isVerified));

/** The group that the profile names, or the only one that people can leave. */
export const onlyGroup: Derive = async context => standardAnswer(context, 'group') ?? (await onlyOf(context, groups));

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
