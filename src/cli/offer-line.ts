import {isCommand, mayChange} from '../commands/command.js';
import {createAsk} from '../commands/prompts.js';
import {type Correction, EmkError, InterruptedError} from '../errors.js';
import type {Messages} from '../output/messages/messages.js';
import type {Host} from '../system/host.js';
import {runsAlone} from '../system/person.js';
import {shellWord} from '../words/shell-word.js';
import {namesIn} from './option-words.js';
import {readLine} from './read-line.js';
import {route} from './route.js';

/**
 * Asks a person whether the line that they probably meant should run, and gives its words after a yes, "no" after a no,
 * and nothing if there is nobody to ask or nothing to offer.
 */
export async function offerLine(
  error: unknown,
  argv: readonly string[],
  host: Host,
  messages: Messages,
): Promise<readonly string[] | 'no' | undefined> {
  const words = error instanceof EmkError && error.correction ? await correctedLine(argv, error.correction) : undefined;
  const ask = createAsk(host, {input: !argv.includes('--no-input') && !runsAlone(host.env)}, messages.maskKeys);
  if (words === undefined || !ask.possible || (await changesUnasked(words))) return undefined;
  messages.notice((error as EmkError).message);
  const line = messages.maskKeys(['emk', ...words].map(shellWord).join(' '));
  try {
    return (await ask.confirm(`Did you mean "${line}"? Run it?`, true)) ? words : 'no';
  } catch (left) {
    if (left instanceof InterruptedError) return 'no';
    throw left;
  }
}

/**
 * The line with what was meant in place of what was typed, and in place of each other mistake that it has: a person is
 * asked once. Undefined unless the first mistake stands there exactly once.
 */
export async function correctedLine(
  argv: readonly string[],
  correction: Correction,
): Promise<readonly string[] | undefined> {
  let words = replaced(argv, correction);
  for (let times = 0; words && times < argv.length; times++) {
    const next = await nextCorrection(words);
    const better = next && replaced(words, next);
    if (!better) break;
    words = better;
  }
  return words;
}

/** What the next mistake of a line should be, as far as its words tell. */
async function nextCorrection(words: readonly string[]): Promise<Correction | undefined> {
  if (namesIn(words)[0] === 'help') return undefined;
  try {
    const {target, typedPath, rest} = await route(words);
    if (target && isCommand(target)) await readLine(typedPath, target, rest);
    return undefined;
  } catch (error) {
    return error instanceof EmkError ? error.correction : undefined;
  }
}

/** The line with one correction. */
function replaced(argv: readonly string[], {typed, by}: Correction): readonly string[] | undefined {
  const fits = (at: number): boolean => typed.every((word, after) => endOf(argv[at + after] ?? '', word) !== undefined);
  const [at, ...others] = argv.flatMap((_, at) => (fits(at) ? [at] : []));
  if (at === undefined || others.length > 0) return undefined;
  const [before = '', after = ''] = endOf(argv[at] ?? '', typed[0] ?? '') ?? [];
  const correction = by.map(
    (word, place) => (place === 0 ? before : '') + word + (place === by.length - 1 ? after : ''),
  );
  return [...argv.slice(0, at), ...correction, ...argv.slice(at + typed.length)];
}

/** What stands around a text in a word of the line: `--type=` before a name, `=Leads` after an option. */
function endOf(word: string, text: string): readonly [before: string, after: string] | undefined {
  if (word === text) return ['', ''];
  if (text.startsWith('--')) return word.startsWith(`${text}=`) ? ['', word.slice(text.length)] : undefined;
  return /[=:]$/.test(word.slice(0, -text.length)) && word.endsWith(text)
    ? [word.slice(0, -text.length), '']
    : undefined;
}

/** Whether the line would change something with no question of its own. */
async function changesUnasked(words: readonly string[]): Promise<boolean> {
  if (!words.some(word => word === '--yes' || /^-[a-z]*y/.test(word))) return false;
  const target = (await route(words).catch(() => undefined))?.target;
  return !target || !isCommand(target) || mayChange(target);
}
