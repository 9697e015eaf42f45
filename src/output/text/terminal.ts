import type {Writable} from 'node:stream';
import {literally} from '../../words/sentence.js';
import {cleanLines, escapeJson} from './sanitise.js';

/** The kind of a text, and so which control characters may reach a terminal. */
export type Form = 'words' | 'json' | 'drawn' | 'moved' | 'progress';

type Shown = {readonly isTTY?: boolean};

type Stream = Shown & {write(text: string | Uint8Array): unknown};

/** The one place that decides what a terminal gets. Files and pipes get the data unchanged. */
export function toStream(stream: Shown): (chunk: string | Uint8Array, form: Form) => string | Uint8Array {
  if (stream.isTTY !== true) return chunk => chunk;
  const decoder = new TextDecoder();
  return (chunk, form) => {
    // A piece may end inside a character.
    const text = harmless[form](typeof chunk === 'string' ? chunk : decoder.decode(chunk, {stream: true}));
    return form === 'words' || form === 'drawn' ? withLinks(text, links.get(stream)) : text;
  };
}

/** Makes these names links on a terminal from now on. They are added to finished lines, so they have no width. */
export function linkNames(stream: Shown, names: readonly string[], address: string): void {
  const known = links.get(stream) ?? new Map<string, string>();
  for (const name of names) known.set(name, address);
  links.set(stream, known);
}

const links = new WeakMap<Shown, Map<string, string>>();

function withLinks(text: string, known: ReadonlyMap<string, string> | undefined): string {
  if (known === undefined || ![...known.keys()].some(name => text.includes(name))) return text;
  const longestFirst = [...known.keys()].sort((one, other) => other.length - one.length).map(literally);
  const whole = new RegExp(`(?<![\\w./\\\\-])(?:\\./)?(${longestFirst.join('|')})(?![\\w/\\\\-]|\\.\\w)`, 'gu');
  return text.replace(whole, (shown, name: string) => `${ESC}]8;;${known.get(name)}${ESC}\\${shown}${ESC}]8;;${ESC}\\`);
}

export function writeNow(stream: Stream, text: string, form: Form): void {
  if (form !== 'moved' && form !== 'progress') listeners.get(stream)?.(text);
  stream.write(toStream(stream)(text, form));
}

/** Passes on what is said on a terminal from now on, except drawings that erase themselves. */
export const hearWords = (stream: Stream, listener: (text: string) => void): void => {
  listeners.set(stream, listener);
};

const listeners = new WeakMap<Stream, (text: string) => void>();

/** Waits until a stream has passed on everything written to it. */
export const flushed = (stream: Writable): Promise<void> =>
  new Promise(resolve => {
    stream.write('', () => resolve());
  });

const harmless: Readonly<Record<Form, (text: string) => string>> = {
  words: cleanLines,
  json: escapeJson,
  drawn: text => cleanedBetween(text, colours),
  moved: text => cleanedBetween(text, moves),
  progress: text => (progress.test(text) ? text : ''),
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

/** The state of work in percent, which a terminal shows outside of its text. */
const progress = new RegExp(`^${ESC}\\]9;4;[013];\\d{1,3}${ESC}\\\\$`);
