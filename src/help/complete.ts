import {accountOfLine, type CachedName, readNames} from '../accounts/names.js';
import {configIfReadable} from '../accounts/store.js';
import {commandNamed} from '../commands/command-names.js';
import type {Host} from '../core/system/host.js';
import {wordFor} from '../core/words/shell-word.js';
import {lookUp} from '../core/words/values.js';
import type {Completable, CompletionStop, CompletionValue} from './completable.js';

/**
 * What `emk completion answer SHELL WORD…` prints, for the words of a line up to the cursor; the last is the typed one.
 * The first line is `/` if a path may stand there, otherwise `-`, and the beginning of the typed word that stays. Each
 * further line is a candidate for the rest of that word, with a description after a tab. A person waits for it after
 * pressing a key, so it reads a few small files and loads no command.
 */
export function answer([shell = '', ...given]: readonly string[], host: Host, completable: () => Completable): string {
  const write = lookUp(writers, shell);
  if (write === undefined) return '';
  const line = shell === 'powershell' ? given.map(word => word.slice(1)) : given;
  const [before, typed] = [line.slice(0, -1), line.at(-1) ?? ''];
  const wanted = follow(completable(), before, typed);
  const rest = typed.slice(wanted.before.length);
  const text = typedIn(shell, rest);
  const offered = [...wanted.words, ...valuesFor(wanted, before, text, host)];
  const exact = offered.filter(({value}) => value.startsWith(text));
  const inAnyCase = offered.filter(({value}) => value.toLowerCase().startsWith(text.toLowerCase()));
  const found = exact.length > 0 ? exact : inAnyCase;
  const first = `${wanted.value === '/' ? '/' : '-'}${wanted.before}`;
  return [first, ...found.map(each => write(each, rest))].map(each => `${each}\n`).join('');
}

type CompletionCandidate = {readonly value: string; readonly about: string};

/** What may stand where a line is being typed. */
type WantedWords = {
  readonly words: readonly CompletionCandidate[];
  /** The beginning of the typed word that stays before any value: `--list=`. */
  readonly before: string;
  readonly value: CompletionValue;
};

/** Follows the words of a line down the tree, to what may stand in place of the typed one. */
function follow(known: Completable, line: readonly string[], typed: string): WantedWords {
  const start: ReachedStop = {at: known.stops[''] as CompletionStop, awaited: undefined, isBare: false, count: 0};
  const {at, awaited, isBare, count} = line.reduce((reached, word) => step(known, reached, word), start);
  const wanted: WantedWords = {words: [], before: '', value: '-'};
  const argument = at.args[count] ?? (at.more ? at.args.at(-1) : undefined) ?? '-';
  if (awaited !== undefined) return {...wanted, value: awaited};
  if (isBare) return {...wanted, value: argument.startsWith('%') ? argument : '/'};
  const [before, option] = /^(--[^=]+)=/.exec(typed) ?? [];
  if (option !== undefined) return {...wanted, before: before ?? '', value: takenBy(option, known, at) ?? '-'};
  if (typed.startsWith('-')) {
    const switches = [...at.switches, ...known.everywhere];
    return {...wanted, words: switches.map(({long, about}) => ({value: long, about}))};
  }
  const words = count === 0 ? at.words.map(({word, about}) => ({value: word, about})) : [];
  return {...wanted, words, value: argument};
}

/** Where a line has led, whether its next word is a value, or stands behind `--`, and how many arguments it has. */
type ReachedStop = {
  readonly at: CompletionStop;
  readonly awaited: CompletionValue | undefined;
  readonly isBare: boolean;
  readonly count: number;
};

function step(known: Completable, reached: ReachedStop, word: string): ReachedStop {
  const {at, awaited, isBare, count} = reached;
  if (awaited !== undefined) return {...reached, awaited: undefined};
  if (isBare) return {...reached, count: count + 1};
  if (word === '--') return {...reached, isBare: true};
  if (word.startsWith('-')) return {...reached, awaited: takenBy(word, known, at)};
  const names = at.words.map(each => each.word);
  const next = at.words.find(each => each.word === commandNamed(word, names));
  const to = next && known.stops[next.leadsTo];
  return to ? {...reached, at: to} : {...reached, count: count + 1};
}

const takenBy = (option: string, {everywhere}: Completable, {switches}: CompletionStop): CompletionValue | undefined =>
  [...switches, ...everywhere].find(({long, short}) => option === long || option === short)?.value;

function valuesFor(
  {value}: WantedWords,
  line: readonly string[],
  typed: string,
  host: Host,
): readonly CompletionCandidate[] {
  if (value === '-' || value === '/') return [];
  if (!value.startsWith('%')) return value.split(',').map(choice => ({value: choice, about: ''}));
  const what = value.slice(1);
  const config = configIfReadable(host);
  const whose = accountOfLine(line, host, config);
  const known = (list: string): readonly CachedName[] => (whose === undefined ? [] : readNames(host, whose, list));
  return what === 'profiles'
    ? [...config.profiles].map(([name, {baseUrl}]) => ({value: name, about: baseUrl}))
    : recordsOf(what, typed, known);
}

/** The names of a list, or of several lists with a prefix each: `list=lists,segment=segments`. */
function recordsOf(
  what: string,
  typed: string,
  known: (list: string) => readonly CachedName[],
): readonly CompletionCandidate[] {
  if (!what.includes('=')) return recordsIn(what, typed, known(what));
  return what.split(',').flatMap(part => {
    const [word = '', list = ''] = part.split('=');
    const before = `${word}:`;
    if (!before.startsWith(typed.slice(0, before.length))) return [];
    const within = recordsIn(list, typed.slice(before.length), known(list));
    return within.map(({value, about}) => ({value: before + value, about}));
  });
}

function recordsIn(list: string, typed: string, known: readonly CachedName[]): CompletionCandidate[] {
  const one = list.replaceAll('-', ' ').replace(/ies$/, 'y').replace(/s$/, '');
  return [...new Map(known.map(([id, name]) => [name, id]))].map(([name, id]) => ({
    value: typed.startsWith('name:') || needsWord(name, typed) ? `name:${name}` : name,
    about: `${one} ${id}`,
  }));
}

/** Whether a name would be read as something else: an id, or an option where one is expected. */
const needsWord = (name: string, typed: string): boolean =>
  /^(\d+$|id:|name:)/.test(name) || (name.startsWith('-') && !typed.startsWith('-'));

/** How to quote a candidate for each shell. Zsh and fish quote by themselves. */
const writers: {readonly [shell: string]: (candidate: CompletionCandidate, typed: string) => string} = {
  bash: ({value}, typed) => forBash(value, typed),
  zsh: ({value, about}) => `${value}\t${about}`,
  fish: ({value, about}) => `${value}\t${about}`,
  powershell: ({value, about}) => `${wordFor.powershell(value)}\t${value}\t${about}`,
};

/** The meaning of a partly typed word: without its quotes, which may still be open. Zsh says it itself. */
function typedIn(shell: string, word: string): string {
  if (shell === 'zsh') return word;
  const [quote] = /^["']/.exec(word) ?? [''];
  const inside = quote === '' ? word : word.slice(1).replace(new RegExp(`${quote}$`), '');
  if (shell === 'powershell') return quote === "'" ? inside.replaceAll("''", "'") : inside.replace(/`(.)/gs, '$1');
  if (quote === "'") return inside.replaceAll("'\\''", "'");
  return quote === '"' ? inside.replace(/\\(["\\$`])/g, '$1') : inside.replace(/\\(.)/gs, '$1');
}

/** After an open quote bash replaces only what follows it, so the quote itself is not repeated. */
function forBash(value: string, typed: string): string {
  if (typed.startsWith('"')) return value.replace(/["\\$`]/g, '\\$&');
  if (typed.startsWith("'")) return value.replaceAll("'", "'\\''");
  return value.replace(/[^\w@%+=:,./\u0080-\u{10ffff}-]/gu, '\\$&');
}
