import {cachedLists, listWord} from '../accounts/names.js';
import type {Param, Reference} from '../api/describe/schema.js';
import {globalOptions} from '../commands/globals.js';
import {isOptionOf, optionName, positions} from '../commands/parameters.js';
import {lowerFirst} from '../core/words/sentence.js';
import {topics} from './topics.js';
import {type TreePlace, withBelow} from './tree.js';

/** Everything that can be completed. It is written down when emk is built, because a Tab must not load the commands. */
export type Completable = {
  /** By the words that lead to each, with blanks between; that of the beginning has none. */
  readonly stops: {readonly [path: string]: CompletionStop};
  readonly everywhere: readonly Switch[];
};

/** The words that may come next at one place of a command line. */
export type CompletionStop = {
  readonly words: readonly Word[];
  readonly switches: readonly Switch[];
  readonly args: readonly CompletionValue[];
  /** Whether the last argument may be repeated. */
  readonly more: boolean;
};

/** A word that leads to another stop. */
type Word = {
  readonly word: string;
  readonly about: string;
  readonly leadsTo: string;
};

type Switch = {
  readonly long: string;
  readonly short: string | undefined;
  readonly about: string;
  /** Undefined for a switch. */
  readonly value: CompletionValue | undefined;
};

/**
 * What a value may be: `-` for anything, `/` for a path, `%` and a word for values that emk knows, and otherwise the
 * choices with commas between. The word is `profiles`, a list of records such as `lists`, or several with prefixes,
 * `list=lists,segment=segments`.
 */
export type CompletionValue = string;

export async function toCompletable(places: readonly TreePlace[]): Promise<Completable> {
  const all = places.flatMap(withBelow);
  const words = places.map(place => toWord(place));
  // People's words, and the jobs of a day: each leads to the place that has another name.
  const same = all.flatMap(place => place.also.map(word => toWord(place, word)));
  const help: Word = {word: 'help', about: 'Explain a command or a topic', leadsTo: 'help'};
  const pages = [...topics().map(({name}) => name), 'topics'];
  const stops = await Promise.all(all.map(async place => [place.path.join(' '), await toStop(place)] as const));
  return {
    stops: {
      '': {...nowhere, words: [...words, ...same, help], switches: [version]},
      help: {
        ...nowhere,
        words: [
          ...words.filter(({word}) => !pages.includes(word)),
          ...pages.map(word => ({word, about: 'Topic', leadsTo: 'help'})),
        ],
      },
      ...Object.fromEntries(stops),
    },
    everywhere: [
      ...Object.entries(globalOptions).flatMap(([name, param]) => toSwitches(name, param, kindOf(param))),
      showHelp,
    ],
  };
}

const nowhere: CompletionStop = {words: [], switches: [], args: [], more: false};

const version: Switch = {long: '--version', short: undefined, about: 'Print the version of emk', value: undefined};

const showHelp: Switch = {long: '--help', short: '-h', about: 'Show help', value: undefined};

async function toStop({command, below}: TreePlace): Promise<CompletionStop> {
  const takes = Object.entries(command?.takes ?? {});
  const values = new Map(await Promise.all(takes.map(async ([key, param]) => [key, await valueFor(param)] as const)));
  const args = command ? positions(command) : [];
  return {
    words: below.map(place => toWord(place)),
    switches: takes
      .filter(isOptionOf({args: command?.args ?? []}))
      .flatMap(([key, param]) => toSwitches(optionName(key, param), param, values.get(key) ?? '-')),
    args: args.map(key => values.get(key) ?? '-'),
    more: command?.takes[args.at(-1) ?? '']?.many === true,
  };
}

const toWord = ({name, path, summary}: TreePlace, word = name): Word => ({
  ...{word, about: summary, leadsTo: path.join(' ')},
});

function toSwitches(name: string, {short, help, type, negatable}: Param, value: CompletionValue): Switch[] {
  const itself = {
    long: `--${name}`,
    short: short && `-${short}`,
    about: help,
    value: type === 'flag' ? undefined : value,
  };
  return negatable
    ? [itself, {...itself, long: `--no-${name}`, short: undefined, about: `Don't ${lowerFirst(help)}`}]
    : [itself];
}

/** What a parameter may be; of lists only those that leave their names behind. */
async function valueFor(param: Param): Promise<CompletionValue> {
  const listOf = async (from: Reference): Promise<string> => listWord((await from()).default.noun);
  const from = param.offers ?? param.from;
  if (from) {
    const [list, known] = [await listOf(from), await Promise.all(Object.values(cachedLists).map(listOf))];
    return known.includes(list) ? `%${list}` : kindOf(param);
  }
  const kinds = Object.entries(param.kinds ?? {}).map(async ([word, {from}]) => `${word}=${await listOf(from)}`);
  return kinds.length > 0 ? `%${(await Promise.all(kinds)).join(',')}` : kindOf(param);
}

function kindOf(param: Param): CompletionValue {
  const {type, choices, value = ''} = param;
  if (param === globalOptions.profile || value === 'profile') return '%profiles';
  // Choices such as ; and | need quotes, and a comma parts them here.
  if (choices) return choices.filter(choice => /^[\w.-]+$/.test(choice)).join(',') || '-';
  return type === 'file' || /^(file|path|folder|html)$/i.test(value) ? '/' : '-';
}
