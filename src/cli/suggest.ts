import type {Command} from '../commands/command.js';
import {asPeopleSay, commandNamed} from '../commands/command-names.js';
import {globalOptions} from '../commands/globals.js';
import {placeholder} from '../commands/parameters.js';
import {UsageError} from '../core/errors.js';
import {closest} from '../core/words/closest.js';
import {andList} from '../core/words/sentence.js';
import {shellWord} from '../core/words/shell-word.js';
import {lookUp} from '../core/words/values.js';
import {topicMeant} from '../help/topics.js';
import {commandMeant, optionSynonyms, verbSynonyms, verbs, wordsForCommands} from '../help/words.js';
import {formats} from '../output/results/format.js';
import {gone} from './gone.js';
import {isForPrograms, isGlobal, isVersion, optionsIn} from './options.js';
import {tree} from './tree.js';

/** A word that is no command, the place that lacks it, the options before it, and the names that it could have been. */
export type Unknown = {
  readonly path: readonly string[];
  readonly before: readonly string[];
  readonly word: string;
  readonly names: readonly string[];
};

/** A place as its line: `emk lists create`. */
const lineOf = (path: readonly string[]): string => ['emk', ...asPeopleSay(tree, path)].filter(Boolean).join(' ');

const seeHelp = (path: readonly string[]): string => `To see its options: ${lineOf(path)} --help`;

/** The error about a word that is no command. After a misspelled option, the word is probably its value. */
export function noSuchCommand({path, before, word, names}: Unknown): UsageError {
  const option = unknownGlobal(path, before);
  if (option) return option;
  const line = lineOf(path);
  const isFirst = path.length === 0;
  const typed = word.toLowerCase();
  const verb = verbOf(typed, verbs);
  const today = [typed, verb].map(name => lookUp(gone, [...path, name].join(' '))).find(Boolean);
  const meant = isFirst ? inPeoplesWords(commandMeant(typed)) : undefined;
  const known = commandNamed(typed, names) ?? meant ?? verbOf(typed, names);
  const kind = isFirst && known === undefined && verb && `Name the kind of record first, as in: emk contacts ${verb}`;
  const near = known ?? (isFirst ? nearestOfAll(typed, names) : closest(typed, names));
  const all = isFirst ? 'Commands: emk --help. Topics: emk help topics.' : `Its commands are ${andList(names)}.`;
  return new UsageError(`"${line}" has no command "${word}".`, {
    hint: today || kind || (near === undefined ? all : `Did you mean "${line} ${near}"?`),
  });
}

/** The verb that a word means, by itself or in other tools. */
const verbOf = (word: string, among: readonly string[]): string | undefined =>
  commandNamed(word, among) ?? verbSynonyms.get(word)?.find(name => among.includes(name));

const inPeoplesWords = (place: string | undefined): string | undefined =>
  place && asPeopleSay(tree, place.split(' ')).filter(Boolean).join(' ');

/** What a word after `emk` is spelled nearly like: a topic, a command, or another word for one. */
function nearestOfAll(typed: string, names: readonly string[]): string | undefined {
  const topic = topicMeant(typed);
  if (topic) return `help ${topic.name}`;
  const near = closest(typed, [...names, ...wordsForCommands]);
  return near === undefined || names.includes(near) ? inPeoplesWords(near) : inPeoplesWords(commandMeant(near));
}

/** Refuses options that a group does not have, and a format in which there is no help. */
export function refuseOptions(path: readonly string[], words: readonly string[]): void {
  const unknown = unknownGlobal(path, words);
  if (unknown) throw unknown;
  if (!isForPrograms(words)) return;
  throw new UsageError(`"${lineOf(path)}" needs a command.`, {
    hint: path.length === 0 ? 'To see all of them: emk commands -o json' : seeHelp(path),
  });
}

/** The error about an option that is not a global one. */
function unknownGlobal(path: readonly string[], words: readonly string[]): UsageError | undefined {
  const stray = optionsIn(words).find(word => !isGlobal(word) || isVersion(word));
  if (stray === undefined) return undefined;
  const options = [...Object.keys(globalOptions), 'version'].map(name => `--${name}`);
  const before = path.length === 0 ? '' : 'Name the command before its options. ';
  return unknownOption(stray.replace(/=.*$/s, ''), {path, options, places: [], before});
}

/** A line that the parser refused, and what the parser knew about the command. */
type Refused = {
  readonly path: readonly string[];
  readonly command: Pick<Command, 'takes' | 'args'>;
  /** The parser's name for the mistake, and its message. */
  readonly code: string;
  readonly message: string;
  /** The command's own options and the global ones, such as `--list` and `-o`. */
  readonly options: readonly string[];
  /** The parameters given by position. */
  readonly places: readonly string[];
  readonly given: readonly string[];
};

/** The error for a line that the parser refused, with what was most likely meant. */
export function toUsageError({path, command, code, message, options, places: keys, given}: Refused): UsageError {
  const places = keys.map(key => placeholder(key, command));
  const option = /'(-[^'\s]*)/.exec(message)?.[1] ?? '';
  if (code === 'commander.excessArguments') return tooMany({path, options, places}, given[places.length] ?? '');
  if (code === 'commander.unknownOption') return unknownOption(option.replace(/=.*$/s, ''), {path, options, places});
  if (code === 'commander.optionMissingArgument') {
    const form = /'([^']*)'/.exec(message)?.[1] ?? option;
    const long = form.replace(/^-\w, /, '');
    return new UsageError(`${long.split(' ')[0]} needs a value.`, {hint: `Write it as ${long}.`});
  }
  return new UsageError(`${message.replace(/^error: /, '').replace(/\.$/, '')}.`, {hint: seeHelp(path)});
}

type Place = Pick<Refused, 'path' | 'options' | 'places'> & {
  /** A sentence before the hint that only the help says more. */
  readonly before?: string;
};

function unknownOption(typed: string, {path, options, places, before = ''}: Place): UsageError {
  const name = lineOf(path);
  if (options.includes(typed))
    return new UsageError(`${typed} takes no value.`, {hint: `Write ${typed} alone, or remove it.`});
  const error = (hint: string) => new UsageError(`"${name}" has no option ${typed}.`, {hint});
  // What an option of this command became, if emk has had it.
  const today = lookUp(gone, [...path, typed].join(' ')) ?? lookUp(gone, typed);
  if (today !== undefined) return error(today);
  const word = typed.replace(/^-+/, '').toLowerCase();
  if (['id', 'utr', 'name'].includes(word) && places.length > 0) return error(`Write: ${name} ${places.join(' ')}`);
  const near = optionLike(word, options);
  if (near === undefined) return error(`${before}${seeHelp(path)}`);
  const isFormat = near === '--output' && formats.some(format => format === word);
  return error(`Did you mean ${near}${isFormat ? ` ${word}` : ''}?`);
}

/** The option that a word means in other tools, abbreviates, or is spelled nearly like. */
function optionLike(word: string, options: readonly string[]): string | undefined {
  const known = optionSynonyms
    .get(word)
    ?.map(each => `--${each}`)
    .find(each => options.includes(each));
  if (known !== undefined || word.length < 2) return known;
  const names = options.filter(option => option.startsWith('--')).map(option => option.slice(2));
  const longer = names.filter(name => name.startsWith(word));
  const near = longer.length === 1 ? longer[0] : closest(word, names);
  return near && `--${near}`;
}

function tooMany({path, places, options}: Place, first: string): UsageError {
  const name = lineOf(path);
  if (places.length === 0) {
    const option = /^[\w.]+(=|!=|~|<|>)/.test(first) ? '--where' : first.includes('@') ? '--email' : '';
    return new UsageError(`"${name}" takes only options, and "${first}" is not one.`, {
      hint: options.includes(option) ? `Did you mean ${option} ${shellWord(first)}?` : seeHelp(path),
    });
  }
  const placeholders = places.map(place => `<${place.replace(/[[\]<>]/g, '')}>`).join(' ');
  return new UsageError(`"${name}" takes only ${placeholders}, so "${first}" is one too many.`, {
    hint: `${seeHelp(path)}\nA name of several words needs quotation marks.`,
  });
}
