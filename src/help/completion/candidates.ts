import type {CachedName} from '../../accounts/cached-names.js';
import {plural} from '../../words/sentence.js';

export type Candidate = {readonly value: string; readonly about: string};

/**
 * The records of a list, or of several lists with a prefix each: `type=lists,segment=segments`. Names come
 * first, because people know them; ids are offered after their first characters.
 */
export function recordCandidates(
  what: string,
  typed: string,
  known: (list: string) => readonly CachedName[],
): readonly Candidate[] {
  if (!what.includes('=')) return candidatesIn(what, typed, known(what));
  return what.split(',').flatMap(part => {
    const [word = '', list = ''] = part.split('=');
    const before = `${word}:`;
    if (!before.startsWith(typed.slice(0, before.length))) return [];
    const within = candidatesIn(list, typed.slice(before.length), known(list));
    return within.map(({value, about}) => ({value: before + value, about}));
  });
}

function candidatesIn(list: string, typed: string, known: readonly CachedName[]): Candidate[] {
  const one =
    peopleSay[list.replace(/-waiting$/, '')] ?? list.replace(/-/g, ' ').replace(/ies$/, 'y').replace(/s$/, '');
  const byName = new Map<string, string[]>();
  for (const [id, name] of known) byName.set(name, [...(byName.get(name) ?? []), id]);
  const names = [...byName].map(([name, ids]) => ({
    value: typed.startsWith(NAME) || needsWord(name, typed) ? NAME + name : name,
    about: plural(ids.length, `${one} ${ids[0]}`, `${ids.length} of them: ${ids.slice(0, 3).join(', ')}`),
  }));
  const ids = known.filter(([id]) => id.startsWith(typed) && typed.length >= (/^\d/.test(id) ? 1 : LEAST));
  return [...names, ...ids.map(([value, name]) => ({value, about: name}))];
}

/** The word for a record of a list whose commands are called otherwise. */
const peopleSay: Readonly<Record<string, string>> = {lists: 'list', mailings: 'mailing'};

const NAME = 'name:';

/** Whether a name would be read as something else: an id, or an option where one is expected. */
const needsWord = (name: string, typed: string): boolean =>
  /^(\d+$|id:|name:)/.test(name) || (name.startsWith('-') && !typed.startsWith('-'));

/** How many characters identify a utr. */
const LEAST = 4;
