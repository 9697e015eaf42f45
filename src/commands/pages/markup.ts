import {escapeHtml} from '../../html/escape.js';
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
