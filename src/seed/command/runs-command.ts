import {command} from '../../commands/command.js';
import {rowInWords, runRows} from './run-rows.js';

export const runsCommand = command({
  summary: 'Show the runs that left something in the account',
  details:
    'Looks for the marks of seeds in the account, so runs of other machines are shown too. The age is that of the youngest ' +
    'record or contact. Those that this machine knows of and that left nothing are not shown.',
  takes: {},
  gives: {document: () => import('./runs.schema.js')},
  examples: ['emk seed runs', "emk seed runs -o json | jq -r '.[].run'"],
  calls: async () => (await import('../clean/operations.js')).lookOperations,
  async run(context) {
    const rows = await runRows(context);
    const now = context.host.now().getTime();
    if (rows.length === 0) context.notice('No run has left anything in the account.');
    const lines = rows.map(row => [row.run.padEnd(20), ...rowInWords(row, now)].join('  '));
    return {kind: 'data', data: rows, text: lines.join('\n')};
  },
});
