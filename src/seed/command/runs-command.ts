import {targetOf} from '../../accounts/target.js';
import {command} from '../../commands/command.js';
import {compareUnits} from '../../words/compare-units.js';
import {counted} from '../../words/count.js';
import {ageInWords} from './age.js';

export const runsCommand = command({
  summary: 'Show the runs that left something in the account',
  details:
    'Looks for the marks of seeds in the account, so runs of other machines are shown too. The age is that of the youngest ' +
    'record or contact. Those that this machine knows of and that left nothing are not shown.',
  takes: {},
  gives: 'document',
  examples: ['emk seed runs', "emk seed runs -o json | jq -r '.[].run'"],
  calls: async () => (await import('../clean/operations.js')).lookOperations,
  async run(context) {
    const [{findRuns}, {runsHere}] = await Promise.all([
      import('../clean/find-runs.js'),
      import('../state/run-folder.js'),
    ]);
    const {runs} = await findRuns(context, new Map(), () => true);
    const here = runsHere(context.host, targetOf(await context.account()));
    const now = context.host.now().getTime();
    const rows = runs
      .map(({run, records, people, youngest}) => ({
        run,
        youngest: Number.isNaN(youngest) ? null : new Date(youngest).toISOString(),
        records: records.length,
        contacts: [...people.values()].reduce((sum, ids) => sum + ids.length, 0),
        here: here.includes(run),
      }))
      .sort((one, other) => compareUnits(one.youngest ?? '', other.youngest ?? ''));
    if (rows.length === 0) context.notice('No run has left anything in the account.');
    const lines = rows.map(({run, youngest, records, contacts, here: isHere}) =>
      [
        run.padEnd(20),
        ageInWords(youngest === null ? Number.NaN : now - Date.parse(youngest)),
        counted(records, 'record'),
        counted(contacts, 'contact'),
        ...(isHere ? ['from this machine'] : []),
      ].join('  '),
    );
    return {kind: 'data', data: rows, text: lines.join('\n')};
  },
});
