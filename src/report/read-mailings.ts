import {forEachRecord, noneIfNotFound} from '../api/answers/record-sources.js';
import type {RecordOf} from '../api/describe/schema.js';
import type {SizedTarget} from '../checks/audience-sizes.js';
import type {Context} from '../commands/command.js';
import {type automationEmail, operations as automationEmails} from '../endpoints/automation-emails.js';
import {type automation, operations as automations, isLive} from '../endpoints/automations.js';
import {type contactList, operations as contactLists} from '../endpoints/lists.js';
import {type mailing, operations as mailings} from '../endpoints/mailings.js';
import {operations as segments} from '../endpoints/segments.js';
import {type sender, operations as senders} from '../endpoints/senders.js';
import {isNotDeleted} from '../records/fields/is-not-deleted.js';
import {concurrently} from '../work/concurrently.js';

/** A mailing without its body, because an account may have many megabytes of them. */
export type Send = Omit<RecordOf<typeof mailing>, 'template_json' | 'template_html' | 'unique_open_token'>;

export type Email = Omit<RecordOf<typeof automationEmail>, 'template_json' | 'template_html'>;

export type Automation = RecordOf<typeof automation>;

export type Sender = RecordOf<typeof sender>;

export type List = RecordOf<typeof contactList>;

/** Everything that sends mail or may send mail: mailings and automations, and what they refer to. */
export type Mailings = {
  readonly sends: readonly Send[];
  readonly automations: readonly Automation[];
  /** The emails of each live automation, by the automation's utr. */
  readonly emails: ReadonlyMap<string, readonly Email[]>;
  readonly senders: ReadonlyMap<number, Sender>;
  readonly lists: readonly List[];
  /** All possible audiences, by their form in mailings: `contacts_3`, `segments_1`. */
  readonly audiences: ReadonlyMap<string, SizedTarget>;
};

/** The lists that it reads. */
export const mailingReads = [mailings, automations, automationEmails, senders, contactLists, segments].map(
  ({list}) => list,
);

/** Reads each list once, all at the same time, and the emails of live automations. */
export async function readMailings({stream, progress}: Pick<Context, 'stream' | 'progress'>): Promise<Mailings> {
  let done = 0;
  const step = async <T>(reading: Promise<T>): Promise<T> => {
    const read = await reading;
    done += 1;
    progress.show({label: 'Reading the account', done, total: LISTS});
    return read;
  };
  progress.show({label: 'Reading the account', done, total: LISTS});
  const found = step(listed(stream(automations.list), identity)).then(all => all.filter(isNotDeleted));
  const emailsOf = async ({utr}: Automation) =>
    [utr, await listed(stream(automationEmails.list, {utr}), emailWithoutBody)] as const;
  const [sends, allAutomations, emails, people, lists, groups] = await Promise.all([
    step(listed(stream(mailings.list), sendWithoutBody)),
    found,
    step(found.then(all => concurrently(AT_ONCE, all.filter(isLive), emailsOf))),
    step(listed(stream(senders.list), identity)).then(all => all.filter(isNotDeleted)),
    step(listed(stream(contactLists.list), identity)).then(all => all.filter(isNotDeleted)),
    step(listed(stream(segments.list), identity)).then(all => all.filter(isNotDeleted)),
  ]);
  progress.clear();
  return {
    sends,
    automations: allAutomations,
    emails: new Map(emails),
    senders: new Map(people.map(each => [Number(each.id), each])),
    lists,
    audiences: new Map([
      ...lists.map(({id, name, contacts_count: people}): NamedList => [`contacts_${id}`, {name, people}]),
      ...groups.map(
        ({id, segment_name: name, segment_emails_count: people}): NamedList => [
          `segments_${id}`,
          {name: `segment ${name}`, people},
        ],
      ),
    ]),
  };
}

type NamedList = readonly [target: string, sized: SizedTarget];

/** The records of a list. Some lists answer "not found" if they are empty. */
async function listed<T, R>(
  source: Parameters<typeof noneIfNotFound<T>>[0],
  toKept: (record: T) => R,
): Promise<readonly R[]> {
  const records: R[] = [];
  await forEachRecord(noneIfNotFound(source), record => {
    records.push(toKept(record));
  });
  return records;
}

const sendWithoutBody = ({
  template_json: _json,
  template_html: _html,
  unique_open_token: _opens,
  ...send
}: RecordOf<typeof mailing>): Send => send;

const emailWithoutBody = ({
  template_json: _json,
  template_html: _html,
  ...email
}: RecordOf<typeof automationEmail>): Email => email;

const identity = <T>(value: T): T => value;

const LISTS = 6;

/** For how many automations emk reads emails at once. */
const AT_ONCE = 4;
