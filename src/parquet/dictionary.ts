import type {Value} from './plain-bytes.js';

/** Makes a dictionary: values that repeat in a column are written once. They often come several times in a row. */
export function createDictionary(): {
  /** The place of a value, which is added if it is new; undefined if the dictionary is full. */
  placeOf(value: Value): number | undefined;
  size(): number;
  entries(): readonly Value[];
} {
  const places = new Map<Value, number>();
  let [last, place]: [Value | undefined, number | undefined] = [undefined, undefined];
  let size = 0;
  const added = (value: Value): number | undefined => {
    const more = typeof value === 'string' ? value.length : 8;
    if (places.size === MOST || size + more > BYTES) return undefined;
    size += more;
    places.set(value, places.size);
    return places.size - 1;
  };
  return {
    placeOf(value) {
      if (value === last) return place;
      place = places.get(value) ?? added(value);
      last = value;
      return place;
    },
    size: () => places.size,
    entries: () => [...places.keys()],
  };
}

/** More values are not worth a search for each, and long ones would fill the memory. */
const [MOST, BYTES] = [2048, 256 * 1024];
