import {cachedLists} from '../../accounts/cache-names.js';
import {listWord, waitingOf} from '../../accounts/cached-names.js';
import type {Param, Reference} from '../../api/describe/schema.js';
import {globalOptions} from '../../commands/globals.js';
import {isOptionOf, optionName, positions} from '../../commands/parameter-name.js';
import {listOptions, whichRecords} from '../../records/view/select.js';
import {lowerFirst} from '../../words/sentence.js';
import {topics} from '../topics.js';
import {type TreePlace, withBelow} from '../tree.js';
import {type Fields, fieldsOf} from './fields.js';

/** Everything that can be completed. It is written down when emk is built, because a Tab must not load the commands. */
export type Completable = {
  /** The beginning of a line. */
  readonly start: Stop;
  readonly stops: readonly Stop[];
  /** The options of every command. */
  readonly everywhere: readonly Switch[];
};

/** The words that may come next at one place of a command line. */
export type Stop = {
  /** The words that lead here, separated by spaces; empty for the beginning. */
  readonly path: string;
  readonly words: readonly Word[];
  readonly switches: readonly Switch[];
  /** The positional arguments, in order. */
  readonly args: readonly Value[];
  /** Whether the last one may be repeated. */
  readonly more: boolean;
  readonly fields: Fields;
};

/** A word that leads to another stop. */
export type Word = {
  readonly word: string;
  readonly about: string;
  readonly leadsTo: string;
};

export type Switch = {
  readonly long: string;
  readonly short: string | undefined;
  readonly about: string;
  /** Undefined for a switch. */
  readonly value: Value | undefined;
};

/**
 * What a value may be: `-` for anything, `/` for a path, `@` for anything or `@` and a path, `=@` for a name, `=@` and a
 * path, `%` and a word for values that emk knows, `+` and a word for the same by position, where none may begin with a
 * dash, and otherwise the choices with commas between. The word is `profiles`, `columns`, `where`, `sort`, a list of
 * records such as `lists`, or several with prefixes, `type=lists,segment=segments`.
 */
export type Value = string;

/** Everything that can be completed, from the loaded tree. */
export async function toCompletable(places: readonly TreePlace[]): Promise<Completable> {
  const words = places.map(toWord);
  const same = places.flatMap(withBelow).flatMap(sameWords);
  const help: Word = {word: 'help', about: 'Explain a command or a topic', leadsTo: 'help'};
  const pages = [...topics().map(({name}) => name), 'topics'].map(topic => ({
    word: topic,
    about: 'Topic',
    leadsTo: 'help',
  }));
  return {
    start: {...nowhere, words: [...words, ...same, help], switches: [version]},
    stops: [
      {
        ...nowhere,
        path: 'help',
        words: [...words.filter(({word}) => pages.every(page => page.word !== word)), ...pages],
      },
      ...(await Promise.all(places.flatMap(withBelow).map(toStop))),
    ],
    everywhere: [...Object.entries(globalOptions).flatMap(([name, param]) => toSwitches(name, param)), showHelp],
  };
}

const nowhere: Stop = {path: '', words: [], switches: [], args: [], more: false, fields: {}};

const version: Switch = {long: '--version', short: undefined, about: 'Print the version of emk', value: undefined};

const showHelp: Switch = {long: '--help', short: '-h', about: 'Show help', value: undefined};

/** Parameters whose values are not records, but which emk knows. */
const fromWhatEmkKnows: {readonly [word: string]: readonly Param[]} = {
  profiles: [globalOptions.profile],
  columns: [listOptions.columns],
  where: [listOptions.where, whichRecords],
  sort: [listOptions.sort],
};

async function toStop(place: TreePlace): Promise<Stop> {
  const {path, command, below} = place;
  const takes = Object.entries(command?.takes ?? {});
  const args = (command ? positions(command) : []).flatMap(key => command?.takes[key] ?? []);
  const fromEmk = await recordsOf(Object.values(command?.takes ?? {}));
  return {
    path: path.join(' '),
    words: below.map(toWord),
    switches: takes
      .filter(isOptionOf({args: command?.args ?? []}))
      .flatMap(([key, param]) => toSwitches(optionName(key, param), param, fromEmk.get(param))),
    args: args.map(param => (fromEmk.get(param) ?? kindOf(param)).replace(/^%/, '+')),
    more: args.at(-1)?.many === true,
    fields: fieldsOf(place),
  };
}

const toWord = ({name, path, summary}: TreePlace): Word => ({word: name, about: summary, leadsTo: path.join(' ')});

/** People's words, and the jobs of a day: each leads to the place that has another name. */
const sameWords = ({also, path, summary}: TreePlace): Word[] =>
  also.map(word => ({word, about: summary, leadsTo: path.join(' ')}));

/** For each parameter that names records of a list with saved names, the words for its lists. */
async function recordsOf(params: readonly Param[]): Promise<ReadonlyMap<Param, Value>> {
  const listOf = async (from: Reference): Promise<string> => listWord((await from()).default.noun);
  const left = await Promise.all(Object.values(cachedLists).map(listOf));
  const found = params.map(async (param): Promise<Array<readonly [Param, Value]>> => {
    const from = param.offers ?? param.from;
    const list = from && (await listOf(from));
    if (list !== undefined)
      return left.includes(list) ? [[param, `%${param.onlyWaiting ? waitingOf(list) : list}`]] : [];
    if (!param.kinds) return [];
    const kinds = Object.entries(param.kinds).map(async ([word, {from}]) => `${word}=${await listOf(from)}`);
    return [[param, `%${(await Promise.all(kinds)).join(',')}`]];
  });
  return new Map((await Promise.all(found)).flat());
}

function toSwitches(name: string, param: Param, records?: Value): Switch[] {
  const {short, help, type, negatable} = param;
  const value = type === 'flag' ? undefined : (records ?? kindOf(param));
  const itself = {long: `--${name}`, short: short && `-${short}`, about: help, value};
  return negatable
    ? [itself, {...itself, long: `--no-${name}`, short: undefined, about: `Don't ${lowerFirst(help)}`}]
    : [itself];
}

function kindOf(param: Param): Value {
  const {type, choices, help, value = ''} = param;
  const asked = Object.entries(fromWhatEmkKnows).find(([, known]) => known.includes(param));
  if (asked) return `%${asked[0]}`;
  // Choices such as ; and | need quotes, and a comma parts them here.
  if (choices) return choices.filter(choice => /^[\w.-]+$/.test(choice)).join(',') || '-';
  if (value === 'profile') return '%profiles';
  if (value.endsWith('=@path')) return '=@';
  if (help.includes('@FILE')) return '@';
  return type === 'file' || /^(file|path|folder|html)$/i.test(value) ? '/' : '-';
}
