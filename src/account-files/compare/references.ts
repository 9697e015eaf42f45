import type {PlacedEntry} from '../folder/check-shape.js';
import type {KindName} from '../kinds/kind-names.js';
import type {Key, Keys} from '../kinds/shape.js';
import {textsOf} from '../kinds/texts.js';

type Reference = {readonly text: string; readonly key: Key; readonly at: PlacedEntry['at']};

/** Every name in an entry that refers to another record. */
export const referencesIn = ({entry, at, places}: PlacedEntry, keys: Keys): readonly Reference[] =>
  textsOf(entry, keys).flatMap(({text, key, path}) => (key.refers ? [{text, key, at: places.get(path) ?? at}] : []));

/** The record that a text refers to; undefined if it is not an audience's name. */
export function targetOf(text: string, {refers}: Key): {readonly kind: KindName; readonly name: string} | undefined {
  if (refers !== undefined && refers !== 'audience') return {kind: refers, name: text};
  const [, word, name = ''] = /^(type|segment):(.+)$/s.exec(text) ?? [];
  return word === undefined ? undefined : {kind: word === 'segment' ? 'segments' : 'contact-types', name};
}
