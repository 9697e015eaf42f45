import {Chalk} from 'chalk';
import type {Tone} from './tone.js';

/** How heads and cells stand out, or the same functions without any colour. */
export function paintsFor(color: boolean): Readonly<Record<Tone | 'head', (text: string) => string>> {
  const {bold, green, yellow, dim} = new Chalk({level: color ? 1 : 0});
  return {head: bold, good: green, moving: yellow, resting: dim};
}
