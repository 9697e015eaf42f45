import type {Readable} from 'node:stream';
import {counted} from '../words/sentence.js';

/** How a question takes a paste: what a line end in it becomes, and a long one in a few words. */
export type PasteWords = {readonly lineEnd: string; summary(text: string): string};

type Key = {readonly name?: string; readonly ctrl?: boolean};

type Hear = (typed: string | undefined, key: Key) => void;

/**
 * Gives each paste as a whole. While it arrives nobody else hears the keyboard: a question that is drawn at each of ten
 * thousand characters takes a minute. Returns a function that ends this.
 */
export function hearWholePastes(input: Readable, pasted: (text: string) => void): () => void {
  let [text, others]: [string, readonly Hear[]] = ['', []];
  const end = (): void => {
    input.off('keypress', collect);
    for (const other of others) input.on('keypress', other);
  };
  const collect: Hear = (typed = '', key) => {
    const isLeft = key.ctrl === true && key.name === 'c';
    if (!isLeft && key.name !== 'paste-end') {
      if (typed >= ' ' || LAYOUT.has(typed)) text += typed;
      return;
    }
    end();
    if (isLeft) input.emit('keypress', typed, key);
    else pasted(text);
  };
  const begin: Hear = (_, {name}) => {
    if (name !== 'paste-start') return;
    text = '';
    others = input.listeners('keypress') as Hear[];
    input.removeAllListeners('keypress').on('keypress', collect);
  };
  input.on('keypress', begin);
  return () => void input.off('keypress', begin).off('keypress', collect);
}

/** The signs below the space that a text may have: a terminal takes all others as commands. */
const LAYOUT = new Set(['\t', '\r', '\n']);

/** A paste on one line. */
export const onOneLine = (text: string, lineEnd = ' '): string =>
  text.trim().replaceAll(/([,;]?)[ \t]*[\r\n]\s*/g, (_, mark: string) => (mark ? `${mark} ` : lineEnd));

/** Whether a text would fill so much of the window that it is shown in a few words. */
export const isLong = (text: string): boolean => text.length > LONG;

/** A text as the screen shows it. */
export const shownText = (text: string, pastes?: PasteWords): string =>
  isLong(text) ? (pastes?.summary(text) ?? counted(text.length, 'character')) : text;

const LONG = 400;
