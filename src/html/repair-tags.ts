import {tagTroubles} from './tag-troubles.js';

/** A text with its tags corrected: what was written, and what stands there now. */
type Repair = {
  readonly text: string;
  /** How many places changed. One tag may stand in several. */
  readonly places: number;
  readonly changes: ReadonlyArray<{readonly written: string; readonly tag: string}>;
};

/** Corrects the tags whose meaning is certain, where `read` shows them; undefined if there are none. */
export function repairTags(text: string, read: string, tags: readonly string[]): Repair | undefined {
  const parts: string[] = [];
  const changes = new Map<string, string>();
  let [at, places] = [0, 0];
  for (const {written, from, meaning} of tagTroubles(read, tags)) {
    if (meaning === undefined || from < at || text.slice(from, from + written.length) !== written) continue;
    // Markup inside a tag belongs around it, and only its author knows where.
    if (/[<>\r\n]/.test(written.slice(1, -1))) continue;
    parts.push(text.slice(at, from), `((${meaning}))`);
    at = from + written.length;
    places += 1;
    changes.set(written, `((${meaning}))`);
  }
  if (changes.size === 0) return undefined;
  return {
    text: [...parts, text.slice(at)].join(''),
    places,
    changes: [...changes].map(([written, tag]) => ({written, tag})),
  };
}
