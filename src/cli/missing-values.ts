import {UsageError} from '../errors.js';

type DeclaredOption = {
  readonly long?: string | undefined;
  readonly short?: string | undefined;
  readonly required: boolean;
};

/** Refuses an option in place of another's value: `--dry-run` would be the text of a preheader, and be sent. */
export function refuseMissingValues(words: readonly string[], options: readonly DeclaredOption[]): void {
  const known = new Set(['--', '--help', '-h', ...options.flatMap(({long, short}) => [long, short])]);
  const valued = new Map(
    options.filter(({required}) => required).flatMap(({long, short}) => [long, short].map(word => [word, long])),
  );
  for (let at = 0; at < words.length && words[at] !== '--'; at++) {
    const word = words[at] ?? '';
    if (!valued.has(word)) continue;
    const next = words[++at];
    if (next === undefined || !known.has(nameIn(next))) continue;
    throw new UsageError(`${word} needs a value, but ${next} follows it.`, {
      hint: `If ${next} is the value, write ${valued.get(word)}=${next}`,
    });
  }
}

/** The option's name: `--output` in `--output=json`. */
const nameIn = (word: string): string => (word.startsWith('--') ? word.replace(/=.*$/s, '') : word);
