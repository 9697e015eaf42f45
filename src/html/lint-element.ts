import type {Finding} from '../records/fields/finding.schema.js';
import {lintImage} from './lint-image.js';
import {lintLink, type Targets} from './lint-link.js';
import {attributeOf, type Element, placeOf} from './parse.js';

export function* lintElement(element: Element, targets: Targets): Generator<Finding> {
  const {tagName} = element;
  const found = Object.hasOwn(unwelcome, tagName) ? unwelcome[tagName] : undefined;
  if (found) yield {...found, ...placeOf(element)};
  if (tagName === 'link' && /\bstylesheet\b/i.test(attributeOf(element, 'rel') ?? '')) yield sheetFinding(element);
  if (tagName === 'img') yield* lintImage(element);
  if (tagName === 'a' || tagName === 'area') yield* lintLink(element, targets);
  for (const {name} of element.attrs) if (/^on[a-z]+$/.test(name)) yield handlerFinding(element, name);
}

type Unplaced = Omit<Finding, 'line' | 'column'>;

const sheetFinding = (element: Element): Finding => ({
  check: 'external-stylesheet',
  level: 'warning',
  says: 'This stylesheet is not in the mail, and most mail programs do not fetch it.',
  hint: 'Put the styles into the mail: in a <style> in its head, or better on the elements.',
  ...placeOf(element),
});

const handlerFinding = (element: Element, name: string): Finding => ({
  check: 'script',
  level: 'warning',
  says: `This ${name} is code, which no mail program runs.`,
  hint: 'Remove it.',
  ...placeOf(element, name),
});

const iframe: Unplaced = {
  check: 'iframe',
  level: 'error',
  says: 'This shows another page inside the mail, which mail programs remove.',
  hint: 'Show a picture that links to the page.',
};

/** Elements that mail programs remove. */
const unwelcome: Readonly<Record<string, Unplaced>> = {
  script: {
    check: 'script',
    level: 'error',
    says: 'No mail program runs scripts, and filters refuse mail with scripts.',
    hint: 'Remove it.',
  },
  form: {
    check: 'form',
    level: 'warning',
    says: 'Most mail programs show no forms, or send nothing from them.',
    hint: 'Link to a page that holds the form.',
  },
  iframe,
  frame: iframe,
  object: iframe,
  embed: iframe,
};
