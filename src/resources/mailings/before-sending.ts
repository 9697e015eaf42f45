import type {Operation} from '../../api/describe/schema.js';
import {aboutChecks} from '../../checks/options.js';
import {type Asking, command} from '../../commands/command.js';
import {content, operations} from '../../endpoints/mailings.js';
import {finding} from '../../records/fields/finding.js';
import {checkingFirst, checkTakes, emailForm, prepareTakes} from './options.js';
import {createQuestions} from './questions.js';

/** The operations of the checks are loaded only for the reference. */
const checkCalls = async () => [operations.details, ...(await import('../../checks/check-reads.js')).checkReads];

/** The operations of a test, which are loaded only for the reference. */
export async function testCalls(): Promise<readonly Operation[]> {
  const [checks, {operations: lists}, {operations: contacts}] = await Promise.all([
    checkCalls(),
    import('../../endpoints/lists.js'),
    import('../../endpoints/contacts.js'),
  ]);
  return [operations.create, operations.delete, lists.create, contacts.create, contacts.delete, ...checks];
}

/** Asks for an existing mailing, or for a new one and what it needs. */
const whichMailing = (parts: readonly string[]): Asking => {
  const {own, told = {}, order = []} = createQuestions;
  const needs = order.filter(key => parts.includes(key));
  return {
    needs: [
      {question: 'An existing mailing, or a new one?', either: {utr: 'One in my account', template_id: 'A new one'}},
    ],
    fresh: {unless: 'utr', of: parts, needs},
    follows: {template_id: async () => needs},
    ...(own && {own}),
    told,
  };
};

const questions = whichMailing(Object.keys(content));

/** The same for a test, whose people are not those of the mailing. */
export const testQuestions = whichMailing(Object.keys(emailForm));

export const check = command({
  summary: 'Check a mailing before it goes out',
  details:
    'Checks a mailing of the account, or a new one from your options, or an existing one with your changes. It ' +
    `only reads, and sends nothing. The exit code is 10 if a check fails.\n\n${aboutChecks}`,
  takes: checkTakes,
  args: ['utr'],
  calls: checkCalls,
  asks: questions,
  examples: [
    'emk mailings check "Autumn preview"',
    'emk mailings check "Autumn preview" --strict -o json',
    'emk mailings check --name May --subject "Hello" --preheader "News" --from news@acme.example --group "Weekly news" --to list:Newsletter --template Blank --html @may.html',
  ],
  gives: {list: finding},
  checkFirst: checkingFirst('any'),
  run: async (context, input) => (await import('./check.js')).checkSend(context, input),
});

export const prepare = command({
  summary: 'Show what sending would do, and give a digest to send exactly that',
  details:
    'Shows a mailing of the account, or a new one from your options, or an existing one with your changes. It sends ' +
    'nothing.\n\nGive the digest to "create" or "update" as --expect-digest: they send nothing if the mailing, its template, ' +
    `its audience or the account has changed since. So one person can prepare a mailing and another can confirm it.\n\n${aboutChecks}`,
  takes: prepareTakes,
  args: ['utr'],
  calls: checkCalls,
  asks: questions,
  examples: [
    'emk mailings prepare "Autumn preview" --now',
    'emk mailings prepare "Autumn preview" --at "2030-05-02 10:00" --out prepared.json',
  ],
  gives: {document: () => import('./prepared.schema.js')},
  checkFirst: checkingFirst('any'),
  run: async (context, input) => (await import('./prepare.js')).prepareSend(context, input),
});
