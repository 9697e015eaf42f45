import type {Entry, Key, Keys, Value} from './shape.js';

/** One text of an entry: its key, and its path in the entry, as `emails.0.subject`. */
export type TextAt = {readonly text: string; readonly key: Key; readonly path: string};

/** An entry with each of its texts changed, including those of nested entries. */
export const mapTexts = (entry: Entry, keys: Keys, change: (one: TextAt) => string, path = ''): Entry =>
  Object.fromEntries(
    Object.entries(entry).map(([name, value]) => [name, mapValue(value, keys[name], change, `${path}${name}`)]),
  );

function mapValue(value: Value, key: Key | undefined, change: (one: TextAt) => string, path: string): Value {
  if (key === undefined) return value;
  if (typeof value === 'string') return change({text: value, key, path});
  if (!Array.isArray(value)) return value;
  return value.map((one: Value, at) =>
    typeof one === 'object' && !Array.isArray(one)
      ? mapTexts(one as Entry, key.below ?? {}, change, `${path}.${at}.`)
      : mapValue(one, key, change, `${path}.${at}`),
  );
}

/** Every text of an entry. */
export function textsOf(entry: Entry, keys: Keys): readonly TextAt[] {
  const texts: TextAt[] = [];
  mapTexts(entry, keys, one => {
    texts.push(one);
    return one.text;
  });
  return texts;
}
