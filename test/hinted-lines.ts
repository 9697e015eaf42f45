/** The lines of emk that a text hints at, as a reader would copy them, and what is wrong with each. */
import {spawnSync} from 'node:child_process';
import {tmpdir} from 'node:os';
import {emkCalls} from './reference/shell-commands.js';
import {understoodAtTerminal} from './reference/understood.js';
import {runAgainst} from './run-against.js';

/** Lines stand in double quotes, or after a colon up to the end of their sentence. */
export function hintedLines(text: string): readonly string[] {
  const starts = [...text.matchAll(/(?<="|(?<!Usage): )emk (?=[a-z-])/g)].filter(
    ({index}) => !SENTENCE.test(text.slice(index)),
  );
  return starts.map(({index}) => lineFrom(text.slice(index), text[index - 1] === '"' ? /^"/ : ENDS));
}

/** What emk does, in words. */
const SENTENCE =
  /^emk (?:can|cannot|could|does|did|found|kept|is|was|has|notice|adds|asks|changes|checks|creates|deletes|finds|ignores|saves|sends|goes|keeps|knows|looks|names|needs|reads|shows|skips|stops|takes|tells|uses|waits|writes)\b/;

const ENDS = /^(?:[.)]*$|\. |\)?\.?\n|, (?:or|and|then|emk)\b| \(|; )/;

/** Reads up to where the line ends; in single quotes it never does. */
function lineFrom(text: string, end: RegExp): string {
  let isQuoted = false;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === "'" && text[at - 1] !== '\\') isQuoted = !isQuoted;
    else if (!isQuoted && end.test(text.slice(at))) return text.slice(0, at);
  }
  return text;
}

/** Why a hinted line would not work when it is pasted; undefined if it would. A form such as <id> is for the reader to fill in. */
export async function wrongWith(line: string): Promise<string | undefined> {
  try {
    const [call = []] = emkCalls(line.replaceAll(/<[a-z-]+>|…/g, '7'));
    return await wrongWithWords(call);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** The same of a line whose words a shell has read. */
export async function wrongWithWords(words: readonly string[]): Promise<string | undefined> {
  const options = words.filter(word => /^--?[a-z]/.test(word)).map(word => word.replace(/=.*/s, ''));
  const twice = options.find((option, at) => options.indexOf(option) !== at && !MANY.has(option));
  if (twice !== undefined) return `${twice} stands there twice`;
  if (words[0] === 'help') {
    const {code, stderr} = await runAgainst('http://127.0.0.1:1', words);
    return code === 0 ? undefined : stderr;
  }
  return understoodAtTerminal(words).then(
    () => undefined,
    // A copy or a person has what the line lacks.
    error => (/(?:is|are) missing\.$/.test(error.message) ? undefined : error.message),
  );
}

/** Options that a line may have several times. */
const MANY = new Set(['-f', '--field', '--where', '--ignore-check', '--map', '--status', '--status-column']);

/** Which lines a real shell reads as other words, or as something to run, and how; one shell reads all of them. */
export function wrongInShell(lines: readonly string[]): readonly string[] {
  const asked = lines
    .filter(line => !/<[a-z-]+>|…/.test(line))
    .map(line => ({line, words: `${(emkCalls(line)[0] ?? []).map(word => `${word}\0`).join('')}\n`}));
  if (asked.length === 0) return [];
  const call = 'emk() { printf \'%s\\0\' "$@"; }';
  const script = [call, ...asked.map(({line}) => `${line}\necho`)].join('\n');
  const {stdout: read} = spawnSync('sh', ['-c', script], {cwd: tmpdir(), encoding: 'utf8'});
  if (read === asked.map(({words}) => words).join('')) return [];
  const [{line} = {line: ''}, ...others] = asked;
  if (others.length === 0) return [`${line}: a shell reads ${JSON.stringify(read)}`];
  return asked.flatMap(each => wrongInShell([each.line]));
}
