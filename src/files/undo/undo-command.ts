import {maxDeleteOption} from '../../change/agree.js';
import {changing} from '../../commands/command.js';
import {givesCreated} from '../../commands/verbs/create.js';
import {mailing} from '../../endpoints/mailings.js';
import {when} from '../../mailings/moment.js';
import {allowOption} from '../../mailings/started.js';
import {includeOption} from '../../people/door.js';

/** `emk undo [ID|FOLDER]`: one command for every kind of run, because people may not know what a run did. */
export default changing({
  summary: 'Take back what emk did: imports, deletions, applies',
  details:
    'Without an id emk lists the runs of this machine. With one it shows what comes back and what goes, and asks.\n\nWhat a run added is deleted, unless somebody has changed it since: that stays, ' +
    'and is named. Whom a sync changed gets the old values back, unless changed or gone since. What a run deleted ' +
    'comes back with new ids, once, however often you run the line. A cancelled mailing is made anew: at its old ' +
    'time, or at another with --at. An undo is a run too, and can be taken back: of what it brought back, only people ' +
    'go.\n\nUndo knows what this machine did; on another one give it the account folder. Mail that went out, and ids, do not ' +
    'come back. Nor do erased people.',
  takes: {
    id: {
      type: 'text',
      value: 'run|folder',
      blank: 'refused',
      help: 'Which run, by its id; or a folder that was applied',
    },
    list: {type: 'flag', help: 'Only list the runs, the newest first, as without an id'},
    force: {type: 'flag', help: 'Of an import: also delete contacts that were changed since', decides: 'checks'},
    mail_again: {
      type: 'flag',
      help: 'Of a sync: also take back whom it unsubscribed, so that they get mail again',
      decides: 'checks',
    },
    ...includeOption,
    ...allowOption,
    ...maxDeleteOption,
    at: {...when.at, help: 'Of a mailing: another time, such as "2030-05-01 09:00" or "tomorrow 9am"'},
    now: {...when.now, help: 'Of a mailing: send it at once'},
  },
  args: ['id'],
  gives: [
    {document: () => import('./runs.js')},
    'done',
    {document: async () => ({default: (await import('../../contacts/run/result.js')).importResult})},
    {document: async () => ({default: (await import('../../contacts/run/result.js')).syncResult})},
    {document: async () => ({default: (await import('../account/shapes.js')).applied})},
    ...[givesCreated(mailing)].flat().filter(each => each !== 'done'),
  ],
  calls: async () => (await import('./undo.js')).undoCalls(),
  examples: ['emk undo', 'emk undo --list -o json', 'emk undo 2030-05-01-1 --yes', 'emk undo account --dry-run'],
  run: async (context, input) => (await import('./undo.js')).undo(context, input),
});
