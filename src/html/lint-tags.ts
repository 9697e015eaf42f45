import type {Finding} from '../records/fields/finding.schema.js';
import {closest} from '../words/closest.js';
import {placesIn, tagsIn} from './tags.js';

/** Finds tags that the service would mail unfilled, by their form alone if the account's are unknown. */
export function lintTags(text: string, {tags}: {readonly tags?: readonly string[] | undefined}): readonly Finding[] {
  return [...unknownTags(text, tags), ...brokenTags(text, tags ?? []), ...foreignTags(text)];
}

function unknownTags(text: string, tags: readonly string[] | undefined): Finding[] {
  const known = new Set(tags);
  return tagsIn(text)
    .filter(({name}) => (tags ? !known.has(name) : !/^\w+$/.test(name)))
    .map(({name, line, column}) => {
      const near = tags && closest(name.replaceAll(/&nbsp;|[^\p{L}\p{N}]+/gu, '_'), tags);
      return {
        check: 'unknown-tag',
        // Words between double brackets may not be a tag, unless they are similar to one.
        level: near !== undefined || /^\w+$/.test(name) ? 'error' : 'warning',
        says: `((${name})) is not a tag of this account, so readers would see it exactly like this.`,
        hint: near ? `Did you mean ((${near}))?` : 'Run: emk templates tags',
        line,
        column,
      };
    });
}

/** Finds known tags that lack one of their four brackets. */
function brokenTags(text: string, tags: readonly string[]): Finding[] {
  const known = new Set(tags);
  const placeAt = placesIn(text);
  return [...text.matchAll(/(?<!\()\(\(\s*(\w+)\s*\)(?!\))|(?<!\()\(\s*(\w+)\s*\)\)(?!\))/g)]
    .map(({0: written, 1: first = '', 2: name = first, index}) => ({written, name, index}))
    .filter(({name}) => known.has(name))
    .map(({written, name, index}) => ({
      check: 'broken-tag',
      level: 'error',
      says: `A bracket is missing in ${written}, so readers would see it exactly like this.`,
      hint: `Write ((${name})).`,
      ...placeAt(index),
    }));
}

/** Finds tags of other services, in mailings that were moved from there. */
function foreignTags(text: string): Finding[] {
  const placeAt = placesIn(text);
  return [
    ...text.matchAll(
      /\{\{\{?[^{}\r\n]{1,80}\}\}\}?|\*\|[A-Z0-9_:]{1,60}\|\*|%%[A-Za-z_]{1,60}%%|\[\[[A-Za-z_]{1,60}\]\]/g,
    ),
  ].map(({0: written, index}) => ({
    check: 'foreign-tag',
    level: 'warning',
    says: `${written} looks like a tag of another service, and readers would see it exactly like this.`,
    hint: 'Write tags with two round brackets, as in ((first_name)).',
    ...placeAt(index),
  }));
}
