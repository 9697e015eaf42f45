import {escapeHtml} from '../../html/escape.js';
import {clean} from '../../output/text/sanitise.js';

/** Markup that may be in a page. Only `markup` makes it, so that no text of an account gets into a page unescaped. */
export type Markup = {readonly markup: string};

type Part = Markup | string | number | ReadonlyArray<Markup | string>;

/** Puts values into markup. A text is cleaned of controls and escaped, for an element as for a quoted attribute. */
export const markup = (strings: TemplateStringsArray, ...parts: readonly Part[]): Markup => ({
  markup: strings.reduce((all, string, index) => all + toText(parts[index - 1] ?? '') + string),
});

/** No markup, for what is left out. */
export const nothing: Markup = {markup: ''};

const toText = (part: Part): string => {
  if (typeof part === 'string') return escapeHtml(clean(part));
  if (typeof part === 'number') return String(part);
  return 'markup' in part ? part.markup : part.map(toText).join('');
};
