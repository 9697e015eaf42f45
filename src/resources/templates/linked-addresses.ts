import {attributeOf, type Element, elementsIn, type Place, parseHtml, placeOf} from '../../html/parse.js';

/** A web address that readers of a mail open or whose picture they see, with its first place. */
export type Linked = {readonly address: string; readonly isPicture: boolean; readonly place: Place | undefined};

/** The web addresses of a mail, each once, and how many hold a tag: those differ for every reader. */
export function linkedAddresses(html: string): {readonly linked: readonly Linked[]; readonly withTags: number} {
  const linked = new Map<string, Linked>();
  const withTags = new Set<string>();
  for (const element of elementsIn(parseHtml(html))) {
    const attribute = addressAttributes.get(element.tagName);
    const written = attribute && webAddress(element, attribute);
    if (!attribute || !written) continue;
    const isPicture = element.tagName === 'img';
    const address = URL.canParse(written) ? withoutPlace(written) : undefined;
    if (written.includes('((')) withTags.add(written);
    else if (address !== undefined && !linked.has(`${isPicture} ${address}`))
      linked.set(`${isPicture} ${address}`, {address, isPicture, place: placeOf(element, attribute)});
  }
  return {linked: [...linked.values()], withTags: withTags.size};
}

const addressAttributes: ReadonlyMap<string, string> = new Map([
  ['a', 'href'],
  ['area', 'href'],
  ['img', 'src'],
]);

/** Undefined for what begins with a tag, such as the way to unsubscribe, and for mailto. */
const webAddress = (element: Element, attribute: string): string | undefined =>
  /^\s*(https?:\/\/.*?)\s*$/is.exec(attributeOf(element, attribute) ?? '')?.[1];

/** An address without the place in its page, which servers do not learn. */
function withoutPlace(written: string): string {
  const url = new URL(written);
  url.hash = '';
  return url.href;
}
