import {UsageError} from '../errors.js';
import {closest} from '../words/closest.js';
import {andList, withMore} from '../words/list.js';
import {lookUp} from '../words/look-up.js';
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

/** Programs in words, those of one family together; undefined for none. */
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
  return words.length > MOST ? withMore(words, words.length, MOST) : andList(words);
}

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
