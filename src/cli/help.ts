import {type Command, type Group, isCommand} from '../commands/command.js';
import {commandNamed, topWords} from '../commands/command-names.js';
import {UsageError} from '../core/errors.js';
import type {Host} from '../core/system/host.js';
import {createSink} from '../output/results/sink.js';
import {isForPrograms, isHelp, isVersion, namesIn, optionsIn} from './options.js';
import {tree} from './tree.js';

/**
 * `help a b` means `a b --help`. A topic has its own page, even if a group has its
 * name, and so have words that people use for a command: `help list`, `help login`.
 */
export async function helpWords(line: readonly string[], host: Host): Promise<readonly string[] | number> {
  const {pageOf, topicNamed, topics} = await import('../help/topics.js');
  const [, ...words] = namesIn(line);
  const [word] = words;
  if (word === undefined) return ['--help'];
  const names = Object.keys(tree);
  const joined = words.join('-').toLowerCase();
  const topic = topicNamed(joined, names);
  if (['topics', 'docs', 'documentation', 'manual', 'guide', 'guides'].includes(joined)) {
    const {twoColumns} = await import('../help/page.js');
    const rows = twoColumns(topics().map(({name, summary}) => [name, summary]));
    return print(host, ['Read one with: emk help <topic>', '', ...rows, ''].join('\n'));
  }
  if (topic !== undefined) return print(host, pageOf(topic, joined));
  const {commandMeant, wordsForCommands} = await import('../help/words.js');
  const synonym = commandMeant(joined);
  const places = topWords(tree);
  const topLevel = [...places.keys()];
  const place = commandNamed(joined, topLevel) ?? (synonym?.startsWith('-') ? undefined : synonym);
  if (place !== undefined) return [...place.split(' '), '--help'];
  const first = places.get(commandNamed(word, topLevel) ?? '');
  // What follows the word of a job is prose: "help send a mailing".
  if (first?.length === 1) return [...words, '--help'];
  const {closest} = await import('../core/words/closest.js');
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
  showHome: (words: readonly string[]) => Promise<number | undefined>,
): Promise<number> {
  const options = optionsIn(rest);
  const isJson = isForPrograms(rest);
  if (options.some(isVersion)) {
    const {version} = await import('./version.js');
    return print(host, `${isJson ? JSON.stringify({version}) : version}\n`);
  }
  if (!options.some(isHelp)) {
    (await import('./suggest.js')).refuseOptions([], rest);
    const shown = await showHome(rest);
    if (shown !== undefined) return shown;
  }
  return print(host, (await import('../help/page.js')).overview(tree));
}

/** Prints the help of a group, also for a line that names no command of it, or of a command; `--all` shows all of that. */
export async function helpOf(
  path: readonly string[],
  target: Command | Group,
  rest: readonly string[],
  host: Host,
): Promise<number> {
  const {commandHelp, groupHelp} = await import('../help/page.js');
  if (isCommand(target)) return print(host, commandHelp(path, tree, target, rest.includes('--all')));
  if (!optionsIn(rest).some(isHelp)) (await import('./suggest.js')).refuseOptions(path, rest);
  return print(host, groupHelp(path, tree, target));
}

async function print(host: Host, text: string): Promise<number> {
  const silent = {notice() {}, warn() {}};
  await createSink(host.stdout, silent).write(text);
  return 0;
}
