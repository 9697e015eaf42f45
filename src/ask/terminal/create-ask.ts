import {statSync} from 'node:fs';
import {join, resolve} from 'node:path';
import {fileURLToPath} from 'node:url';
import {UsageError, type WentBack} from '../../core/errors.js';
import {type Host, isPersonHere, mayRedraw} from '../../core/system/host.js';
import {writeNow} from '../../output/text/terminal.js';
import {type Ask, type Choice, orBack, type PickOptions, type Search} from './ask.js';
import type {Screen} from './screen.js';

type Asking = {
  readonly input: boolean;
  readonly color?: boolean;
  readonly maskKeys?: (text: string) => string;
  /** Throws where the answers could lead to nothing. */
  readonly before?: () => Promise<void>;
};

/** Asks a person at the terminal, on stderr, because stdout is for data. Whatever asks is loaded with the first question. */
export function createAsk(
  host: Host,
  {input, color = false, maskKeys = text => text, before = async () => undefined}: Asking,
): Ask {
  // Reading the streams opens them, and few commands ever ask.
  const isPossible = (): boolean => mayRedraw(host) && isPersonHere(host, host.stderr, input);
  /** How many questions Esc can go back through. */
  let answers = 0;
  const put = async <A>(question: string, ask: (screen: Screen) => Promise<A>): Promise<A> => {
    if (!isPossible()) throw nobody(question, input);
    await before();
    const {onScreen} = await import('./screen.js');
    const atEscape = answers === 0 ? 'Esc to leave' : 'Esc to go back';
    const back = (error: WentBack): never => {
      answers = Math.max(0, answers - 1);
      throw error;
    };
    const answer = await orBack(() => onScreen(host, {color, maskKeys, atEscape}, ask), back);
    answers += 1;
    return answer;
  };
  const questions = () => import('./questions.js');
  const pick = <T>(question: string, from: readonly Choice<T>[] | Search<T>, how: PickOptions<T> = {}): Promise<T> =>
    put(question, async screen => (await questions()).askPick(screen, question, from, how));
  return {
    get possible() {
      return isPossible();
    },
    async confirm(question, {standard = false, leadsBack = false} = {}) {
      // A yes counts only if its question was on the screen.
      if (isPossible()) await host.keyboard.forget();
      const sure = () => put(question, async screen => (await questions()).askYes(screen, question, standard));
      return leadsBack ? sure() : orBack(sure, () => false);
    },
    text: (question, how = {}) => put(question, async screen => (await questions()).askText(screen, question, how)),
    secret: question => put(question, async screen => (await questions()).askSecret(screen, question)),
    async path(question, {problem, ...how} = {}) {
      const wrong = (typed: string) => fileProblem(typed, host) ?? problem?.(meantPath(typed, host));
      const typed = put(question, async screen =>
        (await questions()).askText(screen, question, {...how, problem: wrong}),
      );
      return meantPath(await typed, host);
    },
    pasted: sentence =>
      put(sentence, async screen => {
        writeNow(host.stderr, `${maskKeys(sentence)}\n`, 'words');
        return (await import('./questions.js')).manyLines(screen);
      }),
    pick,
    async several(question, from, how = {}) {
      if (from.length > MOST_TICKED) return oneByOne(pick, question, from, how.mayBeEmpty);
      return put(question, async screen => (await questions()).askSeveral(screen, question, from, how));
    },
  };
}

/** Several choices of a list that is too long for ticks, each of which is searched for. */
async function oneByOne<T>(
  pick: Ask['pick'],
  question: string,
  from: readonly Choice<T>[],
  mayBeEmpty = false,
): Promise<readonly T[]> {
  const chosen: Choice<T>[] = [];
  for (;;) {
    const open = from.filter(choice => !chosen.includes(choice)).map(choice => ({...choice, value: choice}));
    const isEnough = mayBeEmpty || chosen.length > 0;
    const end = isEnough ? [{name: `Continue with ${chosen.length} chosen`, value: undefined}] : [];
    const next = await pick<Choice<T> | undefined>(question, [...end, ...open]);
    if (next === undefined) return chosen.map(({value}) => value);
    chosen.push(next);
  }
}

/** With more than this, a list is searched. */
const MOST_TICKED = 50;

const nobody = (question: string, input: boolean): UsageError =>
  new UsageError(`emk has no terminal to ask "${question}".`, {
    hint: input
      ? 'Give the answer as an option: "--help" shows them.'
      : 'Give the answer as an option. emk asks nobody with --no-input, EMK_NO_INPUT or CI set, and in the shell of an agent.',
  });

type Place = {readonly cwd: string; readonly home: string; readonly platform: string};

/** The path that a person means, because no shell reads it here: without quotes and with the home folder for `~`. */
function meantPath(typed: string, {home, platform}: Omit<Place, 'cwd'>): string {
  const isWindows = platform === 'win32';
  const path = unquoted(typed.trim(), isWindows);
  return (isWindows ? /^~(?:[\\/]|$)/ : /^~(?:\/|$)/).test(path) ? join(home, path.slice(1)) : path;
}

/** A path as terminals paste a file that is dropped on them: in quotes, with a backslash before spaces, or as a URL. */
function unquoted(text: string, isWindows: boolean): string {
  const [, quote, inside = ''] = /^(['"])(.+)\1$/s.exec(text) ?? [];
  if (quote !== undefined) return inside.replaceAll("'\\''", "'");
  try {
    return /^file:\/\//i.test(text) ? fileURLToPath(text) : isWindows ? text : text.replace(/\\(?=\W)/g, '');
  } catch {
    // Not the address of a file on this machine.
    return text;
  }
}

/** Why a typed path is no file that can be read. Windows takes both separators, so its own becomes the common one. */
function fileProblem(typed: string, place: Place): string | undefined {
  const path = meantPath(typed, place);
  const portable = place.platform === 'win32' ? path.replaceAll('\\', '/') : path;
  try {
    return statSync(resolve(place.cwd, portable)).isDirectory() ? 'That is a folder.' : undefined;
  } catch {
    return 'There is no such file.';
  }
}
