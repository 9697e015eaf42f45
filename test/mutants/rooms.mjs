import {readdirSync} from 'node:fs';

/** What decides about people and data, as functions of emk, each with its folders and files below `src`. */
const functions = {
  'the door of who left': ['people/door.ts', 'people/let-in.ts', 'people/who-left.ts', 'resources/add-to.ts'],
  'who is the same': ['change/identity'],
  'effect, permit and agreement': ['change/effect', 'change/agree.ts', 'agents/calls.ts'],
  'work, its journal and its end': ['change/work'],
  'copies before a deletion': ['copy-records.ts', 'remove-records.ts', 'create-all.ts'].map(
    file => `change/records/${file}`,
  ),
  'bringing back': ['files/undo'],
  'undo of an import': ['contacts/command/undo.ts'],
  'the plan and work of a sync': ['contacts/sync', 'contacts/run', 'contacts/send'],
  'apply of account files': ['files/account'],
  'the gate of a mailing': ['mailings/send.ts', 'mailings/change.ts', 'mailings/mailing.ts', 'mailings/twins.ts'],
  'the client': ['api/client'],
};

const isWords = /(?:words|schema|options|report)\.ts$/;

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
