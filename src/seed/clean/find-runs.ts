import type {Context} from '../../commands/command.js';
import {operations as contacts} from '../../endpoints/contacts.js';
import {isNotDeleted} from '../../records/fields/is-not-deleted.js';
import {markInAddress} from '../marks/marks.js';
import {findRecords, type MadeByRuns, type MarkedRecord, type RenamedRecord} from './find-records.js';

/** What is left of a run in the account. */
export type RunFound = {
  readonly run: string;
  readonly records: readonly MarkedRecord[];
  /** The ids of its people, by the id of their list. */
  readonly people: ReadonlyMap<string, readonly number[]>;
  /** The ids of people in its lists whom no seed made. */
  readonly others: ReadonlyMap<string, readonly number[]>;
  /** When its newest record was created, in milliseconds; NaN if the service does not say for all. */
  readonly youngest: number;
};

/** The wanted runs that left anything in the account, each with its records and people. */
export async function findRuns(
  context: Context,
  known: MadeByRuns,
  isWanted: (run: string, youngest: number) => boolean,
): Promise<{readonly runs: readonly RunFound[]; readonly renamed: readonly RenamedRecord[]}> {
  const {found, renamed} = await findRecords(context, known);
  const byRun = new Map<string, MarkedRecord[]>();
  for (const one of found) byRun.set(one.run, [...(byRun.get(one.run) ?? []), one]);
  for (const [run, records] of byRun) if (!isWanted(run, youngestOf(records))) byRun.delete(run);
  const people = await findPeople(context, byRun);
  const runs = [...byRun].map(([run, records]) => ({run, records, ...people(run, youngestOf(records))}));
  return {runs: runs.filter(({run, youngest}) => isWanted(run, youngest)), renamed};
}

const youngestOf = (records: readonly MarkedRecord[]): number => Math.max(...records.map(({created}) => created));

/** Reads the people in the lists of runs, with one reading of the list, and only if such types exist. */
async function findPeople(context: Context, byRun: ReadonlyMap<string, readonly MarkedRecord[]>) {
  const types = new Map<string, {own: number[]; others: number[]; youngest: number; run: string}>();
  for (const [run, records] of byRun)
    for (const {id} of records.filter(({kind}) => kind === 'lists'))
      types.set(String(id), {own: [], others: [], youngest: 0, run});
  let done = 0;
  for await (const batch of types.size > 0 ? context.stream(contacts.list) : []) {
    for (const {id, email, contact_type_id, created_at} of batch.filter(isNotDeleted)) {
      const type = types.get(String(contact_type_id));
      if (type === undefined) continue;
      const isOwn = markInAddress(email ?? '')?.run === type.run;
      (isOwn ? type.own : type.others).push(id);
      type.youngest = Math.max(type.youngest, Date.parse(created_at));
    }
    done += batch.length;
    context.progress.show({label: 'Reading contacts', done});
  }
  context.progress.clear();
  return (run: string, youngest: number): Pick<RunFound, 'people' | 'others' | 'youngest'> => {
    const own = [...types].filter(([, type]) => type.run === run);
    return {
      people: new Map(own.map(([id, type]) => [id, type.own])),
      others: new Map(own.filter(([, type]) => type.others.length > 0).map(([id, type]) => [id, type.others])),
      youngest: Math.max(youngest, ...own.map(([, type]) => type.youngest)),
    };
  };
}
