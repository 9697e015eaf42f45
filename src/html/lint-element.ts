import type {Finding} from '../records/fields/finding.schema.js';
import {error, warning} from '../records/fields/make-finding.js';
import {lookUp} from '../words/look-up.js';
import {excerpt} from './excerpt.js';
import {lintImage} from './lint-image.js';
import {attributeOf, type Element, placeOf} from './parse.js';
import {type Reach, reachOf, respelt} from './reach.js';

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

/** The names of places in a mail that links can lead to. */
type Targets = ReadonlySet<string | undefined>;

function* lintLink(element: Element, targets: Targets): Generator<Finding> {
  const href = attributeOf(element, 'href');
  if (href === undefined) {
    const isTarget = ['name', 'id'].some(name => attributeOf(element, name) !== undefined);
    if (!isTarget) yield {...leadsNowhere('This link has no address.'), ...placeOf(element)};
    return;
  }
  const reach = reachOf(href);
  if (reach === 'anchor' && targets.has(href.trim().slice(1))) return;
  const told = troubles[reach]?.(excerpt(href), respelt(href));
  if (told) yield {...told, ...placeOf(element, 'href')};
}

const leadsNowhere = (says: string): Finding =>
  error('link-empty', says, 'Add the full address, starting with https://');

/** The words for each kind of address that readers cannot or should not follow. */
const troubles: {readonly [reach in Reach]?: (address: string, corrected: string) => Finding} = {
  nothing: address => leadsNowhere(`This link leads nowhere${address ? `: href="${address}"` : ''}.`),
  anchor: address => leadsNowhere(`Nothing in the mail is called ${address}, so this link leads nowhere.`),
  relative: address =>
    error(
      'link-relative',
      `The address of this link is incomplete: ${address}.`,
      'Links in mail need the full address, starting with https://',
    ),
  misspelt: (address, corrected) =>
    error(
      'link-misspelt',
      `This link starts with a typo, so it opens nothing: ${address}.`,
      `Did you mean ${excerpt(corrected)}?`,
    ),
  broken: address => error('link-broken', `This address cannot be opened: ${address}.`, 'Fix the address.'),
  here: address =>
    error(
      'link-localhost',
      `This link leads to your own machine or network: ${address}.`,
      'Write the address of the public page.',
    ),
  http: address =>
    warning('link-http', `This link is not encrypted: ${address}.`, 'Use https:// if the page supports it.'),
  code: address =>
    error('script', `This link is code, which no mail program runs: ${address}.`, 'Add the address it should open.'),
  data: address =>
    error(
      'link-broken',
      `This link contains data, which no mail program opens: ${address}.`,
      'Put the file on a web server, and name its address.',
    ),
};
