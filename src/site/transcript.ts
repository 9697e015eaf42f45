/** What was typed and what was seen, in the words of a transcript. */
export type Played = {
  readonly line: string;
  /** stderr lines begin with `2> `. */
  readonly seen: readonly string[];
  /** The file that the line names, if the transcript made one before. */
  readonly file: {readonly name: string; readonly text: string} | undefined;
  /** How odd the situation is: an example of a command is the plainest. */
  readonly oddness: number;
};

/** The blocks of a transcript: a command with what is seen of it, a file with its lines, a fault, or prose. */
export const blocksOf = (text: string): readonly string[] => text.trimEnd().split(/\n\n+(?=\$ |% |[^\s2[])/);

/**
 * The played line that shows each command best, by the words of the command. `commands.txt` comes first: it was written
 * for this, while the others also play odd situations.
 */
export function bestExamples(
  commands: readonly string[],
  transcripts: ReadonlyMap<string, string>,
): ReadonlyMap<string, Played> {
  const names = [...commands].sort((one, other) => other.length - one.length);
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

export function readTranscript(text: string): readonly Played[] {
  const files = new Map<string, string>();
  let misbehaves = false;
  return blocksOf(text).flatMap(block => {
    const [first = '', ...below] = block.split('\n');
    if (first.startsWith('% fault ')) misbehaves = true;
    if (first.startsWith('% file '))
      files.set(first.slice('% file '.length), below.map(line => line.replace(/^ {2}/, '')).join('\n'));
    if (!first.startsWith('$ ')) return [];
    const line = first.slice(2);
    const [name, content] = [...files].find(([name]) => line.includes(name)) ?? [];
    const file = name !== undefined && content !== undefined ? {name, text: content} : undefined;
    return [{line, seen: asPrinted(below), file, oddness: oddnessOf(line, below) + (misbehaves ? 60 : 0)}];
  });
}

/** A transcript has what goes to stderr below the data; emk prints notices before the data, and an error after it. */
function asPrinted(lines: readonly string[]): readonly string[] {
  const messages = lines.filter(line => line.startsWith('2> '));
  const error = messages.findIndex(line => /^2> (?:error:|\{"error":)/.test(line));
  const notices = error < 0 ? messages : messages.slice(0, error);
  return [...notices, ...lines.filter(line => !notices.includes(line))];
}

function oddnessOf(line: string, seen: readonly string[]): number {
  const signs: readonly (readonly [boolean, number])[] = [
    [/^\[exit /.test(seen.at(-1) ?? ''), 100],
    [/^\w+=| <<< /.test(line), 40],
    [/ (?:-o|--columns|--dry-run|-q|--debug|--no-lookup)\b/.test(line), 30],
    [seen.some(text => /^2> (?:warning|error)/.test(text)), 20],
    [seen.length > 40, 20],
    [seen.length < 2, 10],
  ];
  return signs.reduce((sum, [isOdd, weight]) => sum + (isOdd ? weight : 0), 0);
}
