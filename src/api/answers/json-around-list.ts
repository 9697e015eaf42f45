import {ForeignAnswerError} from '../../errors.js';
import {jsonOrNothing} from './json-or-nothing.js';

type AroundList = {
  /** Takes bytes that are not records. If the collection begins in them, returns the bytes after its `[`. */
  push(bytes: Buffer): Buffer | undefined;
  /** The text so far, with `[]` in place of the collection. */
  text(): string;
  /** Whether an object began, and whether it ended. */
  phase(): Phase;
  /** Whether reading on is pointless: a lot of text, and none of it JSON. */
  hopeless(): boolean;
};

type Phase = 'before' | 'inside' | 'after';

/** Keeps everything of an answer except its records. Other large arrays beside them are emptied. */
export function readAroundList(key: string): AroundList {
  let kept = Buffer.allocUnsafe(1024);
  let length = 0;
  let phase: Phase = 'before';

  let depth = 0;
  let inString = false;
  let escaped = false;
  /** Whether the next string is a key, down to the depth at which keys matter. */
  let keyNext = false;
  let stringStart = 0;
  let latestKey: unknown;
  let messageIs: 'object' | 'other' = 'other';
  let secondIsObject = false;
  let found = false;
  /** Where the text of another array begins, and whether it grew so large that it is dropped. */
  let aside: number | undefined;
  let dropping = false;

  /** Reads one byte; returns true if it opens the collection. */
  function read(byte: number): boolean {
    keep(byte);
    if (inString) readInString(byte);
    else if (byte === quote) {
      inString = true;
      stringStart = length - 1;
    } else if (byte === comma) keyNext = depth === 1 || (depth === 2 && secondIsObject);
    else if (byte === openingBrace || byte === openingBracket) return enter(byte === openingBrace);
    else if (byte === closingBrace || byte === closingBracket) leave(byte);
    return false;
  }

  function readInString(byte: number): void {
    if (escaped) escaped = false;
    else if (byte === backslash) escaped = true;
    else if (byte === quote) {
      inString = false;
      if (keyNext) latestKey = jsonOrNothing(kept.toString('utf8', stringStart, length));
      keyNext = false;
    }
  }

  function enter(isObject: boolean): boolean {
    depth++;
    keyNext = isObject && depth <= 2;
    if (depth === 2) {
      secondIsObject = isObject;
      messageIs = isObject && latestKey === 'message' ? 'object' : 'other';
    }
    if (depth !== 3 || isObject || messageIs === 'other') return false;
    if (latestKey !== key) {
      aside = length;
      return false;
    }
    if (found) throw new ForeignAnswerError(`The answer has "${key}" twice.`, {hint: isBaseUrlRight});
    found = true;
    return true;
  }

  function leave(byte: number): void {
    depth--;
    keyNext = false;
    if (depth === 0) phase = 'after';
    if (depth !== 2) return;
    aside = undefined;
    if (!dropping) return;
    dropping = false;
    keep(byte);
  }

  function keep(byte: number): void {
    if (dropping) return;
    if (length === kept.length) kept = Buffer.concat([kept, Buffer.allocUnsafe(length)]);
    kept[length++] = byte;
    if (aside !== undefined && length - aside > largestAside) {
      length = aside;
      dropping = true;
    }
    if (length > largestText) {
      throw new ForeignAnswerError('The answer holds far more than a list of records.', {hint: isBaseUrlRight});
    }
  }

  function keepAll(bytes: Buffer): void {
    kept = Buffer.concat([kept.subarray(0, length), bytes]);
    length = kept.length;
  }

  function keepRest(bytes: Buffer): undefined {
    if (length < largestText) keepAll(bytes);
  }

  /** Waits for the object to begin; returns the object's bytes and keeps the bytes before it. */
  function begin(bytes: Buffer): Buffer | undefined {
    keepAll(bytes);
    const start = objectStart(kept.toString('latin1').replace(/^\xEF\xBB\xBF/, '   '));
    if (start < 0) return undefined;
    const object = kept.subarray(start);
    kept = Buffer.concat([kept.subarray(0, start), Buffer.allocUnsafe(4096)]);
    length = start;
    phase = 'inside';
    return object;
  }

  return {
    push(bytes) {
      const object = phase === 'before' ? begin(bytes) : bytes;
      if (object === undefined) return undefined;
      for (let index = 0; index < object.length; index++) {
        if (phase === 'after') return keepRest(object.subarray(index));
        if (read(object[index] as number)) return object.subarray(index + 1);
      }
      return undefined;
    },
    text: () => kept.toString('utf8', 0, length),
    phase: () => phase,
    hopeless: () => phase === 'before' && length > largestText,
  };
}

const largestText = 4 * 1024 * 1024;
const largestAside = 64 * 1024;
const isBaseUrlRight = 'Check the base URL: this is not the list that emk asked for.';

const [quote, comma, backslash] = [0x22, 0x2c, 0x5c];
const [openingBracket, closingBracket, openingBrace, closingBrace] = [0x5b, 0x5d, 0x7b, 0x7d];

/** Where the JSON object of an answer begins, or -1. One of the envelope's keys must follow its brace. */
function objectStart(text: string): number {
  const first = text.search(/[^\s\uFEFF]/);
  if (first < 0 || text[first] === '{') return first;
  return text[first] === '[' ? -1 : text.search(/\{\s*"(?:status|message|errors)"\s*:/);
}
