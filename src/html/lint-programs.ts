import type {Finding} from '../records/fields/finding.schema.js';
import {warning} from '../records/fields/make-finding.js';
import {counted, plural} from '../words/sentence.js';
import {isPixel} from './lint-image.js';
import {MADE_FROM_MARKDOWN} from './made-email.js';
import {programsInWords, whereItFails} from './mail-programs.js';
import {attributeOf, type Element, placeOf} from './parse.js';
import {declarationsOf, sheetsOf} from './style-sheets.js';

type Mail = {readonly html: string; readonly elements: readonly Element[]; readonly programs: ReadonlySet<string>};

/** Finds what some mail programs do not show, each once with its first place and the programs where it fails. */
export function* lintPrograms({html, elements, programs}: Mail): Generator<Finding> {
  for (const {feature, what, hint, uses} of features) {
    const where = whereItFails(feature, programs);
    const [first, ...others] = where === undefined ? [] : elements.filter(uses);
    // Outlook has a drawing of its own for background pictures.
    if (!first || (feature.includes('background') && html.includes('<v:fill'))) continue;
    const more = others.length === 0 ? '' : ` (${counted(others.length + 1, 'time')})`;
    yield warning('mail-programs', `${what}${more} does not work in ${where}.`, hint, placeOf(first));
  }
  yield* lintGmail(elements, programs);
  if (!html.includes(MADE_FROM_MARKDOWN)) yield* lintOutlook(elements, programs);
}

function* lintGmail(elements: readonly Element[], programs: ReadonlySet<string>): Generator<Finding> {
  const where = programsInWords([...programs].filter(name => name.startsWith('gmail')));
  const style = elements.find(({tagName}) => tagName === 'style');
  const length = sheetsOf(elements).length;
  if (where === undefined || !style || length <= GMAIL_STYLES) return;
  yield warning(
    'mail-programs',
    `The style sheets have ${counted(length, 'character')}, and ${where} drops all beyond ${counted(GMAIL_STYLES, 'character')}.`,
    'Shorten them, or put the styles on the elements.',
    placeOf(style),
  );
}

function* lintOutlook(elements: readonly Element[], programs: ReadonlySet<string>): Generator<Finding> {
  const [first, ...others] = elements.filter(
    element => element.tagName === 'img' && !isPixel(element) && attributeOf(element, 'width') === undefined,
  );
  const where = programsInWords([...programs].filter(name => name === 'outlook-windows'));
  if (!first || where === undefined) return;
  const count = others.length + 1;
  yield warning(
    'mail-programs',
    `${counted(count, 'picture')} ${plural(count, 'has', 'have')} no width="…", and ${where} shows ${plural(count, 'it', 'them')} in full size.`,
    'Add the width in pixels that the picture should have, such as width="600".',
    placeOf(first),
  );
}

type Feature = {
  /** Its name on caniemail.com. */
  readonly feature: string;
  readonly what: string;
  readonly hint: string;
  uses(element: Element): boolean;
};

/** Whether an element, or a style sheet that is one, declares this. */
const declares =
  (name: RegExp, value = /./) =>
  (element: Element): boolean =>
    stylesOn(element)
      .flatMap(declarationsOf)
      .some(declaration => name.test(declaration[0]) && value.test(declaration[1]));

const stylesOn = (element: Element): readonly string[] =>
  element.tagName === 'style'
    ? [...sheetsOf([element]).matchAll(/\{([^{}]*)\}/g)].map(([, body = '']) => body)
    : [attributeOf(element, 'style') ?? ''];

const isA =
  (...names: readonly string[]) =>
  ({tagName}: Element): boolean =>
    names.includes(tagName);

const pictureOf =
  (ending: RegExp) =>
  (element: Element): boolean =>
    element.tagName === 'img' && ending.test(attributeOf(element, 'src') ?? '');

const tables = 'Lay it out with a table.';
const linkInstead = 'Link to a page that has it.';

const features: readonly Feature[] = [
  {feature: 'css-display-flex', what: 'display:flex', hint: tables, uses: declares(/^display$/, /^(?:inline-)?flex/i)},
  {feature: 'css-display-grid', what: 'display:grid', hint: tables, uses: declares(/^display$/, /^(?:inline-)?grid/i)},
  {
    feature: 'css-position',
    what: 'position',
    hint: tables,
    uses: declares(/^position$/, /^(?:absolute|fixed|sticky|relative)/i),
  },
  {
    feature: 'css-variables',
    what: 'A variable of CSS',
    hint: 'Write the value itself.',
    uses: declares(/./, /var\(/i),
  },
  {
    feature: 'css-at-import',
    what: '@import',
    hint: 'Put the styles into the mail.',
    uses: element => element.tagName === 'style' && /@import\b/i.test(sheetsOf([element])),
  },
  {
    feature: 'css-background-image',
    what: 'A background picture',
    hint: 'Choose a background colour as well, on which the text can be read.',
    uses: declares(/^background(?:-image)?$/, /url\(/i),
  },
  {
    feature: 'html-background',
    what: 'background="…"',
    hint: 'Choose a background colour as well, on which the text can be read.',
    uses: element => attributeOf(element, 'background') !== undefined,
  },
  {feature: 'html-svg', what: '<svg>', hint: 'Use a PNG picture.', uses: isA('svg')},
  {feature: 'image-svg', what: 'An SVG picture', hint: 'Use PNG.', uses: pictureOf(/\.svg(?:[?#]|$)/i)},
  {feature: 'image-webp', what: 'A WebP picture', hint: 'Use PNG or JPEG.', uses: pictureOf(/\.webp(?:[?#]|$)/i)},
  {feature: 'image-avif', what: 'An AVIF picture', hint: 'Use PNG or JPEG.', uses: pictureOf(/\.avif(?:[?#]|$)/i)},
  {feature: 'html-video', what: '<video>', hint: 'Show a picture that links to it.', uses: isA('video')},
  {feature: 'html-audio', what: '<audio>', hint: linkInstead, uses: isA('audio')},
  {
    feature: 'html-button-submit',
    what: '<button>',
    hint: 'Write a link that looks like a button.',
    uses: isA('button'),
  },
  {feature: 'html-input-text', what: '<input>', hint: linkInstead, uses: isA('input')},
  {feature: 'html-select', what: '<select>', hint: linkInstead, uses: isA('select')},
  {feature: 'html-textarea', what: '<textarea>', hint: linkInstead, uses: isA('textarea')},
  {feature: 'html-base', what: '<base>', hint: 'Write full addresses.', uses: isA('base')},
];

/** Gmail keeps so many characters of style sheets. */
const GMAIL_STYLES = 8192;
