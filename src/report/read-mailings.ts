import {forEachRecord, noneIfNotFound} from '../api/answers/record-sources.js';
import type {RecordOf} from '../api/describe/schema.js';
import type {SizedTarget} from '../checks/audience-sizes.js';
import type {Context} from '../commands/command.js';
import {type schedule, operations as schedules} from '../endpoints/automation-schedules.js';
import {type automation, operations as automations, isLive} from '../endpoints/automations.js';
import {type contactType, operations as contactTypes} from '../endpoints/contact-types.js';
import {operations as segments} from '../endpoints/segments.js';
import {type sender, operations as senders} from '../endpoints/senders.js';
import {type singleSend, operations as singleSends} from '../endpoints/single-sends.js';
import {isNotDeleted} from '../records/fields/is-not-deleted.js';
import {concurrently} from '../work/concurrently.js';

/** A single send without its body, because an account may have many megabytes of them. */
export type Send = Omit<RecordOf<typeof singleSend>, 'template_json' | 'template_html' | 'unique_open_token'>;

export type Email = Omit<RecordOf<typeof schedule>, 'template_json' | 'template_html'>;

export type Automation = RecordOf<typeof automation>;

export type Sender = RecordOf<typeof sender>;

export type ContactType = RecordOf<typeof contactType>;

/** Everything that sends mail or may send mail: mailings and automations, and what they refer to. */
export type Mailings = {
  readonly sends: readonly Send[];
  readonly automations: readonly Automation[];
  /** The emails of each live automation, by the automation's utr. */
  readonly emails: ReadonlyMap<string, readonly Email[]>;
  readonly senders: ReadonlyMap<number, Sender>;
  readonly lists: readonly ContactType[];
  /** All possible audiences, by their form in mailings: `contacts_3`, `segments_1`. */
  readonly audiences: ReadonlyMap<string, SizedTarget>;
};

/** The lists that it reads. */
export const mailingReads = [singleSends, automations, schedules, senders, contactTypes, segments].map(
  ({list}) => list,
);

/** Reads each list once, and the emails of live automations. */
export async function readMailings({stream, progress}: Pick<Context, 'stream' | 'progress'>): Promise<Mailings> {
  const step = (called: string, done: number): void =>
    progress.show({label: `Reading ${called}, step`, done, total: LISTS});
  step('mailings', 1);
  const sends = await listed(stream(singleSends.list), sendWithoutBody);
  step('automations', 2);
  const found = (await listed(stream(automations.list), identity)).filter(isNotDeleted);
  const live = found.filter(isLive);
  step('emails of automations', 3);
  const emails = await concurrently(
    AT_ONCE,
    live,
    async ({utr}) => [utr, await listed(stream(schedules.list, {utr}), emailWithoutBody)] as const,
  );
  step('senders', 4);
  const people = (await listed(stream(senders.list), identity)).filter(isNotDeleted);
  step('lists', 5);
  const lists = (await listed(stream(contactTypes.list), identity)).filter(isNotDeleted);
  step('segments', 6);
  const groups = (await listed(stream(segments.list), identity)).filter(isNotDeleted);
  progress.clear();
  return {
    sends,
    automations: found,
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
}: RecordOf<typeof singleSend>): Send => send;

const emailWithoutBody = ({template_json: _json, template_html: _html, ...email}: RecordOf<typeof schedule>): Email =>
  email;

const identity = <T>(value: T): T => value;

const LISTS = 6;

/** For how many automations emk reads emails at once. */
const AT_ONCE = 4;
