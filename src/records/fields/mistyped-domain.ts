import {wordSet} from '../../core/words/values.js';

/** The well-known domain that a mistyped one most likely means, for names of five letters or more. */
export function likelyDomain(domain: string): string | undefined {
  const typed = domain.toLowerCase();
  const dot = typed.indexOf('.');
  const [name, ending] = [typed.slice(0, dot), typed.slice(dot + 1)];
  if (name.length < 4 || dot < 0 || neighbours.has(name)) return undefined;
  const exact = providers.get(name);
  if (exact !== undefined) return endingsOfCom.has(ending) && exact.includes('com') ? `${name}.com` : undefined;
  for (const [known, endings] of providers) {
    if (!isOneSlipAway(name, known)) continue;
    if (endings.includes(ending)) return `${known}.${ending}`;
    if (endingsOfCom.has(ending) && endings.includes('com')) return `${known}.com`;
  }
  return undefined;
}

export const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1);

const european = 'de at ch fr it es nl be dk se pl co.uk com.br com.au ca in co.in'.split(' ');

/** The common mail providers: the name, and the endings that it exists with. */
const providers: ReadonlyMap<string, readonly string[]> = new Map([
  ['gmail', ['com']],
  ['googlemail', ['com', 'de']],
  ['hotmail', ['com', ...european]],
  ['outlook', ['com', ...european]],
  ['yahoo', ['com', ...european, 'co.jp', 'com.mx', 'com.ar']],
  ['icloud', ['com']],
  ['protonmail', ['com', 'ch']],
  ['freenet', ['de']],
  ['t-online', ['de']],
  ['posteo', ['de', 'net']],
  ['mailbox', ['org']],
  ['arcor', ['de']],
  ['comcast', ['net']],
  ['verizon', ['net']],
  ['bellsouth', ['net']],
  ['orange', ['fr']],
  ['wanadoo', ['fr']],
  ['laposte', ['net']],
  ['libero', ['it']],
  ['yandex', ['ru', 'com']],
]);

/** Real domain names that are one letter from a well-known one. */
const neighbours = wordSet('ymail mail email gmails yahoos outlooks arco libre');

const endingsOfCom = wordSet(
  'con cmo ocm om cm co comm coom cpm cim vom xom copm con.com com.com comn coml ccom clm cok',
);

/**
 * Whether one letter is added, dropped, changed, or swapped with its neighbour. Typos hardly change the first letter.
 */
function isOneSlipAway(typed: string, known: string): boolean {
  if (Math.abs(typed.length - known.length) > 1) return false;
  let at = 0;
  while (at < typed.length && typed[at] === known[at]) at++;
  if (typed.length > known.length) return typed.slice(at + 1) === known.slice(at);
  if (typed.length < known.length) return typed.slice(at) === known.slice(at + 1);
  const isSwapped = typed[at] === known[at + 1] && typed[at + 1] === known[at];
  if (isSwapped && typed.slice(at + 2) === known.slice(at + 2)) return true;
  return at > 0 && typed.slice(at + 1) === known.slice(at + 1);
}

/** The addresses that a text most likely means, likeliest first. The caller checks whether each is valid. */
export function likelyAddresses(text: string): readonly string[] {
  const [, within] = /^[^<]*<\s*([^<>]+?)\s*>/.exec(text) ?? [];
  if (within !== undefined) return withDomains([within]);
  const parts = text.split(/[\s,;|/]+/).filter(part => /^[^@]+@[^@]+$/.test(part));
  const cleaned = text
    .replace(/^mailto:/i, '')
    .replace(/\s+/g, '')
    .replace(/,/g, '.')
    .replace(/@+/g, '@')
    .replace(/\.{2,}/g, '.')
    .replace(/\.@|@\./g, '@')
    .replace(/^[.<"']+|[.;:<>"']+$/g, '');
  return withDomains([...(parts.length > 1 ? parts : []), cleaned]);
}

/** The same addresses, each with the domain that it most likely means before the one it has. */
const withDomains = (addresses: readonly string[]): readonly string[] =>
  addresses.flatMap(address => {
    const domain = domainOf(address);
    const local = address.slice(0, address.length - domain.length);
    const likely = likelyDomain(domain) ?? (domain.includes('.') ? undefined : likelyDomain(`${domain}.co`));
    return [...(likely === undefined || local === '' ? [] : [local + likely]), address];
  });
