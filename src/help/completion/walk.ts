import {commandNamed} from '../../commands/aliases.js';
import type {Fields} from './fields.js';
import type {Completable, Stop, Switch, Value, Word} from './stops.js';

/** What may stand where a line is being typed. */
export type Wanted = {
  readonly words: readonly Word[];
  readonly switches: readonly Switch[];
  /** The beginning of the typed word that stays before any value: `--list=`, or the `@` before a path. */
  readonly before: string;
  readonly value: Value;
  readonly fields: Fields;
};

/** Follows the words of a line down the tree, to what may stand in place of the typed one. */
export function walk(known: Completable, line: readonly string[], typed: string): Wanted {
  const start: Reached = {at: known.start, awaited: undefined, isBare: false, count: 0};
  const {at, awaited, isBare, count} = line.reduce((reached, word) => step(known, reached, word), start);
  const nothing: Wanted = {words: [], switches: [], before: '', value: '-', fields: at.fields};
  const argument = at.args[count] ?? (at.more ? at.args.at(-1) : undefined) ?? '-';
  if (awaited !== undefined) return {...nothing, ...pathIn(awaited, typed)};
  if (isBare) return {...nothing, value: argument.startsWith('+') ? argument.replace('+', '%') : '/'};
  const [before, option] = /^(--[^=]+)=/.exec(typed) ?? [];
  if (option !== undefined) return {...nothing, ...pathIn(takenBy(option, known, at) ?? '-', typed, before)};
  if (typed.startsWith('-')) return {...nothing, switches: [...at.switches, ...known.everywhere]};
  return {...nothing, words: count === 0 ? at.words : [], ...pathIn(argument, typed)};
}

/** Where a line has led, whether its next word is a value, or stands behind `--`, and how many arguments it has. */
type Reached = {
  readonly at: Stop;
  readonly awaited: Value | undefined;
  readonly isBare: boolean;
  readonly count: number;
};

function step(known: Completable, reached: Reached, word: string): Reached {
  const {at, awaited, isBare, count} = reached;
  if (awaited !== undefined) return {...reached, awaited: undefined};
  if (isBare) return {...reached, count: count + 1};
  if (word === '--') return {...reached, isBare: true};
  if (word.startsWith('-')) return {...reached, awaited: takenBy(word, known, at)};
  const name = commandNamed(
    word,
    at.words.map(each => each.word),
  );
  const next = at.words.find(each => each.word === name);
  const to = next && known.stops.find(({path}) => path === next.leadsTo);
  return to ? {...reached, at: to} : {...reached, count: count + 1};
}

const takenBy = (option: string, {everywhere}: Completable, {switches}: Stop): Value | undefined =>
  [...switches, ...everywhere].find(({long, short}) => option === long || option === short)?.value;

/** The value where it is typed: a path that may follow an `@` follows it, or there is nothing to offer. */
function pathIn(value: Value, typed: string, before = ''): Pick<Wanted, 'before' | 'value'> {
  const sign = value === '@' ? /^@/ : value === '=@' ? /^.*?=@/s : undefined;
  if (sign === undefined) return {before, value};
  const [found] = sign.exec(typed.slice(before.length)) ?? [];
  return found === undefined ? {before, value: '-'} : {before: before + found, value: '/'};
}
