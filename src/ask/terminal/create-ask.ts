import {statSync} from 'node:fs';
import {resolve} from 'node:path';
import {type Ask, orBack} from '../../change/ask.js';
import {UsageError} from '../../core/errors.js';
import {type Host, isPersonHere, mayRedraw} from '../../core/system/host.js';
import type {Screen} from './questions.js';

type AskOptions = {
  readonly input: boolean;
  readonly color?: boolean;
  readonly maskKeys?: (text: string) => string;
  /** Throws where the answers could lead to nothing. */
  readonly before?: () => Promise<void>;
};

/** The questions of the library, which are loaded with the first one. */
type QuestionsModule = typeof import('./questions.js');

/** Asks a person at the terminal, on stderr, because stdout is for data. */
export function createAsk(
  host: Host,
  {input, color = false, maskKeys = text => text, before = async () => undefined}: AskOptions,
): Ask {
  // Reading the streams opens them, and few commands ever ask.
  const isPossible = (): boolean => input && mayRedraw(host) && isPersonHere(host, host.stderr);
  const put = async <A>(
    question: string,
    ask: (questions: QuestionsModule, screen: Screen) => Promise<A>,
  ): Promise<A> => {
    if (!isPossible()) throw nobody(question);
    await before();
    const questions = await import('./questions.js');
    return questions.onScreen(host, {color, maskKeys}, screen => ask(questions, screen));
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
    async path(question, how = {}) {
      const problem = (typed: string) => fileProblem(typed, host);
      const typed = await put(question, ({askText}, screen) => askText(screen, question, {...how, problem}));
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
    hint: 'Give the answer as an option. emk asks nobody with --no-input, EMK_NO_INPUT or CI set.',
  });

/** The path that a person means: no shell reads `~` here. */
const meantPath = (typed: string, {home}: Pick<Host, 'home'>): string =>
  typed.trim().replace(/^~(?=$|[\\/])/, () => home);

/** Why a typed path is no file that can be read. */
function fileProblem(typed: string, host: Host): string | undefined {
  try {
    return statSync(resolve(host.cwd, meantPath(typed, host))).isDirectory() ? 'That is a folder.' : undefined;
  } catch {
    // Besides a missing file: a text that is too long for a path, or a path below a file.
    return 'There is no such file.';
  }
}
