import type {Param} from '../api/describe/schema.js';
import type {Tree} from '../commands/command.js';
import {globalOptions} from '../commands/globals.js';
import {longest, type Row, twoColumns, wrapped} from './layout.js';
import {topics} from './topics.js';

/** The overview that `emk` prints. It needs only summaries, so no command is loaded to print it or to build it in. */
export function overview(tree: Tree): string {
  const width = longest(start);
  return [
    'emk runs an email-marketing account from the terminal: contacts, mailings and',
    'what becomes of them, for people at a keyboard and for scripts.',
    '',
    'Usage: emk <command> [options]',
    '',
    'Start here:',
    ...twoColumns(start, width),
    ...groups(tree).flatMap(([title, names]) => [
      '',
      `${title}:`,
      ...twoColumns(
        names.map(name => [name, tree[name]?.summary ?? '']),
        longest(Object.keys(tree).map(name => [name, ''])),
      ),
    ]),
    '',
    'Options that every command has:',
    ...twoColumns([...Object.entries(globalOptions).map(toRow), ...others]),
    '',
    'More help:',
    '  emk <command> --help says what a command takes, with examples.',
    ...wrapped(`emk help <topic> explains one of: ${Object.keys(topics).join(', ')}.`, 76).map(line => `  ${line}`),
    '',
  ].join('\n');
}

const start: readonly Row[] = [
  ['emk sandbox tour', 'A tour that needs no account'],
  ['emk auth login', 'Log in to your account'],
  ['emk contacts import leads.csv --type Leads', 'Bring in a list of people'],
];

const others: readonly Row[] = [
  ['-h, --help', 'Show help'],
  ['    --version', 'Print the version of emk'],
];

/** All commands by group; those in no other group are listed as tools. */
function groups(tree: Tree): Array<readonly [title: string, names: readonly string[]]> {
  const grouped = new Set(Object.values(namedGroups).flat());
  return [...Object.entries(namedGroups), ['Tools', Object.keys(tree).filter(name => !grouped.has(name))]];
}

const namedGroups: Readonly<Record<string, readonly string[]>> = {
  Contacts: ['contact-types', 'contacts', 'fields', 'segments', 'unsubscribers', 'unsubscribe-groups'],
  Mail: ['senders', 'templates', 'single-sends', 'automations'],
  Account: ['auth', 'config', 'notification-recipients', 'locations'],
};

const toRow = ([name, {type, short, value, help}]: readonly [string, Param]): Row => [
  `${short ? `-${short}, ` : '    '}--${name}${type === 'flag' ? '' : ` <${value ?? type}>`}`,
  help,
];
