import {commandNamed} from '../commands/aliases.js';
import {closest} from '../words/closest.js';
import {type Row, twoColumns} from './layout.js';
import {topicMeant} from './other-words.js';

type Page = {
  readonly summary: string;
  readonly load: () => Promise<{readonly default: string}>;
  /** The places in the tree of commands whose help leads here. */
  readonly about?: readonly string[];
};

/** For people, by what they want to do. */
const tasks: {readonly [topic: string]: Page} = {
  sending: {
    summary: 'Send a mailing: test, schedule, move, cancel, measure',
    load: () => import('./topics/sending.js'),
    about: ['single-sends', 'automations', 'senders', 'templates', 'agenda'],
  },
  lists: {
    summary: 'Lists and segments, and who gets mail',
    load: () => import('./topics/lists.js'),
    about: ['contact-types', 'contacts', 'fields', 'segments', 'unsubscribers', 'unsubscribe-groups'],
  },
  dates: {
    summary: 'Dates and times: how to write them',
    load: () => import('./topics/dates.js'),
    about: ['single-sends create', 'single-sends reschedule', 'single-sends copy', 'single-sends update', 'report'],
  },
  files: {
    summary: 'Files and encodings: what emk reads and writes',
    load: () => import('./topics/files.js'),
    about: ['contacts export', 'contacts edit', 'contacts sample', 'segments recipients add', 'unsubscribers add'],
  },
  undo: {
    summary: 'Undo: what you can take back, and how',
    load: () => import('./topics/undo.js'),
    about: ['restore', 'contacts import undo', 'contacts delete', 'single-sends cancel', 'single-sends delete'],
  },
  import: {
    summary: 'Import a list of people, step by step',
    load: () => import('./topics/import.js'),
    about: ['contacts import', 'contacts sync'],
  },
  warehouse: {
    summary: 'Bring the account into a database',
    load: () => import('./topics/warehouse.js'),
    about: ['export', 'tap'],
  },
};

/** For scripts, and for people who write them. */
const reference: {readonly [topic: string]: Page} = {
  output: {
    summary: 'What emk prints, in which form, and how much of it',
    load: () => import('./topics/output.js'),
    about: ['contacts list', 'contacts find', 'single-sends list', 'single-sends stats', 'automations stats'],
  },
  options: {
    summary: 'The options that every command has',
    load: () => import('./topics/options.js'),
  },
  contract: {
    summary: 'What stays the same from version to version',
    load: () => import('./topics/contract.js'),
    about: ['schema', 'commands'],
  },
  'exit-codes': {
    summary: 'What each exit code means, and when to try again',
    load: () => import('./topics/exit-codes.js'),
  },
  errors: {
    summary: 'What each error means, and how to fix it',
    load: () => import('./topics/errors.js'),
  },
  environment: {
    summary: 'Every variable that emk reads',
    load: () => import('./topics/environment.js'),
    about: ['config', 'auth'],
  },
  sandbox: {
    summary: 'A local copy of the service, to try things safely',
    load: () => import('./topics/sandbox.js'),
    about: ['sandbox'],
  },
  testing: {
    summary: 'Test your own program with the sandbox',
    load: () => import('./topics/testing.js'),
    about: ['sandbox', 'seed'],
  },
  recipes: {
    summary: 'Tasks for cron and pipelines, to copy',
    load: () => import('./topics/recipes.js'),
  },
  agents: {
    summary: 'Let an agent use an account, within limits',
    load: () => import('./topics/agents.js'),
    about: ['mcp'],
  },
  scripting: {
    summary: 'Use emk in scripts, cron jobs and pipelines',
    load: () => import('./topics/scripting.js'),
    about: ['api'],
  },
};

const pages = {...tasks, ...reference};

const rowsOf = (some: {readonly [topic: string]: Page}): Row[] =>
  Object.entries(some).map(([topic, {summary}]) => [topic, summary]);

/** What each topic is about, in a line. */
export const topicSummaries: ReadonlyMap<string, string> = new Map(rowsOf(pages));

const contents = async (): Promise<string> => {
  const width = Math.max(...Object.keys(pages).map(topic => topic.length));
  return [
    'Read one with: emk help <topic>',
    '',
    'What you want to do:',
    ...twoColumns(rowsOf(tasks), width),
    '',
    'How emk works, for scripts too:',
    ...twoColumns(rowsOf(reference), width),
    '',
  ].join('\n');
};

/** The topics for people, by what they want to do. */
export const taskNames: readonly string[] = Object.keys(tasks);

export const referenceNames: readonly string[] = [...Object.keys(reference), 'topics'];

/** Pages of `emk help` that belong to no single command. Each is loaded only when shown. */
export const topics: Readonly<Record<string, () => Promise<string>>> = {
  ...Object.fromEntries(Object.entries(pages).map(([topic, {load}]) => [topic, async () => (await load()).default])),
  topics: contents,
};

/** The topic that a word of `emk help` means, by its name or another word for it. A command of this name comes first. */
export function topicNamed(word: string, commands: readonly string[]): string | undefined {
  const typed = word.toLowerCase();
  if (Object.hasOwn(topics, typed)) return typed;
  if (commandNamed(typed, commands) !== undefined) return undefined;
  return topicMeant(codeIn(typed));
}

/** The code that a word means: people of other programs write `E_NOT_FOUND` for `not_found`. */
export const codeIn = (word: string): string => word.toLowerCase().replace(/^e_/, '');

/** The topic that one of several words means, or is spelled nearly like. */
export const topicIn = (words: readonly string[], commands: readonly string[]): string | undefined =>
  words.flatMap(word => topicNamed(word, commands) ?? [])[0] ??
  words.flatMap(word => closest(word.toLowerCase(), Object.keys(topics)) ?? [])[0];

/** The topics that the help of a command leads to, the closest first. */
export function topicsAbout(path: readonly string[]): Row[] {
  const places = path.map((_, at) => path.slice(0, at + 1).join(' ')).reverse();
  const found = places.flatMap(place => rowsOf(pages).filter(([topic]) => pages[topic]?.about?.includes(place)));
  return [...new Map(found)].slice(0, MOST_TOPICS);
}

const MOST_TOPICS = 2;
