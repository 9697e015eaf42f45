import {statSync} from 'node:fs';
import {join, resolve} from 'node:path';
import {type Ask, orBack} from '../../change/ask.js';
import {UsageError} from '../../core/errors.js';
import {type Host, isPersonHere, mayRedraw} from '../../core/system/host.js';
import type {Screen} from './questions.js';

type Asking = {
  readonly input: boolean;
  readonly color?: boolean;
  readonly maskKeys?: (text: string) => string;
  /** Throws where the answers could lead to nothing. */
  readonly before?: () => Promise<void>;
};

/** The questions of the library, which are loaded with the first one. */
type Questions = typeof import('./questions.js');

/** Asks a person at the terminal, on stderr, because stdout is for data. */
export function createAsk(
  host: Host,
  {input, color = false, maskKeys = text => text, before = async () => undefined}: Asking,
): Ask {
  // Reading the streams opens them, and few commands ever ask.
  const isPossible = (): boolean => mayRedraw(host) && isPersonHere(host, host.stderr, input);
  /** How many questions Esc can go back through. */
  let answers = 0;
  const put = async <A>(question: string, ask: (questions: Questions, screen: Screen) => Promise<A>): Promise<A> => {
    if (!isPossible()) throw nobody(question);
    await before();
    const questions = await import('./questions.js');
    const atEscape = answers === 0 ? 'Esc to leave' : 'Esc to go back';
    const onScreen = () => questions.onScreen(host, {color, maskKeys, atEscape}, screen => ask(questions, screen));
    const answer = await orBack(onScreen, (error): never => {
      answers = Math.max(0, answers - 1);
      throw error;
    });
    answers += 1;
    return answer;
  };
  return {
    get possible() {
      return isPossible();
    },
    async confirm(question, {standard = false, leadsBack = false} = {}) {
      // A yes counts only if its question was on the screen.
      if (isPossible()) await host.forgetTyped();
      const sure = () => put(question, ({askYes}, screen) => askYes(screen, question, standard));
      return leadsBack ? sure() : orBack(sure, () => false);
    },
    text: (question, how = {}) => put(question, ({askText}, screen) => askText(screen, question, how)),
    secret: question => put(question, ({askSecret}, screen) => askSecret(screen, question)),
    async path(question, {problem, ...how} = {}) {
      const wrong = (typed: string) => fileProblem(typed, host) ?? problem?.(meantPath(typed, host));
      const typed = await put(question, ({askText}, screen) => askText(screen, question, {...how, problem: wrong}));
      return meantPath(typed, host);
    },
    pasted: sentence => put(sentence, ({askLines}, screen) => askLines(screen, sentence)),
    pick: (question, from, how = {}) => put(question, ({askPick}, screen) => askPick(screen, question, from, how)),
    several: (question, from, how = {}) =>
      put(question, ({askSeveral}, screen) => askSeveral(screen, question, from, how)),
  };
}

const nobody = (question: string): UsageError =>
  new UsageError(`emk has no terminal to ask "${question}".`, {
    hint: 'Give the answer as an option. emk asks nobody with --no-input, EMK_NO_INPUT or CI set, and in the shell of an agent.',
  });

type Place = Pick<Host, 'cwd' | 'home' | 'platform'>;

/**
 * The path that a person means, because no shell reads it here: with the home folder for `~`, and without the quotes or
 * backslashes with which terminals paste a file that is dropped on them.
 */
function meantPath(typed: string, {home, platform}: Place): string {
  const isWindows = platform === 'win32';
  const [, , inside] = /^(['"])(.+)\1$/s.exec(typed.trim()) ?? [];
  const path = inside?.replaceAll("'\\''", "'") ?? (isWindows ? typed.trim() : typed.trim().replace(/\\(?=\W)/g, ''));
  return (isWindows ? /^~(?:[\\/]|$)/ : /^~(?:\/|$)/).test(path) ? join(home, path.slice(1)) : path;
}

/** Why a typed path is no file that can be read. */
function fileProblem(typed: string, place: Place): string | undefined {
  try {
    return statSync(resolve(place.cwd, meantPath(typed, place))).isDirectory() ? 'That is a folder.' : undefined;
  } catch {
    // Besides a missing file: a text that is too long for a path, or a path below a file.
    return 'There is no such file.';
  }
}
