import {commandNamed} from '../commands/aliases.js';
import type {Command, Group} from '../commands/command.js';
import {inTypedWords, sameAs, type TypedPlace, topWords} from '../commands/tree-words.js';
import {UsageError} from '../errors.js';
import {createSink} from '../output/results/sink.js';
import {columnsOf} from '../system/columns.js';
import type {Host} from '../system/host.js';
import {isPersonHere, runsAlone} from '../system/person.js';
import {isForPrograms, isHelp, isVersion, namesIn, optionsIn} from './option-words.js';
import type {HelpAsked} from './parse-line.js';
import {firstPlace, type Routed} from './route.js';
import {tree} from './tree.js';

/**
 * `help a b` means `a b --help`. A topic has its own page, even if a group has its
 * name, and so have words that people use for a command: `help contact type`, `help login`.
 */
export async function helpWords(line: readonly string[], host: Host): Promise<readonly string[] | number> {
  const {pageOf, topicNamed, topics} = await import('../reference/topics.js');
  const [, ...words] = namesIn(line);
  const [word] = words;
  if (word === undefined) return ['--help'];
  const names = Object.keys(tree);
  const joined = words.join('-').toLowerCase();
  const topic = topicNamed(joined, names);
  if (['topics', 'docs', 'documentation', 'manual', 'guide', 'guides'].includes(joined)) {
    const {twoColumns} = await import('../reference/layout.js');
    const rows = twoColumns(topics().map(({name, summary}) => [name, summary]));
    return printHelp(host, ['Read one with: emk help <topic>', '', ...rows, ''].join('\n'), line);
  }
  if (topic !== undefined) return printHelp(host, inTypedWords(tree, firstPlace(words), pageOf(topic, joined)), line);
  const {commandMeant, wordsForCommands} = await import('../reference/other-words.js');
  const synonym = commandMeant(joined);
  const places = topWords(tree);
  const topLevel = [...places.keys()];
  const place = commandNamed(joined, topLevel) ?? (synonym?.startsWith('-') ? undefined : synonym);
  if (place !== undefined) return [...place.split(' '), '--help'];
  const first = places.get(commandNamed(word, topLevel) ?? '');
  // What follows the word of a job is prose: "help send a mailing".
  if (first?.length === 1) return [...words, '--help'];
  const {closest} = await import('../words/closest.js');
  const near =
    words.flatMap(each => topicNamed(each, names)?.name ?? [])[0] ??
    closest(joined, [...topics().map(({name}) => name), ...topLevel, ...wordsForCommands]);
  throw new UsageError(`emk has no help about "${words.join(' ')}".`, {
    hint: near === undefined ? 'To see all pages: emk help topics' : `Did you mean "emk help ${near}"?`,
  });
}

/** Prints the version or the overview for a line without a command, unless a person says what they want to do. */
export async function aboutEmk(
  rest: readonly string[],
  host: Host,
  askForLine: (words: readonly string[]) => Promise<number | undefined>,
): Promise<number> {
  const options = optionsIn(rest);
  const isJson = isForPrograms(rest);
  if (options.some(isVersion)) {
    const {version} = await import('./version.js');
    return print(host, `${isJson ? JSON.stringify({version}) : version}\n`);
  }
  if (!options.some(isHelp)) {
    (await import('./group-help.js')).refuseOptions([], rest);
    const asked = await askForLine(rest);
    if (asked !== undefined) return asked;
  }
  return printHelp(host, (await import('../reference/overview.js')).overview(tree), rest);
}

/** Prints the help of a group, for a line that names no command of it. */
export async function helpOfGroup(
  {path, typedPath, rest}: Pick<Routed, 'path' | 'typedPath' | 'rest'>,
  group: Group,
  host: Host,
): Promise<number> {
  const {groupHelp, refuseOptions} = await import('./group-help.js');
  if (!optionsIn(rest).some(isHelp)) refuseOptions(typedPath, rest);
  return printHelp(host, groupHelp({path, typedPath, tree}, group), rest);
}

/** Prints the help of a command, whole for --help, and what fits on a screen for -h. */
export async function helpOfCommand(
  {path, typedPath, rest}: TypedPlace & Pick<Routed, 'rest'>,
  command: Command,
  asked: HelpAsked,
  host: Host,
): Promise<number> {
  const {commandHelp} = await import('../reference/command-help.js');
  const also = sameAs(tree, {path, typedPath});
  const asTyped = (text: string): string => inTypedWords(tree, {path, typedPath}, text);
  const look = {width: widthOf(host), isShort: asked === 'short'};
  return printHelp(host, await commandHelp({path, typedPath, also, asTyped, command, ...look}), rest);
}

async function print(host: Host, text: string): Promise<number> {
  const silent = {notice() {}, warn() {}};
  await createSink(host.stdout, silent).write(text);
  return 0;
}

/**
 * Prints help. On a terminal it follows the width, and goes through a pager if it is longer than the screen; elsewhere
 * its examples stay on one line.
 */
async function printHelp(host: Host, text: string, words: readonly string[]): Promise<number> {
  const {columns, rows} = host.stdout;
  const fits = !columns || text.split('\n').every(line => line.length <= columns);
  const shown = fits ? text : (await import('../reference/narrow.js')).narrowed(text, columns);
  const isLong = rows !== undefined && shown.split('\n').length > rows;
  return isLong && isPersonHere(host, host.stdout, !runsAlone(host.env))
    ? inPages(host, shown, words)
    : print(host, shown);
}

async function inPages(host: Host, text: string, words: readonly string[]): Promise<number> {
  const [{pagerOf}, {configIfReadable}, {paged}] = await Promise.all([
    import('./settle-globals.js'),
    import('../accounts/account-of-line.js'),
    import('../output/live/pager.js'),
  ]);
  const flags = {'no-pager': words.includes('--no-pager')};
  const pager = pagerOf({flags, host, stored: configIfReadable(host).settings});
  if (pager === undefined) return print(host, text);
  const silent = {notice() {}, warn() {}, progress: {show() {}, clear() {}, makeRoom() {}, wait() {}, waited() {}}};
  const pages = paged(host.stdout, silent, {wide: false, open: () => host.page(pager, false)});
  await createSink(pages.stdout, silent).write(text);
  await pages.end();
  return 0;
}

/** The width for laying out the help of a command. In narrower terminals, lines would be words instead of sentences. */
const widthOf = ({stdout}: Host): number => Math.max(40, Math.min(columnsOf(stdout), 120));
