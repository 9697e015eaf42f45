import type {Operation} from '../../api/describe/schema.js';
import {changing, command} from '../../commands/command.js';

const address = {
  type: 'text',
  format: 'address',
  required: true,
  help: "The person's address",
  value: 'address',
} as const;

/** The operations of the search for an address, loaded only for the reference. */
const reads = async (): Promise<readonly Operation[]> => (await import('./traces.js')).traceReads;

/** `contacts erase`: the right to be forgotten. */
export const erase = changing({
  summary: 'Erase a person from the account and this machine, with a certificate',
  details:
    'emk looks in all lists, segments, groups and notifications, in its own files on this machine ' +
    '(copies of deletions, previews, caches) and in files that it wrote elsewhere. It shows what it found and asks. ' +
    'Then it deletes without keeping a copy, looks again, and prints a certificate. It only names your files, such as ' +
    'exports. It does not know files that you moved or copied.\n\nemk keeps unsubscribes, so that nobody mails this address ' +
    'again; --even-unsubscribed erases them too. On this machine it also keeps a keyed hash of the address and the ' +
    'day, so that this person does not come back unseen, such as in an old file: even if emk finds nothing now. ' +
    'Nobody can read the address from it. --forget drops it.\n\nIf something is left, the exit code is 8 and the certificate ' +
    'says why. If it is interrupted, run the same line again.',
  takes: {
    address,
    even_unsubscribed: {
      type: 'flag',
      option: 'even-unsubscribed',
      help: 'Erase the unsubscribes too: the person may get mail again',
    },
    forget: {type: 'flag', help: 'Erase nothing: forget that this person was erased here'},
  },
  args: ['address'],
  calls: async () => {
    const [{erasable}, {deletionsOf}] = await Promise.all([
      import('./traces.js'),
      import('../../api/describe/collection.js'),
    ]);
    return [...(await reads()), ...deletionsOf(...Object.values(erasable))];
  },
  gives: [{document: () => import('./certificate.schema.js')}, 'done'],
  examples: [
    'emk contacts erase bob@example.com',
    'emk contacts erase bob@example.com --yes --out erased.json',
    'emk contacts erase bob@example.com --forget',
  ],
  run: async (context, input) => (await import('./erase.js')).erasePerson(context, input),
});

/** `contacts dossier`: the right of access. */
export const dossier = command({
  summary: 'Everything the account knows about one person, as JSON or as a page to hand over',
  details:
    'Reads all lists, segments, groups, unsubscribes and notifications, and names the files ' +
    'on this machine that emk wrote and that mention the address. Without a file it prints to the terminal. FILE.html becomes one page that ' +
    'works offline.',
  takes: {
    address,
    file: {type: 'text', value: 'file.html', help: 'Write one page to this file'},
    open: {type: 'flag', help: 'Open the page in the browser', decides: 'output'},
  },
  args: ['address', 'file'],
  makesPage: 'file',
  calls: reads,
  gives: [
    {document: () => import('./dossier.schema.js')},
    {document: () => import('../../output/results/written-file.schema.js')},
  ],
  examples: ['emk contacts dossier ann@example.com ann.html', 'emk contacts dossier ann@example.com -o json'],
  run: async (context, input) => (await import('./dossier.js')).personDossier(context, input),
});
