import {counted, number, plural, withMore} from '../../words/sentence.js';
import type {Worked} from './change-contacts.js';
import {type NewPeople, rowsNamed} from './note-untaken.js';
import type {SyncPlan} from './plan-sync.js';
import type {UnfinishedWork, UntakenRow} from './sync-result.schema.js';
import {GIVEN_UP} from './untaken-store.js';

/** What became of each part of a sync. */
type SyncParts = {
  readonly adding: {
    readonly outcome?: {readonly added: number; readonly missing: number} | undefined;
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
  const arrived = people?.arrived ?? (outcome ? outcome.added - outcome.missing : 0);
  const change = counts.toChange + (withheld?.change ?? 0) - changing.done;
  const gone = owedIn(list, going).count;
  return {
    add: job.plan.send + givenUp.length + (withheld?.add ?? 0) - arrived,
    change,
    delete: sync.gone === 'delete' ? gone : 0,
    unsubscribe: sync.gone === 'unsubscribe' ? gone : 0,
  };
}

/** People who are still to be deleted or unsubscribed: how many, and the first of them by address. */
type Owed = {readonly count: number; readonly first: readonly string[]};

/** Finds whom the work did not reach. If it stopped before it began, that is everybody who is gone. */
export function owedIn({gone}: SyncPlan['list'], {done, failed, stopped}: Worked): Owed {
  const emails = new Map(gone.first.map(({id, email}) => [id, email]));
  const nameOf = (id: string | number): string =>
    typeof id === 'string' ? id : (emails.get(id) ?? `contact ${number(id)}`);
  const isUntouched = stopped !== undefined && done + failed.length === 0;
  const ids = isUntouched ? gone.ids : failed.map(({id}) => id);
  return {count: ids.length, first: ids.slice(0, MOST_LISTED).map(nameOf)};
}

/** How many people a script gets by name. */
const MOST_LISTED = 1000;

/** What is undone, in sentences, naming rows that the service did not accept; empty if all is done. */
export function unfinishedInWords(
  {add, change, delete: remove, unsubscribe}: UnfinishedWork,
  owed: readonly string[],
  changing: Worked,
  untaken: readonly UntakenRow[],
  file: string,
): string[] {
  const parts = [
    some(unsubscribe, `to unsubscribe (${withMore(owed, unsubscribe)})`),
    some(remove, `to delete (${withMore(owed, remove)})`),
    some(change, `to change${nameChanges(changing)}`),
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

/** The people whose change failed; those whom emk did not come to have no names here. */
const nameChanges = ({failed}: Worked): string =>
  failed.length === 0 ? '' : ` (${withMore(failed.map(({id, name}) => name ?? `contact ${id}`))})`;

const some = (count: number, what: string): string =>
  count <= 0 ? '' : `${counted(count, 'person', 'people')} ${what}`;
