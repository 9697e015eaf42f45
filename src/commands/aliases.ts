import {lookUp} from '../words/look-up.js';

/** The command that a word means: by its own name, by the singular of a resource, or by another word for it. */
export function commandNamed(word: string, names: readonly string[]): string | undefined {
  const others = lookUp(aliases, word) ?? [];
  return [word, `${word}s`, ...others].find(name => names.includes(name));
}

/** Words of other tools and of the API, each with the names that it may mean, in the order in which they are tried. No page shows them. */
const aliases: Readonly<Record<string, readonly string[]>> = {
  ls: ['list'],
  get: ['show'],
  add: ['create'],
  create: ['add'],
  rm: ['delete'],
  search: ['find'],
  people: ['contacts'],
  'contact-type': ['lists'],
  'contact-types': ['lists'],
  'single-send': ['mailings'],
  'single-sends': ['mailings'],
  unsubscriber: ['unsubscribes'],
  unsubscribers: ['unsubscribes'],
  'unsubscribe-group': ['groups'],
  'unsubscribe-groups': ['groups'],
  'notification-recipient': ['notifications'],
  'notification-recipients': ['notifications'],
  schedule: ['emails'],
  schedules: ['emails'],
  stats: ['results'],
};

/** Options by their old words: what such an option means is the first of these that the command has. */
const oldOptions: Readonly<Record<string, readonly string[]>> = {
  '--type': ['--list', '--kind'],
  '--create-type': ['--create-list'],
};

/** The words of a line with the options that the command has for old ones. */
export function inTodaysWords(words: readonly string[], has: (option: string) => boolean): readonly string[] {
  const end = words.indexOf('--');
  return words.map((word, at) => {
    const [, option = word, value = ''] = /^(--[a-z-]+)(=.*)?$/s.exec(word) ?? [];
    if ((end >= 0 && at > end) || has(option)) return word;
    const today = lookUp(oldOptions, option)?.find(has);
    return today === undefined ? word : today + value;
  });
}
