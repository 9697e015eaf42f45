import {type Command, type Group, isCommand} from '../commands/command.js';
import {commandNamed, topWords} from '../commands/command-names.js';
import {isForPrograms, isHelp, isVersion, optionsIn, positionalWords} from '../commands/scan-globals.js';
import {UsageError} from '../core/errors.js';
import type {Host} from '../core/system/host.js';
import {createSink} from '../output/results/sink.js';
import {tree} from './tree.js';

/** What `help a b` means: the page of a topic, else the help of a command or of what people call it. */
export async function helpWords(line: readonly string[], host: Host): Promise<readonly string[] | number> {
  const [, ...words] = positionalWords(line);
  const [first] = words;
  if (first === undefined) return ['--help'];
  const {pageOf, topicNamed, topics} = await import('../help/topics.js');
  const joined = words.join('-').toLowerCase();
  if (joined === 'topics') {
    const {twoColumns} = await import('../help/page.js');
    const rows = twoColumns(topics().map(({name, summary}) => [name, summary]));
    return print(host, ['Read one with: emk help <topic>', '', ...rows, ''].join('\n'));
  }
  const topic = topicNamed(joined, Object.keys(tree));
  if (topic !== undefined) return print(host, pageOf(topic, joined));
  const {commandMeant} = await import('../help/synonyms.js');
  const commands = [...topWords(tree).keys()];
  const place = commandNamed(joined, commands) ?? commandMeant(joined);
  if (place !== undefined) return [...place.split(' '), '--help'];
  if (commandNamed(first, commands) !== undefined) return [...words, '--help'];
  const near = (await import('../core/words/closest.js')).closest(joined, [
    ...topics().map(({name}) => name),
    ...commands,
  ]);
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
