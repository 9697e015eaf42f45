import {globalOptions} from '../../commands/globals.js';
import {optionTerm, placeholder, positions} from '../../commands/parameter-name.js';
import type {Tree} from '../../commands/tree-words.js';
import {sameLine} from '../layout.js';
import {loadTree, type TreePlace, withBelow} from '../load-tree.js';
import {optionSections, toRow} from '../option-sections.js';
import {topics, topicsAbout} from '../topics.js';
import {usage} from '../usage.js';
import {asWritten, bold, escaped, paragraphs, prose, section, term} from './roff.js';

/** The first line of each page, by which emk knows its own. */
export const mark = '.\\" Written by emk. "emk man --uninstall" removes it.';

/** The name of the page about a place in the tree: `emk-contacts-import`, or `emk` for the whole. */
const pageName = (path: readonly string[]): string => ['emk', ...path].join('-');

/** What stands at the foot of each page; the date as 2030-05-01. */
type Edition = {readonly version: string; readonly date: string};

/** All manual pages by their names: one for emk, and one for each word of the tree. */
export async function manPages(tree: Tree, edition: Edition): Promise<ReadonlyMap<string, string>> {
  const [places, exitStatus] = await Promise.all([loadTree(tree), exitTable()]);
  const pages = new Map([[pageName([]), await overviewPage(places, edition)]]);
  for (const place of places.flatMap(withBelow)) {
    pages.set(pageName(place.path), placePage(place, edition, exitStatus));
  }
  return pages;
}

async function overviewPage(places: readonly TreePlace[], edition: Edition): Promise<string> {
  const pages = places.flatMap(withBelow).filter(({command}) => command !== undefined);
  return written([
    ...head([], 'run an email-marketing account from the terminal', edition),
    ...section('Synopsis', [`${bold('emk')} ${escaped('<command> [options]')}`]),
    ...section('Description', [
      ...prose(
        'emk manages contacts and their import, segments, unsubscribes, senders, templates, mailings and automations.',
      ),
      ...prose(
        'It asks before it mails people, deletes or sets something live. At a terminal it asks for what a line lacks.',
      ),
      '.PP',
      ...prose('emk <command> --help shows what a command takes, and emk help <topic> explains one of these:'),
      ...prose(`${Object.keys(topics).join(', ')}.`),
    ]),
    ...section(
      'Commands',
      pages.flatMap(({path, command, ...place}) =>
        command ? term(usage({...place, path, command}), `${place.summary}. See ${pageName(path)}(1).`) : [],
      ),
    ),
    ...section('Options', [
      'Every command has these.',
      ...Object.entries(globalOptions).flatMap(([name, param]) => term(optionTerm(name, param), `${param.help}.`)),
      ...term('-h, --help', 'Show help: -h what fits on a screen, --help all of it.'),
    ]),
    ...section('Exit status', asWritten(linesOf(await text('exit-codes')))),
    ...section('Environment', asWritten(linesOf(await text('environment')))),
  ]);
}

function placePage(
  {path, summary, also, command, calls, below}: TreePlace,
  edition: Edition,
  exitStatus: readonly string[],
): string {
  const line = `emk ${path.join(' ')}`;
  const words = command ? ['[options]', ...positions(command).map(key => placeholder(key, command))] : [];
  const synopsis = `${bold(line)} ${escaped(command ? words.join(' ') : '<command> [options]')}`;
  return written([
    ...head(path, summary, edition),
    ...section('Synopsis', [synopsis, ...sameLine(also).flatMap(line => ['.br', escaped(line)])]),
    ...section('Description', paragraphs([`${summary}.`, command?.details].filter(Boolean).join('\n\n'))),
    ...section(
      'Options',
      command
        ? [
            ...optionSections(command, calls).flatMap(({title, rows}) => [
              `.SS ${title}`,
              ...rows.flatMap(row => term(...toRow(row))),
            ]),
            '.SS All commands',
            ...prose('For the options that every command has, such as --dry-run and --output, see emk(1).'),
          ]
        : [],
    ),
    ...section(
      'Commands',
      below.flatMap(place => term(`emk ${place.path.join(' ')}`, `${place.summary}. See ${pageName(place.path)}(1).`)),
    ),
    ...section('Examples', command ? asWritten(command.examples) : []),
    ...section('Exit status', command ? asWritten(exitStatus) : []),
    ...section('See also', [
      escaped(
        [[], ...path.slice(0, -1).map((_, at) => path.slice(0, at + 1))].map(at => `${pageName(at)}(1)`).join(', '),
      ),
      ...topicsAbout(path).flatMap(([topic, about]) => ['.br', ...prose(`emk help ${topic}: ${about}`)]),
    ]),
  ]);
}

const head = (path: readonly string[], summary: string, {version, date}: Edition): string[] => [
  mark,
  `.TH ${escaped(pageName(path).toUpperCase())} 1 "${date}" "emk ${version}" "User Commands"`,
  // Names of pages and options are copied from here, so no line breaks them.
  '.nh',
  '.ad l',
  ...section('Name', [`${escaped(pageName(path))} \\-`, ...prose(summary)]),
];

const written = (lines: readonly string[]): string => `${lines.join('\n')}\n`;

const text = async (topic: string): Promise<string> => (await topics[topic]?.()) ?? '';

/** A page of help without its title. */
const linesOf = (page: string): string[] => page.trim().split('\n').slice(2);

async function exitTable(): Promise<readonly string[]> {
  const blocks = (await text('exit-codes')).split('\n\n');
  return (blocks.find(block => /^ *code /.test(block)) ?? '').split('\n');
}
