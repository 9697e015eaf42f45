import {UsageError} from '../errors.js';
import {closest} from '../words/closest.js';
import {lookUp} from '../words/look-up.js';
import {andList, withMore} from '../words/sentence.js';
import {failures, mailPrograms} from './mail-program-table.js';

/** The programs of `gmail,outlook-windows`: a name alone means it on every device. All of them without a choice. */
export function programsOf(choice: string | undefined): ReadonlySet<string> {
  const all = mailPrograms.split(' ');
  const names = (choice ?? '').split(',').flatMap(name => name.trim().toLowerCase() || []);
  const chosen = names.map(name => ({
    name,
    programs: all.filter(each => each === name || each.startsWith(`${name}-`)),
  }));
  const unknown = chosen.find(({programs}) => programs.length === 0);
  if (unknown)
    throw new UsageError(`emk does not know the mail program "${unknown.name}".`, {
      hint: `Did you mean ${closest(unknown.name, all) ?? all[0]}? It knows ${all.join(', ')}.`,
    });
  return new Set(names.length === 0 ? all : chosen.flatMap(({programs}) => programs));
}

/** The chosen programs that fail at a feature, in words; undefined if none does. */
export function whereItFails(feature: string, programs: ReadonlySet<string>): string | undefined {
  return programsInWords((lookUp(failures, feature) ?? '').split(' ').filter(name => programs.has(name)));
}

/** As many programs as a sentence can name. */
const MOST = 4;

/** Programs in words, those of one family together, with how many readers that may be; undefined for none. */
export function programsInWords(names: readonly string[]): string | undefined {
  if (names.length === 0) return undefined;
  const all = mailPrograms.split(' ');
  const families = new Map(
    names.map(name => [familyOf(name), names.filter(each => familyOf(each) === familyOf(name))]),
  );
  const words = [...families].flatMap(([family, some]) =>
    some.length === all.filter(name => familyOf(name) === family).length
      ? [lookUp(labels, family) ?? family]
      : some.map(name => `${lookUp(labels, family) ?? family}${lookUp(devices, name.slice(family.length + 1)) ?? ''}`),
  );
  return `${words.length > MOST ? withMore(words, words.length, MOST) : andList(words)} (${opensInWords(names)})`;
}

/** How many of 100 opens were in these programs. Counted were families, so a part of one had at most as many. */
function opensInWords(names: readonly string[]): string {
  const share = opens.reduce((sum, [family, each]) => sum + (names.some(name => family.test(name)) ? each : 0), 0);
  return `up to ${Math.max(1, Math.round(share))} of 100 opens`;
}

/**
 * Of 100 opens, as Litmus counted them over its customers' mail in December 2021
 * (https://www.litmus.com/blog/email-client-market-share-december-2021). What is missing here was not among the ten most used.
 */
const opens: readonly (readonly [family: RegExp, of100: number])[] = [
  [/^apple-mail/, 57.4],
  [/^gmail/, 30.4],
  [/^outlook-(?:windows|mac)$/, 4.1],
  [/^yahoo/, 2.5],
  [/^outlook-web$/, 1],
  [/^samsung$/, 0.4],
  [/^gmx$/, 0.04],
];

const familyOf = (name: string): string =>
  Object.keys(labels).find(maker => name === maker || name.startsWith(`${maker}-`)) ?? name;

const devices: Readonly<Record<string, string>> = {
  '': ' on the web',
  ios: ' on iPhones',
  android: ' on Android',
  windows: ' on Windows',
  mac: ' on the Mac',
  web: ' on the web',
};

const labels: Readonly<Record<string, string>> = {
  'apple-mail': 'Apple Mail',
  gmail: 'Gmail',
  outlook: 'Outlook',
  yahoo: 'Yahoo',
  aol: 'AOL',
  samsung: 'Samsung Email',
  thunderbird: 'Thunderbird',
  proton: 'Proton Mail',
  gmx: 'GMX',
  'web-de': 'WEB.DE',
  't-online': 'T-Online',
  orange: 'Orange',
  sfr: 'SFR',
  laposte: 'La Poste',
  fastmail: 'Fastmail',
  'mail-ru': 'Mail.ru',
};
