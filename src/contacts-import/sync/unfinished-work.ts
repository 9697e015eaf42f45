import {counted, plural} from '../../words/count.js';
import type {Worked} from './change-contacts.js';
import {type NewPeople, rowsNamed} from './note-untaken.js';
import type {SyncPlan} from './plan-sync.js';
import type {UnfinishedWork, UntakenRow} from './sync-result.schema.js';
import {GIVEN_UP} from './untaken-store.js';

/** What became of each part of a sync. */
type SyncParts = {
  readonly adding: {
    readonly outcome?: {readonly sent: number; readonly missing: number} | undefined;
    readonly people?: NewPeople | undefined;
  };
  readonly changing: Worked;
  readonly going: Worked;
};

/** Counts what is undone: contacts that failed, and those not tried. */
export function unfinishedIn(
  {job, counts, list, sync, givenUp, withheld}: SyncPlan,
  {adding: {people, outcome}, changing, going}: SyncParts,
): UnfinishedWork {
  const arrived = people?.arrived ?? (outcome ? outcome.sent - outcome.missing : 0);
  const change = counts.toChange - changing.done;
  // A person with two contacts is unsubscribed once, so counts differ; only a failed part means that somebody is left.
  const isWhole = going.stopped === undefined && going.failed.length === 0;
  const gone = isWhole && going.done > 0 ? 0 : list.gone.ids.length - going.done;
  return {
    add: job.plan.send + givenUp.length + (withheld?.people ?? 0) - arrived,
    change,
    delete: sync.gone === 'delete' ? gone : 0,
    unsubscribe: sync.gone === 'unsubscribe' ? gone : 0,
  };
}

/** What is undone, in sentences, naming rows that the service did not accept; empty if all is done. */
export function unfinishedInWords(
  {add, change, delete: remove, unsubscribe}: UnfinishedWork,
  untaken: readonly UntakenRow[],
  file: string,
): string[] {
  const parts = [
    some(unsubscribe, 'to unsubscribe'),
    some(remove, 'to delete'),
    some(change, 'to change'),
    some(add, 'to add'),
  ].filter(part => part !== '');
  const again = untaken.filter(({times}) => times < GIVEN_UP);
  const last = untaken.filter(({times}) => times >= GIVEN_UP);
  return [
    ...(parts.length === 0 ? [] : [`Not done: ${parts.join(', ')}.`]),
    ...(again.length === 0
      ? []
      : [
          `The service refused ${rowsNamed(again, file)}. The next sync tries ${plural(again.length, 'it', 'each')} once more.`,
        ]),
    ...(last.length === 0
      ? []
      : [
          `The service refused ${rowsNamed(last, file)} for the second time. The next sync skips ${plural(last.length, 'it', 'them')}, unless the row changes or you add --retry-refused.`,
        ]),
  ];
}

const some = (count: number, what: string): string =>
  count <= 0 ? '' : `${counted(count, 'person', 'people')} ${what}`;
