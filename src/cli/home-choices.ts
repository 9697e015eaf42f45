import type {Choice} from '../prompts/choice.js';

type Words = readonly string[];

const choice = (name: string, line: string): Choice<Words> => ({name, note: line, value: line.split(' ')});

const add = choice('Add people from a file', 'import');
const write = choice('Write a mailing', 'send');

/** The ten jobs that people open emk for, each with its command, which asks for the rest. */
export const jobs: ReadonlyArray<Choice<Words>> = [
  add,
  choice('Find a person', 'find'),
  write,
  choice('Move a scheduled mailing', 'reschedule'),
  choice('Check a mailing before sending', 'mailings check'),
  choice('See how mailings did', 'results'),
  choice('See who unsubscribed', 'unsubscribers list'),
  choice('Set up automatic emails', 'automations create'),
  choice('See your segments', 'segments list'),
  choice('See the account as a report', 'report'),
];

/** The jobs that change nothing, for a read-only profile. */
export const looks = jobs.filter(
  ({value: [first = '', verb = '']}) => !['import', 'send', 'reschedule'].includes(first) && verb !== 'create',
);

/** What comes first in an account that has nobody to write to, and nothing that was written. */
export const firstSteps: ReadonlyArray<Choice<Words>> = [
  add,
  choice('Add an address to write from', 'senders create'),
  choice('Name a kind of mail that people can leave', 'unsubscribe-groups create'),
  write,
  choice('Try it all in a sandbox first', 'sandbox tour'),
  choice('See all commands', '--help'),
];

/** The way to the other accounts of somebody who has several. */
export const otherAccount = choice('Switch account', 'switch');

/** What a person can do who is not logged in. */
export const waysIn: ReadonlyArray<Choice<Words>> = [
  choice('Log in to your account', 'login'),
  choice('Take a tour, without an account', 'sandbox tour'),
  choice('See all commands', '--help'),
];

/** Whether a line may lead to another account than the one on the screen. */
export const isAboutAccounts = ([first = '']: Words): boolean => ['login', 'switch'].includes(first);
