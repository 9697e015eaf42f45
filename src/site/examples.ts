import {type Played, readTranscript} from './transcript.js';

/**
 * The played line that shows each command best, by the words of the command. `commands.txt` comes first: it was written
 * for this, while the others also play odd situations.
 */
export function examplesOf(
  commands: readonly (readonly string[])[],
  transcripts: ReadonlyMap<string, string>,
): ReadonlyMap<string, Played> {
  const names = commands.map(words => words.join(' ')).sort((one, other) => other.length - one.length);
  const best = new Map<string, Played>();
  for (const [file, text] of transcripts) {
    for (const played of readTranscript(text)) {
      const typed = `${played.line.replace(/^(?:\w+=\S* )*emk (?:--sandbox )?/, '')} `;
      const name = names.find(name => typed.startsWith(`${name} `));
      if (name === undefined) continue;
      const candidate = file === 'commands.txt' ? {...played, oddness: -1} : played;
      if (candidate.oddness < (best.get(name)?.oddness ?? Number.POSITIVE_INFINITY)) best.set(name, candidate);
    }
  }
  return best;
}
