import type {Tree} from '../commands/tree-words.js';
import {longest, pageWidth, type Row, twoColumns, wrapped} from './layout.js';
import {topics} from './topics.js';

/** The overview that `emk` prints. It needs only summaries, so no command is loaded to print it or to build it in. */
export function overview(tree: Tree): string {
  const width = longest(Object.keys(tree).map(name => [name, '']));
  return [
    'emk runs an email-marketing account from the terminal: people, mail, results.',
    'Usage: emk <command> [options]; --help after a command shows what it takes',
    'Start here:',
    ...twoColumns(start),
    ...wrapped(`For every day: ${jobs(tree).join(', ')}`, pageWidth),
    ...groups(tree).flatMap(([title, names]) => [
      `${title}:`,
      ...twoColumns(
        names.map(name => [name, tree[name]?.summary ?? '']),
        width,
      ),
    ]),
    ...wrapped(`For scripts and programs: ${forPrograms.filter(name => name in tree).join(', ')}.`, pageWidth),
    ...wrapped(
      `Help, with emk help <topic>: ${topics()
        .map(({name}) => name)
        .join(', ')}.`,
      pageWidth,
    ),
    '',
  ].join('\n');
}

const start: readonly Row[] = [
  ['emk sandbox tour', 'A tour that needs no account'],
  ['emk login', 'Log in to your account'],
  ['emk import leads.csv', 'Bring in a list of people'],
];

const jobs = (tree: Tree): string[] => Object.values(tree).flatMap(branch => Object.keys(branch.jobs ?? {}));

/** All commands by group; those in no group are listed as tools. */
function groups(tree: Tree): Array<readonly [title: string, names: readonly string[]]> {
  const grouped = new Set([...Object.values(namedGroups).flat(), ...forPrograms]);
  return [...Object.entries(namedGroups), ['Tools', Object.keys(tree).filter(name => !grouped.has(name))]];
}

/** These are named in one line, without a summary: people who want them know their names. */
const forPrograms: readonly string[] = ['api', 'schema', 'commands', 'mcp', 'export', 'tap'];

const namedGroups: Readonly<Record<string, readonly string[]>> = {
  Contacts: ['lists', 'contacts', 'fields', 'segments', 'unsubscribes', 'groups'],
  Mail: ['senders', 'templates', 'mailings', 'automations'],
  Account: ['auth', 'config', 'notifications', 'locations'],
};
