import {toWait, waitParam} from '../account-files/command/wait-option.js';
import {changing} from '../commands/command.js';
import {allowOption} from '../resources/shared/started-automations.js';
import {includeOption} from '../who-left/options.js';
import {ended, noWork} from '../work/ending.js';

/** `emk restore [NAME]`: one command for all kinds, because people may not know what was deleted with a record. */
export default changing({
  summary: 'Bring back what emk deleted, or list the copies it keeps',
  details:
    'Before emk deletes anything, it saves a copy in a private file on this machine, for 30 days or as long as "emk ' +
    'config set keep-deleted" says. After the deletion it tells you the name of the copy.\n\nemk skips what is there ' +
    'already, so after an interruption you run the same line again. People come back through an import, and then ' +
    'into the segments that they were in: nobody is added twice.\n\nIds are new, and statistics cannot come back. "emk api" and "seed clean" keep no copy.',
  takes: {
    name: {
      type: 'text',
      value: 'name',
      help: 'The name of the copy, which emk told you after the deletion (default: emk asks which, or lists all)',
    },
    list: {type: 'text', value: 'list', help: 'Put the contacts into this list instead of the one they were in'},
    ...includeOption,
    ...allowOption,
    settle_wait: waitParam,
  },
  args: ['name'],
  asks: {
    needs: ['name'],
    own: {name: async (...so) => (await import('./kept-list.js')).askCopy(...so)},
  },
  gives: [
    {document: () => import('./kept-list.schema.js')},
    'done',
    {document: () => import('../contacts-import/run/import-result.schema.js')},
  ],
  calls: async () => (await import('./restore-calls.js')).restoreCalls(),
  examples: ['emk restore', 'emk restore 2030-05-01-1'],
  async run(context, {name, settle_wait, ...more}) {
    if (name === undefined) return ended(noWork, await (await import('./kept-list.js')).keptList(context));
    return (await import('./restore.js')).restore(context, {name, ...more, settle: toWait(settle_wait)});
  },
});
