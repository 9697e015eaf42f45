import {targetOf} from '../../accounts/target.js';
import type {Context} from '../../commands/command.js';
import {compareUnits} from '../../words/compare-units.js';
import {counted} from '../../words/sentence.js';
import {ageInWords} from './age.js';
import type {RunRow} from './runs.schema.js';

/** The runs that left something in the account, the oldest first: to be shown, or to choose which one goes. */
export async function runRows(context: Context): Promise<readonly RunRow[]> {
  const [{findRuns}, {runsHere}] = await Promise.all([
    import('../clean/find-runs.js'),
    import('../state/run-folder.js'),
  ]);
  const {runs} = await findRuns(context, new Map(), () => true);
  const here = runsHere(context.host, targetOf(await context.account()));
  return runs
    .map(({run, records, people, youngest}) => ({
      run,
      youngest: Number.isNaN(youngest) ? null : new Date(youngest).toISOString(),
      records: records.length,
      contacts: [...people.values()].reduce((sum, ids) => sum + ids.length, 0),
      here: here.includes(run),
    }))
    .sort((one, other) => compareUnits(one.youngest ?? '', other.youngest ?? ''));
}

/** What a person wants to know of a run: its age, what it left, and whether it is theirs. */
export const rowInWords = ({youngest, records, contacts, here}: RunRow, now: number): readonly string[] => [
  ageInWords(youngest === null ? Number.NaN : now - Date.parse(youngest)),
  counted(records, 'record'),
  counted(contacts, 'contact'),
  ...(here ? ['from this machine'] : []),
];
