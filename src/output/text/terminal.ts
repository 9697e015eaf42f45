import type {Writable} from 'node:stream';
import {cleanLines, escapeJson} from './sanitise.js';

/**
What a text is, and so which controls may reach a terminal with it: none in words, none unescaped in JSON, colours in what
emk has drawn, and moves of the cursor where emk draws in place.
*/
export type Form = 'words' | 'json' | 'drawn' | 'moved';

type Stream = {readonly isTTY?: boolean; write(text: string | Uint8Array): unknown};

/**
The one place that decides what a terminal gets: every text for a stream comes through here. To a file or a pipe the data
go as they are.
*/
export function toStream({
  isTTY,
}: Pick<Stream, 'isTTY'>): (chunk: string | Uint8Array, form: Form) => string | Uint8Array {
  if (isTTY !== true) return chunk => chunk;
  const decoder = new TextDecoder();
  // A piece may end within a character.
  return (chunk, form) => harmless[form](typeof chunk === 'string' ? chunk : decoder.decode(chunk, {stream: true}));
}

/** Writes a text to a stream at once. */
export function writeNow(stream: Stream, text: string, form: Form): void {
  stream.write(toStream(stream)(text, form));
}

/** Waits until a stream has handed on all that was written to it. */
export const flushed = (stream: Writable): Promise<void> =>
  new Promise(resolve => {
    stream.write('', () => resolve());
  });

const harmless: Readonly<Record<Form, (text: string) => string>> = {
  words: cleanLines,
  json: escapeJson,
  drawn: text => cleanedBetween(text, colours),
  moved: text => cleanedBetween(text, moves),
};

/** A split by a group has what matched at every second place. */
const cleanedBetween = (text: string, allowed: RegExp): string =>
  text
    .split(allowed)
    .map((part, at) => (at % 2 === 1 ? part : cleanLines(part)))
    .join('');

const ESC = '\u001b';
const colours = new RegExp(`(${ESC}\\[[\\d;]*m)`);

/** A bell is what questions answer a wrong key with. */
const moves = new RegExp(`(${ESC}\\[[?\\d;]*[A-Za-z]|[\\r\\b\u0007])`);
