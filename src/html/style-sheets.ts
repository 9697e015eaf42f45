import {attributeOf, type Element, isElement, textOf} from './parse.js';

/** The style sheets inside a mail, as one text. */
export const sheetsOf = (elements: readonly Element[]): string =>
  elements
    .filter(({tagName}) => tagName === 'style')
    .flatMap(({childNodes}) => childNodes.map(node => textOf(node) ?? ''))
    .join('\n')
    .replaceAll(/\/\*.*?\*\//gs, ' ');

/** The value of an inline style; the last one counts, as in a mail program. */
export const inlineStyle = (element: Element, property: string): string | undefined =>
  declarationsOf(attributeOf(element, 'style') ?? '')
    .findLast(([name]) => name === property)?.[1]
    .replace(/\s*!important$/i, '');

/** The properties of a style with their values. */
export const declarationsOf = (style: string): ReadonlyArray<readonly [name: string, value: string]> =>
  style.split(/;(?![^(]*\))/).flatMap(one => {
    const [name = '', ...value] = one.split(':');
    return value.length === 0 ? [] : [[name.trim().toLowerCase(), value.join(':').trim()] as const];
  });

/** What styles an element with a property: its value, or that emk cannot tell. */
export type Styled = {readonly value: string} | 'unknown' | undefined;

/** Says what inline styles and the style sheets of a mail give an element, on a screen that no query asks about. */
export function stylesIn(sheets: string): (element: Element, property: string) => Styled {
  const rules = rulesIn(sheets);
  const rulesOf = remembered((property: string) =>
    rules.filter(({declarations}) => declarations.some(([name]) => name === property)),
  );
  const styled = remembered((property: string) => remembered((element: Element) => styledBy(element, property)));
  return (element, property) => styled(property)(element);

  function styledBy(element: Element, property: string): Styled {
    const inline = inlineStyle(element, property);
    const found = rulesOf(property).map(rule => ({...rule, fits: fits(element, rule.selector)}));
    const isStrong = ({declarations}: Rule): boolean =>
      declarations.some(([name, value]) => name === property && /!important/i.test(value));
    if (inline !== undefined && !found.some(rule => rule.fits !== false && isStrong(rule))) return {value: inline};
    if (found.some(rule => rule.fits === 'perhaps')) return 'unknown';
    const [best] = found
      .filter(rule => rule.fits === true)
      .toSorted(
        (one, other) =>
          Number(isStrong(other)) - Number(isStrong(one)) || other.weight - one.weight || other.order - one.order,
      );
    const value = best?.declarations.findLast(([name]) => name === property)?.[1];
    return value === undefined ? undefined : {value: value.replace(/\s*!important$/i, '')};
  }
}

/** A function that works each answer out once. */
function remembered<K, V>(work: (key: K) => V): (key: K) => V {
  const known = new Map<K, V>();
  return key => {
    if (!known.has(key)) known.set(key, work(key));
    return known.get(key) as V;
  };
}

type Rule = {
  readonly selector: readonly string[];
  readonly declarations: ReturnType<typeof declarationsOf>;
  readonly weight: number;
  readonly order: number;
};

/** The rules of style sheets, without those that hold only for some screens. */
function rulesIn(sheets: string): readonly Rule[] {
  const always = sheets.replaceAll(/@[\w-]+[^{};]*(?:;|\{(?:[^{}]|\{[^{}]*\})*\})/g, ' ');
  return [...always.matchAll(/([^{}]+)\{([^{}]*)\}/g)].flatMap(([, selectors = '', body = ''], order) =>
    selectors
      .split(',')
      .filter(selector => !/:(?:hover|active|visited|focus)/i.test(selector))
      .map(selector => ({
        selector: selector.trim().toLowerCase().split(/\s+/),
        declarations: declarationsOf(body),
        weight:
          (selector.match(/#/g)?.length ?? 0) * 100 +
          (selector.match(/[.[:]/g)?.length ?? 0) * 10 +
          (selector.match(/(?:^|\s)[a-z]/gi)?.length ?? 0),
        order,
      })),
  );
}

/** Whether a selector fits an element; of what is more than names, classes and ids one after another, emk cannot tell. */
function fits(element: Element, selector: readonly string[]): boolean | 'perhaps' {
  const last = selector.at(-1) ?? '';
  if (!fitsOne(element, last.replace(/:.*$|\[.*$/, ''))) return false;
  if (selector.some(part => /[>+~:[\]]/.test(part))) return 'perhaps';
  let wanted = selector.length - 2;
  for (let at = parentElement(element); at && wanted >= 0; at = parentElement(at)) {
    if (fitsOne(at, selector[wanted] ?? '')) wanted--;
  }
  return wanted < 0;
}

function fitsOne(element: Element, compound: string): boolean {
  const classes = new Set((attributeOf(element, 'class') ?? '').toLowerCase().split(/\s+/));
  return (compound.match(/[.#]?[\w-]+|\*/g) ?? []).every(
    part =>
      part === '*' ||
      (part.startsWith('.') && classes.has(part.slice(1))) ||
      (part.startsWith('#') && attributeOf(element, 'id')?.toLowerCase() === part.slice(1)) ||
      part === element.tagName,
  );
}

/** The element around an element. */
export const parentElement = ({parentNode}: Pick<Element, 'parentNode'>): Element | undefined =>
  parentNode && isElement(parentNode) ? parentNode : undefined;
