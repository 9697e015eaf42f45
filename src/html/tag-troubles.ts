import {closest} from '../words/closest.js';
import {foreignTagsIn, meaningOf, withBlanks} from './foreign-tags.js';

/** Something that readers would see in place of a value. */
export type TagTrouble = {
  readonly check: 'unknown-tag' | 'broken-tag' | 'foreign-tag';
  readonly written: string;
  readonly from: number;
  /** The tag that was meant, as far as emk can be sure. */
  readonly meaning?: string | undefined;
  /** The number of the form, for tags of other tools. */
  readonly form?: number;
};

type Found = {readonly written: string; readonly from: number};

/** Everything in a text for readers that the service would not fill, in the order of the text. */
export function tagTroubles(text: string, tags: readonly string[]): readonly TagTrouble[] {
  const known = new Set(tags);
  const whole = wholeTags(text);
  const others = doubleBrackets(withBlanks(text, whole));
  const left = withBlanks(withBlanks(text, whole), others);
  const broken = brokenTags(left, known);
  const unknown = [...whole.filter(({written}) => !known.has(written.slice(2, -2))), ...others];
  return [
    ...unknown.map(tag => ({...tag, check: 'unknown-tag' as const, meaning: likelyTag(tag.written, tags)})),
    ...broken.map(tag => ({...tag, check: 'broken-tag' as const, meaning: likelyTag(tag.written, tags)})),
    ...foreignTagsIn(withBlanks(left, broken)).map(tag => ({
      ...tag,
      check: 'foreign-tag' as const,
      meaning: meaningOf(tag.written, tags),
    })),
  ].sort((one, other) => one.from - other.from);
}

const likelyTag = (written: string, tags: readonly string[]): string | undefined => {
  const inner = written.replaceAll(/<[^>]*>|&\w+;|^\W+|\W+$/g, ' ').trim();
  const [name = ''] = inner.split(/[|,"']|\s+or\s/);
  return meaningOf(inner, tags) ?? closest(name.trim().replaceAll(/[^\p{L}\p{N}]+/gu, '_'), tags);
};

const wholeTags = (text: string): readonly Found[] =>
  [...text.matchAll(/\(\(\w+\)\)/g)].map(({0: written, index}) => ({written, from: index}));

/** Everything else between `((` and `))`, where these brackets belong together. */
function doubleBrackets(text: string): readonly Found[] {
  const found: Found[] = [];
  for (const {index} of text.matchAll(/\(\((?!\()/g)) {
    const to = endOf(text, index + 2);
    if (to !== undefined) found.push({written: text.slice(index, to), from: index});
  }
  return found;
}

/** The end of the `))` that closes what begins here; undefined if other brackets close it. */
function endOf(text: string, from: number): number | undefined {
  let depth = 0;
  for (let at = from; at < Math.min(text.length, from + LONGEST); at++) {
    if (text[at] === '(') depth++;
    if (text[at] !== ')') continue;
    if (depth === 0) return text[at + 1] === ')' ? at + 2 : undefined;
    depth--;
  }
  return undefined;
}

/** Known tags that lack a bracket, or have one of another kind. */
function brokenTags(text: string, known: ReadonlySet<string>): readonly Found[] {
  const starts = /(?<!\()\(\(\s*(\w+)\s*([)}\]>]{0,2})/g;
  const ends = /(?:\{\{|\[\[|[({[])\s*(\w+)\s*\)\)(?!\))/g;
  return [
    ...[...text.matchAll(starts)].filter(({1: name = '', 2: closed = '', 0: {length}, index}) =>
      /[}\]>]/.test(closed) ? true : known.has(name) && (name.includes('_') || !closesLater(text, index + length)),
    ),
    ...[...text.matchAll(ends)].filter(
      ({0: written, 1: name = ''}) => known.has(name) && (name.includes('_') || !/^\(\s*\w/.test(written)),
    ),
  ]
    .map(({0: written, index}) => ({written: written.trimEnd(), from: index}))
    .sort((one, other) => one.from - other.from);
}

/** Whether an outer bracket is closed on the same line: then the brackets are part of the sentence. */
function closesLater(text: string, from: number): boolean {
  const [line = ''] = text.slice(from, from + LONGEST).split(/[\r\n]/);
  return endOfSentence.test(line.replaceAll(/\([^()]*\)/g, ''));
}

const endOfSentence = /^[^(]*\)/;

/** Longer than any tag with a default. */
const LONGEST = 200;
