import {andList, number} from '../../core/words/sentence.js';
import type {Finding} from '../../records/fields/finding.js';
import {found} from './found.js';
import {placesIn, type TagTrouble, tagTroubles} from './tags.js';
import {excerpt} from './text.js';

/** Finds what the service would mail unfilled; the tags of other tools once for each way of writing them. */
export function lintTags(text: string, tags: readonly string[]): readonly Finding[] {
  const placeAt = placesIn(text);
  const kinds = new Map<number | string, {readonly all: TagTrouble[]; readonly place: ReturnType<typeof placeAt>}>();
  for (const trouble of tagTroubles(text, tags)) {
    const place = placeAt(trouble.from);
    const kind = trouble.form ?? `at ${trouble.from}`;
    if (!kinds.get(kind)?.all.push(trouble)) kinds.set(kind, {all: [trouble], place});
  }
  return [...kinds.values()].map(({all, place}) => findingOf(all, place));
}

function findingOf(all: readonly TagTrouble[], place: ReturnType<ReturnType<typeof placesIn>>): Finding {
  const [first, ...others] = all;
  const written = excerpt(first?.written ?? '');
  const hint = hintOf(all);
  if (others.length > 0) return found('foreign-tag', place, `${written} (${number(all.length)} of its kind)`, hint);
  const isBare = first?.check === 'unknown-tag' && !written.startsWith('((');
  return found(first?.check ?? 'unknown-tag', place, isBare ? `((${written}))` : written, hint);
}

/** Finds tags that readers see whole, but the service does not: their brackets are apart, or written as entities. */
export const lintSplitTags = (seen: string, html: string, tags: readonly string[]): readonly Finding[] =>
  tags
    .map(tag => `((${tag}))`)
    .filter(tag => seen.includes(tag) && !html.includes(tag))
    .map(tag => found('split-tag', undefined, tag));

function hintOf(troubles: readonly TagTrouble[]): string {
  const known = troubles.filter(({meaning}) => meaning !== undefined);
  const [first] = known;
  if (!first) return 'Run: emk templates tags';
  const none = known.some(({written}) => hasDefault(written)) ? ' The service has no defaults.' : '';
  if (first.check === 'unknown-tag') return `Did you mean ((${first.meaning}))?${none}`;
  if (troubles.length === 1) return `Write ((${first.meaning})).${none}`;
  const pairs = new Map(known.map(({written, meaning}) => [meaning, `((${meaning})) for ${excerpt(written)}`]));
  return `Write ${andList([...pairs.values()].slice(0, MOST))}.${none}`;
}

const hasDefault = (written: string): boolean => /[|,?]|\bor\b/.test(written.replaceAll(/<[^>]*>|^\W+|\W+$/g, ''));

/** As many replacements as a sentence can hold. */
const MOST = 3;

/** Corrects the tags whose meaning is certain, where `read` shows them, and counts the places; undefined if there are none. */
export function repairTags(
  text: string,
  read: string,
  tags: readonly string[],
): {readonly text: string; readonly places: number} | undefined {
  const parts: string[] = [];
  let [at, places] = [0, 0];
  for (const {written, from, meaning} of tagTroubles(read, tags)) {
    if (meaning === undefined || from < at || text.slice(from, from + written.length) !== written) continue;
    // Markup inside a tag belongs around it, and only its author knows where.
    if (/[<>\r\n]/.test(written.slice(1, -1))) continue;
    parts.push(text.slice(at, from), `((${meaning}))`);
    at = from + written.length;
    places += 1;
  }
  return places === 0 ? undefined : {text: [...parts, text.slice(at)].join(''), places};
}
