import {noneIfNotFound} from '../api/answers/record-sources.js';
import type {Account} from '../api/wire/account.js';
import type {Context} from '../commands/command.js';
import {operations as contacts} from '../endpoints/contacts.js';
import type {Clock} from './clock.js';
import type {Read} from './make-report.js';
import {createMonthOf} from './months.js';
import {createPeopleCount, type PeopleCount} from './people.js';
import {type Mailings, mailingReads, readMailings} from './read-mailings.js';
import {countUnsubscribes, unsubscribeReads} from './unsubscribes.js';

/** The lists that it reads. */
export const reportReads = [...mailingReads, ...unsubscribeReads, contacts.list];

/** Reads the whole account, each list once; people are counted as they arrive. */
export async function readReport(context: Context, clock: Clock): Promise<Read> {
  const account = nameOf(await context.account());
  const monthOf = createMonthOf(clock.zone);
  const mailings = await readMailings(context);
  const unsubscribes = await countUnsubscribes(context, monthOf);
  const people = createPeopleCount(monthOf);
  await countContacts(context, people, mailings);
  context.progress.clear();
  return {account, clock, mailings, people, unsubscribes};
}

/** The account's name on a page: an account from the environment is named by its address. */
const nameOf = ({name, source, baseUrl}: Account): string =>
  source === 'environment' || name === 'default' ? new URL(baseUrl).host : name;

async function countContacts({stream, progress}: Context, people: PeopleCount, {lists}: Mailings): Promise<void> {
  const total = lists.reduce((sum, {contacts_count = 0}) => sum + contacts_count, 0);
  let done = 0;
  for await (const batch of noneIfNotFound(stream(contacts.list))) {
    for (const contact of batch) people.add(contact);
    done += batch.length;
    progress.show({label: 'Reading contacts', done, total: Math.max(total, done)});
  }
}
