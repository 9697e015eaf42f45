import {escapeHtml} from '../../letters/html/text.js';
import {clean} from '../../output/text/sanitise.js';

/** Safe markup for a page. Only `markup` creates it, so that no text of an account gets into a page unescaped. */
export type Markup = {readonly markup: string};

type Part = Markup | string | number | ReadonlyArray<Markup | string>;

/** Puts values into markup. Texts are cleaned of control characters and escaped for elements and quoted attributes. */
export const markup = (strings: TemplateStringsArray, ...parts: readonly Part[]): Markup => ({
  markup: strings.reduce((all, string, index) => all + toText(parts[index - 1] ?? '') + string),
});

/** Empty markup, for omitted parts. */
export const nothing: Markup = {markup: ''};

/** A sentence with names, where a name from right to left does not turn the words around it. */
export const sentence = (text: string): Markup => ({markup: toText(text).replace(fromTheRight, '\u2068$&\u2069')});

const fromTheRight = /[\p{sc=Arab}\p{sc=Hebr}](?:[^\p{L}]*[\p{sc=Arab}\p{sc=Hebr}])*/gu;

const toText = (part: Part): string => {
  if (typeof part === 'string') return escapeHtml(part.split(joiners).map(cleanPart).join(''));
  if (typeof part === 'number') return String(part);
  return 'markup' in part ? part.markup : part.map(toText).join('');
};

/** Persian words and emoji of several people need these marks. A terminal may draw them too wide, a browser does not. */
const joiners = /(\u200c|\u200d|\ufe0e|\ufe0f)/;
const cleanPart = (part: string): string => (joiners.test(part) ? part : clean(part));

/** The description of a picture, for people who cannot see it. */
export type Described = {
  readonly id: string;
  readonly title: string;
  /** What can be seen, in a sentence. */
  readonly says: string;
  /** Its colour, as the name of a class. */
  readonly tone?: 'plain' | 'loss' | 'rate';
};

/** Puts a drawing into an element that screen readers read by its title and description. */
export const picture = (
  {id, title, says, tone = 'plain', height}: Described & {readonly height: number},
  drawing: Markup,
): Markup =>
  markup`<svg class="chart ${tone}" width="100%" height="${height}" role="img" aria-labelledby="${id}-title ${id}-says"><title id="${id}-title">${title}</title><desc id="${id}-says">${says}</desc>${drawing}</svg>`;

/** A bar for a share, relative to its column's width. Screen readers skip it, because the number is beside it. */
export const shareBar = (share: number | null, tone: 'plain' | 'loss' | 'rate' = 'plain'): Markup =>
  markup`<svg class="bar ${tone}" width="100%" height="6" aria-hidden="true"><rect class="track" width="100%" height="6" rx="3"/><rect width="${Number((Math.min(1, Math.max(0, share ?? 0)) * 100).toFixed(2))}%" height="6" rx="3"/></svg>`;
