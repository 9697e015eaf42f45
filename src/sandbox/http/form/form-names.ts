import type {FormValue, Nested, Upload} from '../../service/behaviour.js';

type Sent = string | Upload;
type Item = Sent | Nested;

/** What PHP makes of a form's fields: `a[0]` and `a[]` become arrays, and later values replace earlier ones. */
export function asPhpReads(
  fields: ReadonlyArray<readonly [name: string, value: Sent]>,
): ReadonlyMap<string, Sent | readonly Item[]> {
  const form = new Map<string, Sent | Map<string, Item>>();
  for (const [name, value] of fields) {
    const {base, key, deeper} = partsOfName(name);
    if (base === '') continue;
    if (key === undefined) {
      form.set(base, value);
      continue;
    }
    const known = form.get(base);
    const array = known instanceof Map ? known : new Map<string, Item>();
    array.set(key === '' ? nextIndex(array) : key, deeper ? nestedArray : value);
    form.set(base, array);
  }
  return new Map([...form].map(([base, value]) => [base, value instanceof Map ? [...value.values()] : value]));
}

/** Values as the framework passes them to the service: text trimmed at both ends, empty text as null. */
export function asFrameworkPasses(
  value: Sent | readonly Item[],
  {trimText, emptyToNull}: {readonly trimText: boolean; readonly emptyToNull: boolean},
): FormValue {
  const textOf = (text: string): string | null => {
    const kept = trimText ? text.replace(blankEnds, '') : text;
    return emptyToNull && kept === '' ? null : kept;
  };
  if (typeof value === 'string') return textOf(value);
  if (isUpload(value)) return value;
  return value.flatMap((item): (string | null | Nested)[] =>
    typeof item === 'string' ? [textOf(item)] : isUpload(item) ? [] : [item],
  );
}

const nestedArray: Nested = {nested: true};

const isUpload = (value: Item | readonly Item[]): value is Upload => typeof value === 'object' && 'bytes' in value;

const blank = '[\\s\\u0085\\u200B\\u200E\\uFEFF]+';
const blankEnds = new RegExp(`^${blank}|${blank}$`, 'gu');

/** The parts of a field's name. Up to the first bracket, dots, spaces and open brackets become underscores. */
function partsOfName(name: string): {base: string; key: string | undefined; deeper: boolean} {
  const clean = name.replace(/^ +/, '');
  const open = clean.indexOf('[');
  const close = clean.indexOf(']', open);
  if (open < 1 || close < 0) {
    return {base: clean.replace(/[ .[]/g, '_'), key: undefined, deeper: false};
  }
  const deeper = /^\[[^\]]*\]/.test(clean.slice(close + 1));
  return {base: clean.slice(0, open).replace(/[ .]/g, '_'), key: clean.slice(open + 1, close), deeper};
}

function nextIndex(array: ReadonlyMap<string, unknown>): string {
  const indexes = [...array.keys()].filter(key => /^\d+$/.test(key)).map(Number);
  return String(indexes.reduce((highest, index) => Math.max(highest, index), -1) + 1);
}
