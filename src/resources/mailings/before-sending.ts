import type {Operation} from '../../api/describe/schema.js';
import type {TypedValues} from '../../ask/terminal/ask.js';
import {aboutChecks} from '../../checks/options.js';
import {type Asking, command, type Derive} from '../../commands/command.js';
import {content, operations} from '../../endpoints/mailings.js';
import {checkingFirst, checkTakes} from './options.js';
import {createDerives} from './questions.js';

/** The operations of the checks are loaded only for the reference. */
const checkCalls = async () => [operations.details, ...(await import('../../checks/read-mailing.js')).checkReads];

/** The operations of a test, which are loaded only for the reference. */
export async function testCalls(): Promise<readonly Operation[]> {
  const [checks, {operations: lists}, {operations: contacts}] = await Promise.all([
    checkCalls(),
    import('../../endpoints/lists.js'),
    import('../../endpoints/contacts.js'),
  ]);
  return [operations.create, operations.delete, lists.create, contacts.create, contacts.delete, ...checks];
}

const newParts = Object.keys(content);

/** Asks for a mailing of the account, unless the line describes a new one. */
export const whichMailing: Asking = {
  needs: [{question: 'Which mailing?', either: {utr: ''}, unless: newParts}],
};

const isNew = (so: TypedValues): boolean => so['utr'] === undefined && newParts.some(key => so[key] !== undefined);

/** What the line of a new mailing need not say. An existing one keeps what it has. */
export const derivesIfNew = Object.fromEntries(
  Object.entries(createDerives).map(([key, derive]): [string, Derive] => [
    key,
    async (context, so) => (isNew(so) ? derive(context, so) : undefined),
  ]),
);

export const check = command({
  summary: 'Check a mailing before it goes out',
  details:
    'Shows who gets a mailing of the account, a new one from your options, or an existing one with your changes, and what ' +
    'is wrong with it. Sends nothing; the exit code is 10 if a check fails. With --now or --at it gives a digest: "emk ' +
    `send --expect-digest" sends nothing if anything has changed since. ${aboutChecks}`,
  takes: checkTakes,
  args: ['utr'],
  calls: checkCalls,
  derives: derivesIfNew,
  asks: whichMailing,
  examples: [
    'emk mailings check "Autumn preview"',
    'emk mailings check "Autumn preview" --strict -o json',
    'emk mailings check --html may.md --to Newsletter --at "tomorrow 9am"',
  ],
  gives: {document: () => import('./checked.schema.js')},
  checkFirst: checkingFirst('any'),
  run: async (context, input) => (await import('./check.js')).checkSend(context, input),
});
