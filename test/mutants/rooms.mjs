import {readdirSync} from 'node:fs';

/** What decides about people and data, as functions of emk, each with its folders and files below `src`. */
const functions = {
  'the door of who left': ['who-left'],
  'who is the same': ['identity'],
  'effect, permit and agreement': ['effect', 'commands/agree.ts'],
  'work, its journal and its end': ['work'],
  'copies before a deletion': ['commands/keeping'],
  'bringing back': ['undo'],
  'undo of an import': ['contacts-import/undo'],
  'the plan and work of a sync': ['contacts-import/sync'],
  'apply of account files': ['account-files'],
  'the gate of a mailing': ['resources/mailings/send-gate.ts', 'checks/other-sends.ts'],
  'the client': ['api/client'],
};

const isWords = /(?:words|schema|options|calls)\.ts$/;

/** The paths of all files of these functions. Files of words are left to the transcripts. */
export function filesOfRooms(root) {
  const files = readdirSync(`${root}/src`, {recursive: true})
    .map(path => path.replaceAll('\\', '/'))
    .filter(path => path.endsWith('.ts') && !isWords.test(path));
  const found = Object.entries(functions).map(([name, places]) => {
    const some = files.filter(path => places.some(place => path === place || path.startsWith(`${place}/`)));
    if (some.length === 0) throw new Error(`Nothing in src is ${name}: say in test/mutants/rooms.mjs where it went.`);
    return some;
  });
  return [...new Set(found.flat())].sort();
}
