import type {Finding} from '../records/fields/finding.schema.js';
import {error, warning} from '../records/fields/make-finding.js';
import {lookUp} from '../words/look-up.js';
import {lintImage} from './lint-image.js';
import {lintLink, type Targets} from './lint-link.js';
import {attributeOf, type Element, placeOf} from './parse.js';

export function* lintElement(element: Element, targets: Targets): Generator<Finding> {
  const {tagName} = element;
  const found = lookUp(unwelcome, tagName);
  if (found) yield {...found, ...placeOf(element)};
  if (tagName === 'link' && /\bstylesheet\b/i.test(attributeOf(element, 'rel') ?? '')) yield sheetFinding(element);
  if (tagName === 'img') yield* lintImage(element);
  if (tagName === 'a' || tagName === 'area') yield* lintLink(element, targets);
  for (const {name} of element.attrs) if (/^on[a-z]+$/.test(name)) yield handlerFinding(element, name);
}

const sheetFinding = (element: Element): Finding =>
  warning(
    'external-stylesheet',
    'This stylesheet is not in the mail, and most mail programs do not fetch it.',
    'Put the styles into the mail: in a <style> in its head, or better on the elements.',
    placeOf(element),
  );

const handlerFinding = (element: Element, name: string): Finding =>
  warning('script', `This ${name} is code, which no mail program runs.`, 'Remove it.', placeOf(element, name));

const iframe = error(
  'iframe',
  'This shows another page inside the mail, which mail programs remove.',
  'Show a picture that links to the page.',
);

/** Elements that mail programs remove. */
const unwelcome: Readonly<Record<string, Finding>> = {
  script: error('script', 'No mail program runs scripts, and filters refuse mail with scripts.', 'Remove it.'),
  form: warning(
    'form',
    'Most mail programs show no forms, or send nothing from them.',
    'Link to a page that holds the form.',
  ),
  iframe,
  frame: iframe,
  object: iframe,
  embed: iframe,
};
