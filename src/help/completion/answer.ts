import {accountOfLine, configIfReadable} from '../../accounts/account-of-line.js';
import {type CachedName, readNames} from '../../accounts/cached-names.js';
import type {Host} from '../../system/host.js';
import {lookUp} from '../../words/look-up.js';
import {wordFor} from '../../words/shell-word.js';
import {type Candidate, recordCandidates} from './candidates.js';
import type {Fields} from './fields.js';
import type {Completable} from './stops.js';
import {type Wanted, walk} from './walk.js';

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
  const wanted = walk(completable(), before, typed);
  const rest = typed.slice(wanted.before.length);
  const text = typedIn(shell, rest);
  const offered = candidatesFor(wanted, before, text, host);
  const ways = [thatFit(offered, text), looksFurther.has(shell) ? offered : []];
  const found = ways.find(({length}) => length > 0) ?? [];
  const first = `${wanted.value === '/' ? '/' : '-'}${wanted.before}`;
  return [first, ...found.map(each => write(each, rest))].map(each => `${each}\n`).join('');
}

const candidatesFor = (wanted: Wanted, line: readonly string[], typed: string, host: Host): readonly Candidate[] => [
  ...wanted.words.map(({word, about}) => ({value: word, about})),
  ...wanted.switches.map(({long, about}) => ({value: long, about})),
  ...valuesFor(wanted, line, typed, host),
];

/** The shells that also find what has the typed text in it, each by its own rules. */
const looksFurther: ReadonlySet<string> = new Set(['zsh', 'fish']);

function valuesFor({value, fields}: Wanted, line: readonly string[], typed: string, host: Host): readonly Candidate[] {
  const [, place, what = ''] = /^([%+])(.*)$/.exec(value) ?? [];
  if (value === '-' || value === '/') return [];
  if (place === undefined) return value.split(',').map(choice => ({value: choice, about: ''}));
  const config = configIfReadable(host);
  const whose = config.settings['completion-cache'] === 'off' ? undefined : accountOfLine(line, host, config);
  const known = (list: string): readonly CachedName[] => (whose === undefined ? [] : readNames(host, whose, list));
  if (what === 'columns' || what === 'sort' || what === 'where')
    return fieldCandidates(what, typed, fields, () => known('custom-fields'));
  const found =
    what === 'profiles'
      ? [...config.profiles].map(([name, {baseUrl}]) => ({value: name, about: baseUrl}))
      : recordCandidates(what, typed, known);
  return found.filter(each => place === '%' || !each.value.startsWith('-'));
}

/** The candidates that begin with the typed text; if none do, those that do without case. */
function thatFit(candidates: readonly Candidate[], typed: string): readonly Candidate[] {
  const exact = candidates.filter(({value}) => value.startsWith(typed));
  if (exact.length > 0) return exact;
  const wanted = typed.toLowerCase();
  return candidates.filter(({value}) => value.toLowerCase().startsWith(wanted));
}

const asItStands = ({value, about}: Candidate): string => `${value}\t${about}`;

/** How to quote a candidate for each shell. Zsh and fish quote by themselves. */
const writers: {readonly [shell: string]: (candidate: Candidate, typed: string) => string} = {
  bash: ({value}, typed) => forBash(value, typed),
  zsh: asItStands,
  fish: asItStands,
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

/** Fields for `--columns`, `--sort` and `--where`: the first two accept several with commas, the last adds a value. */
function fieldCandidates(
  option: 'columns' | 'sort' | 'where',
  typed: string,
  fields: Fields,
  customFields: () => readonly CachedName[],
): readonly Candidate[] {
  const names = Object.keys(fields).flatMap(name =>
    name === 'custom_field' ? [name, ...plainNames(customFields()).map(each => `${name}.${each}`)] : [name],
  );
  if (names.length === 0) return [];
  if (option === 'where') return conditions(typed, names, fields);
  const [, before = '', minus = ''] = /^(.*,)?(-?)[^,]*$/s.exec(typed) ?? [];
  const given = before.split(',').map(name => name.replace(/^-/, ''));
  const all = option === 'columns' ? ['all', ...names] : names;
  const sign = option === 'sort' ? minus : '';
  return all
    .filter(name => !given.includes(name))
    .map(name => ({value: before + sign + name, about: sign === '-' ? 'from the greatest' : ''}));
}

/** `status=` followed by its possible words. */
function conditions(typed: string, names: readonly string[], fields: Fields): readonly Candidate[] {
  const [, name = '', operator = ''] = /^([\w.]+)(=|!=)/.exec(typed) ?? [];
  if (operator === '') return names.map(each => ({value: `${each}=`, about: (lookUp(fields, each) ?? []).join(', ')}));
  return (lookUp(fields, name) ?? []).map(word => ({value: `${name}${operator}${word}`, about: ''}));
}

const plainNames = (known: readonly CachedName[]): string[] =>
  known.map(([, name]) => name).filter(name => /^[\w-]+$/.test(name));
