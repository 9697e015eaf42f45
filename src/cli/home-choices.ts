import type {Choice} from '../prompts/choice.js';

type Words = readonly string[];

const choice = (name: string, line: string): Choice<Words> => ({name, note: line, value: line.split(' ')});

/** The ten jobs that people open emk for, each with its command, which asks for the rest. */
export const jobs: ReadonlyArray<Choice<Words>> = [
  choice('Add people from a file', 'contacts import'),
  choice('Find a person', 'contacts find'),
  choice('Write a mailing', 'single-sends create'),
  choice('Move a scheduled mailing', 'single-sends reschedule'),
  choice('Check a mailing before sending', 'single-sends check'),
  choice('See how mailings did', 'single-sends stats'),
  choice('See who unsubscribed', 'unsubscribers list'),
  choice('Set up automatic emails', 'automations create'),
  choice('See your segments', 'segments list'),
  choice('See the account as a report', 'report'),
];

/** The jobs that change nothing, for a read-only profile. */
export const looks = jobs.filter(({value: [, verb = '']}) => !['import', 'create', 'reschedule'].includes(verb));

/** The way out for a person who has profiles, but names none of them. */
export const otherAccount = choice('Use another account', 'auth switch');

/** What a person can do who is not logged in. */
export const waysIn: ReadonlyArray<Choice<Words>> = [
  choice('Log in to your account', 'auth login'),
  choice('Take a tour, without an account', 'sandbox tour'),
  choice('See all commands', '--help'),
];
