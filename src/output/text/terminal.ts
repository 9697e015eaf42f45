import type {Writable} from 'node:stream';
import {cleanLines, escapeJson} from './sanitise.js';

/** The kind of a text, and so which control characters may reach a terminal. */
export type TextForm = 'words' | 'json' | 'drawn' | 'moved';

type ShownOn = {readonly isTTY?: boolean};

type TextStream = ShownOn & {write(text: string | Uint8Array): unknown};

/** The one place that decides what a terminal gets. Files and pipes get the data unchanged. */
export function toStream(stream: ShownOn): (chunk: string | Uint8Array, form: TextForm) => string | Uint8Array {
  if (stream.isTTY !== true) return chunk => chunk;
  const decoder = new TextDecoder();
  return (chunk, form) => {
    // A piece may end inside a character.
    return harmless[form](typeof chunk === 'string' ? chunk : decoder.decode(chunk, {stream: true}));
  };
}

export function writeNow(stream: TextStream, text: string, form: TextForm): void {
  stream.write(toStream(stream)(text, form));
}

/** Waits until a stream has passed on everything written to it. */
export const flushed = (stream: Writable): Promise<void> =>
  new Promise(resolve => {
    stream.write('', () => resolve());
  });

const harmless: Readonly<Record<TextForm, (text: string) => string>> = {
  words: cleanLines,
  json: escapeJson,
  drawn: text => cleanedBetween(text, colours),
  moved: text => cleanedBetween(text, moves),
};

/** Cleans the text between matches. A split by a group has the matches at every second position. */
const cleanedBetween = (text: string, allowed: RegExp): string =>
  text
    .split(allowed)
    .map((part, at) => (at % 2 === 1 ? part : cleanLines(part)))
    .join('');

const ESC = '\u001b';
const colours = new RegExp(`(${ESC}\\[[\\d;]*m)`);

/** Cursor movement and bells: questions answer a wrong key with a bell. */
const moves = new RegExp(`(${ESC}\\[[?\\d;]*[A-Za-z]|[\\r\\b\u0007])`);
