import {wordFor} from '../../words/shell-word.js';
import type {Candidate} from './candidates.js';

const asItStands = ({value, about}: Candidate): string => `${value}\t${about}`;

/** How to quote a candidate for each shell. Zsh and fish quote by themselves. */
export const writers: {readonly [shell: string]: (candidate: Candidate, typed: string) => string} = {
  bash: ({value}, typed) => forBash(value, typed),
  zsh: asItStands,
  fish: asItStands,
  powershell: ({value, about}) => `${wordFor.powershell(value)}\t${value}\t${about}`,
};

/** The meaning of a partly typed word: without its quotes, which may still be open. Zsh says it itself. */
export function typedIn(shell: string, word: string): string {
  if (shell === 'zsh') return word;
  const [quote] = /^["']/.exec(word) ?? [''];
  const inside = quote === '' ? word : word.slice(1).replace(new RegExp(`${quote}$`), '');
  if (shell === 'powershell') return quote === "'" ? inside.replaceAll("''", "'") : inside.replace(/`(.)/gs, '$1');
  if (quote === "'") return inside.replaceAll("'\\''", "'");
  return quote === '"' ? inside.replace(/\\(["\\$`])/g, '$1') : inside.replace(/\\(.)/gs, '$1');
}

/** After an open quote bash replaces only what follows it, so the quote itself is not repeated. */
function forBash(value: string, typed: string): string {
  if (typed.startsWith('"')) return value.replace(/["\\$`]/g, '\\$&');
  if (typed.startsWith("'")) return value.replaceAll("'", "'\\''");
  return value.replace(/[^\w@%+=:,./\u0080-\u{10ffff}-]/gu, '\\$&');
}
