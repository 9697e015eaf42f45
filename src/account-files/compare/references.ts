import type {PlacedEntry} from '../folder/check-shape.js';
import type {KindName} from '../kinds/kind-names.js';
import type {Entry, Key, Keys, Value} from '../kinds/shape.js';

type Reference = {readonly text: string; readonly key: Key; readonly at: PlacedEntry['at']};

/** Every name in an entry that refers to another record. */
export function referencesIn(placed: PlacedEntry, keys: Keys): readonly Reference[] {
  const found: Reference[] = [];
  const placeOf = (at: string, path: string) => placed.places.get(at) ?? placed.places.get(path) ?? placed.at;
  const look = (entry: Entry, of: Keys, path: string): void => {
    for (const [name, value] of Object.entries(entry)) {
      const key = of[name];
      if (key) lookAt(key, value, `${path}${name}`);
    }
  };
  const lookAt = (key: Key, value: Value, path: string): void => {
    for (const [index, one] of listOf(value).entries()) {
      const at = `${path}.${index}`;
      if (key.refers) found.push({text: String(one), key, at: placeOf(at, path)});
      if (key.below) look(one as Entry, key.below, `${at}.`);
    }
  };
  look(placed.entry, keys, '');
  return found;
}

/** A value as a list, even if it is a single value. */
export const listOf = (value: Value): readonly Value[] => (Array.isArray(value) ? value : [value]);

/** The record that a text refers to; undefined if it is not an audience's name. */
export function targetOf(text: string, {refers}: Key): {readonly kind: KindName; readonly name: string} | undefined {
  if (refers !== undefined && refers !== 'audience') return {kind: refers, name: text};
  const [, word, name = ''] = /^(type|segment):(.+)$/s.exec(text) ?? [];
  return word === undefined ? undefined : {kind: word === 'segment' ? 'segments' : 'contact-types', name};
}
