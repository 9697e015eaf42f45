import {forEachRecord} from '../api/answers/record-sources.js';
import type {Context} from '../commands/command.js';
import {operations as lists} from '../endpoints/lists.js';
import {operations as segments} from '../endpoints/segments.js';
import {isNotDeleted} from '../records/fields/is-not-deleted.js';
import {andList, counted} from '../words/sentence.js';

/** One target of a mailing: its name, the number of its people if known, and whether it no longer exists. */
export type SizedTarget = {readonly name: string; readonly people: number | undefined; readonly isMissing?: true};

/** Reads names and sizes of targets such as `contacts_3` and `segments_1`, in order. */
export async function readSizes(
  {stream}: Pick<Context, 'stream'>,
  targets: readonly string[],
): Promise<readonly SizedTarget[]> {
  const known = new Map<string, SizedTarget>();
  if (targets.some(target => target.startsWith('contacts_'))) {
    await forEachRecord(stream(lists.list), ({id, name, contacts_count: people, deleted_at}) => {
      if (isNotDeleted({deleted_at})) known.set(`contacts_${id}`, {name, people});
    });
  }
  if (targets.some(target => target.startsWith('segments_'))) {
    await forEachRecord(stream(segments.list), ({id, segment_name, segment_emails_count: people, deleted_at}) => {
      if (isNotDeleted({deleted_at})) known.set(`segments_${id}`, {name: `segment ${segment_name}`, people});
    });
  }
  return targets.map(
    target => known.get(target) ?? {name: `${target}, which is not in the account`, people: undefined, isMissing: true},
  );
}

/** How many people a mailing can reach at most: a person in two lists gets it once, and some have unsubscribed. */
export const mostPeople = (sizes: readonly SizedTarget[]): number | undefined =>
  sizes.reduce<number | undefined>(
    (sum, {people}) => (sum === undefined || people === undefined ? undefined : sum + people),
    0,
  );

/** Audiences in a sentence: `Newsletter (13 people) and segment VIP (4 people)`. */
export function sizesInWords(sizes: readonly SizedTarget[]): string {
  const names = sizes.map(({name, people}) => (people === undefined ? name : `${name} (${inPeople(people)})`));
  return names.length === 0 ? 'nobody' : andList(names);
}

export const inPeople = (count: number): string => counted(count, 'person', 'people');
