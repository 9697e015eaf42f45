import {domainOf, likelyDomain} from './mistyped-domain.js';

/** An address that somebody most likely meant, and the name beside it. */
type LikelyAddress = {readonly text: string; readonly name?: string};

/** The addresses that a text most likely means, likeliest first. The caller checks whether each is valid. */
export function likelyAddresses(text: string): readonly LikelyAddress[] {
  const [, name = '', within] = /^"?([^"<]*?)"?\s*<\s*([^<>]+?)\s*>/.exec(text) ?? [];
  if (within !== undefined) return withDomains([{text: within, name}]);
  const parts = text.split(/[\s,;|/]+/).filter(part => /^[^@]+@[^@]+$/.test(part));
  const cleaned = text
    .replace(/^mailto:/i, '')
    .replace(/\s*[([{]\s*at\s*[)\]}]\s*|\s+at\s+/i, '@')
    .replace(/\s*[([{]\s*dot\s*[)\]}]\s*|\s+dot\s+/gi, '.')
    .replace(/\s+/g, '')
    .replace(/,/g, '.')
    .replace(/@+/g, '@')
    .replace(/\.{2,}/g, '.')
    .replace(/\.@|@\./g, '@')
    .replace(/^[.<"']+|[.;:<>"']+$/g, '');
  return withDomains([...(parts.length > 1 ? parts.map(part => ({text: part})) : []), {text: cleaned}]);
}

/** The same addresses, each with the domain that it most likely means before the one it has. */
const withDomains = (addresses: readonly LikelyAddress[]): readonly LikelyAddress[] =>
  addresses.flatMap(each => {
    const domain = domainOf(each.text);
    const local = each.text.slice(0, each.text.length - domain.length);
    const likely = likelyDomain(domain) ?? (domain.includes('.') ? undefined : likelyDomain(`${domain}.co`));
    return [...(likely === undefined || local === '' ? [] : [{...each, text: `${local}${likely}`}]), each];
  });
