import {readdirSync} from 'node:fs';

/** The files that decide about people and data, by folder or path below `src`. Files of words are left to the transcripts. */
const rooms = [
  'who-left',
  'identity',
  'effect',
  'work',
  'restore',
  'commands/keeping',
  'commands/agree.ts',
  'checks/other-sends.ts',
  'contacts-import/undo',
  'contacts-import/sync',
  'account-files/apply',
  'resources/single-sends/send-gate.ts',
  'api/client',
];

const isWords = /(?:words|schema|options|calls)\.ts$/;

/** The paths of all files of these rooms. */
export const filesOfRooms = root =>
  readdirSync(`${root}/src`, {recursive: true})
    .map(path => path.replaceAll('\\', '/'))
    .filter(path => path.endsWith('.ts') && !isWords.test(path))
    .filter(path => rooms.some(room => path === room || path.startsWith(`${room}/`)))
    .sort();
