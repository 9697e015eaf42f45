import type {Param} from '../../api/schema.js';
import {aliases, commandNamed} from '../../commands/aliases.js';
import {globalOptions} from '../../commands/globals.js';
import {optionName} from '../../commands/parameter-name.js';
import {topics} from '../topics.js';
import {type Place, withBelow} from '../walk.js';

/** The words that may come next at one place of a command line. */
export type Stop = {
  /** The words that lead here, with spaces between; empty for the beginning. */
  readonly path: string;
  readonly words: readonly Word[];
  readonly switches: readonly Switch[];
  /** The positional arguments, in order. */
  readonly args: readonly Value[];
  /** Whether the last of them may be repeated. */
  readonly more: boolean;
};

/** A word that leads to another stop. Its aliases, the `others`, are offered only when nothing else fits. */
export type Word = {
  readonly word: string;
  readonly others: readonly string[];
  readonly about: string;
  readonly leadsTo: string;
};

export type Switch = {
  readonly long: string;
  readonly short: string | undefined;
  readonly about: string;
  /** Undefined when it takes none. */
  readonly value: Value | undefined;
};

/**
What a value may be, in a form that all three shells read: `-` for anything, `/` for a path, `@` for anything or `@` and a
path, `=@` for a name, `=@` and a path, and otherwise the choices with commas between.
*/
export type Value = string;

/** Everything that can be completed, from the loaded tree. The first stop is the beginning of the line. */
export function toStops(places: readonly Place[]): readonly Stop[] {
  const names = places.map(({name}) => name);
  const words = places.map(place => toWord(place, names));
  const help: Word = {word: 'help', others: [], about: 'Explain a command or a topic', leadsTo: 'help'};
  const pages = Object.keys(topics).map(topic => ({word: topic, others: [], about: 'Topic', leadsTo: 'help'}));
  return [
    {...nowhere, words: [...words, help], switches: [version, ...everywhere]},
    {...nowhere, path: 'help', words: [...words.filter(({word}) => !(word in topics)), ...pages]},
    ...places.flatMap(withBelow).map(toStop),
  ];
}

const nowhere: Stop = {path: '', words: [], switches: [], args: [], more: false};

const version: Switch = {long: '--version', short: undefined, about: 'Print the version of emk', value: undefined};

/** The options that every command has. */
export const everywhere: readonly Switch[] = [
  ...Object.entries(globalOptions).flatMap(([name, param]) => toSwitches(name, param)),
  {long: '--help', short: '-h', about: 'Show help', value: undefined},
];

function toStop({path, command, below}: Place): Stop {
  const names = below.map(({name}) => name);
  const takes = Object.entries(command?.takes ?? {});
  const args = (command?.args ?? []).flatMap(key => command?.takes[key] ?? []);
  return {
    path: path.join(' '),
    words: below.map(place => toWord(place, names)),
    switches: takes
      .filter(([key]) => !command?.args.includes(key))
      .flatMap(([key, param]) => toSwitches(optionName(key, param), param)),
    args: args.map(kindOf),
    more: args.at(-1)?.many === true,
  };
}

function toWord({name, path, summary, command}: Place, names: readonly string[]): Word {
  const candidates = [...(command ? [] : [name.replace(/s$/, '')]), ...Object.keys(aliases)];
  const others = candidates.filter(word => !names.includes(word) && commandNamed(word, names) === name);
  return {word: name, others, about: summary, leadsTo: path.join(' ')};
}

function toSwitches(name: string, param: Param): Switch[] {
  const {short, help, type, negatable} = param;
  const value = type === 'flag' ? undefined : kindOf(param);
  const itself = {long: `--${name}`, short: short && `-${short}`, about: help, value};
  return negatable ? [itself, {...itself, long: `--no-${name}`, short: undefined, about: `Not: ${help}`}] : [itself];
}

function kindOf({type, choices, help, value = ''}: Param): Value {
  // Choices such as ; and | would have to be quoted, each shell in its own way.
  if (choices) return choices.filter(choice => /^[\w.-]+$/.test(choice)).join(',') || '-';
  if (value.endsWith('=@path')) return '=@';
  if (help.includes('@FILE')) return '@';
  return type === 'file' || /^(file|path|folder)$/i.test(value) ? '/' : '-';
}
