/** A terminal whose screens are written down as text, and whose questions and keys are counted. */

import {type Desk, keys} from '../support/terminal.js';
import {noon, now} from './noon.js';

export type Recording = {
  /** What was seen, for a file beside the tests. */
  text(): string;
  /** Runs one line of emk. */
  run(
    words: readonly string[],
    play: (recorded: Recorded) => Promise<void>,
    env?: Readonly<Record<string, string>>,
  ): Promise<Counted>;
};

export type Recorded = {
  /** Waits until a question is drawn to its end, then types. */
  answer(question: string | RegExp, typed: string): Promise<void>;
  /** The same, and writes down what the screen shows before that. */
  look(question: string | RegExp, typed: string): Promise<void>;
};

export type Counted = {
  readonly questions: number;
  readonly keys: number;
  readonly code: number;
  readonly screen: string;
};

/** Writes down what a desk shows in a window of some size: of the built program, or of emk in this process. */
export function record(
  here: Desk,
  size: {readonly columns: number; readonly rows: number},
  place: 'built' | 'here' = 'built',
): Recording {
  const parts: string[] = [];
  return {
    text: () => `${parts.join('\n\n')}\n`,
    async run(words, play, env = {}) {
      const isHere = place === 'here' && Object.keys(env).length === 0;
      const terminal = isHere
        ? here.openHere(words, {...size, now})
        : here.open(words, {...size, env: {...noon, ...env}});
      let typed = 0;
      const answer = async (question: string | RegExp, text: string, sees?: (screen: string) => void) => {
        await terminal.waitForQuestion(question);
        sees?.(terminal.visible());
        typed += keysIn(text);
        terminal.type(text);
      };
      const line = ['$ emk', ...words].join(' ');
      await play({
        answer,
        look: (question, text) => answer(question, text, screen => parts.push(framed(line, screen, size.columns))),
      });
      const code = await terminal.ended();
      const screen = terminal.screen();
      const questions = screen.match(/^✔ /gm)?.length ?? 0;
      parts.push(
        framed(line, `${screen}\n[exit ${code} · ${questions} questions answered · ${typed} keys]`, size.columns),
      );
      return {questions, keys: typed, code, screen};
    },
  };
}

/** Keys as a person counts them: an arrow is one. */
const keysIn = (text: string): number => text.replaceAll(keys.down, '↓').replaceAll(keys.up, '↑').length;

/** A moment on the clock of this machine; those of the sandbox are later. */
const OF_THIS_RUN = /\b20(?:\d\d(?=[-\d :]+ UTC)|2[6-8])-\d\d-\d\d \d\d:\d\d(?::\d\d)?/g;

/** A text of the same length, broken where the other one is. */
function onLinesOf(broken: string, text: string): string {
  const letters = [...text];
  return broken.replaceAll(/./g, () => letters.shift() ?? '');
}

/** The id of an import, which is chosen at random. */
const IMPORT_ID = /^01[0-9A-HJKMNP-TV-Z]{8}(?= )/gm;

/** A screen below the line that drew it. Moments and ports are of this run, and have the same width in every run. */
function framed(line: string, screen: string, columns: number): string {
  return (
    [line, '─'.repeat(columns), screen]
      .join('\n')
      // Spaces at the end of a line are not seen, and the built program draws some.
      .replaceAll(/ +$/gm, '')
      .replaceAll(/\/\S*\/emk-terminal-(?:cache-)?\w{6}(?=\/)/g, '~')
      // A narrow window may break a port in two.
      .replaceAll(/(?<=127\.0\.0\.1:)(?:\d\n?){4}\d/g, port => onLinesOf(port, 'PORT_'))
      .replaceAll(/(?<=sandbox-public-)[0-9a-f]{16}/g, 'KEY_OF_SIXTEEN__')
      .replaceAll(/^(.) .* {2}tomorrow 9am$/gm, '$1 TOMORROW  tomorrow 9am')
      .replaceAll(/\b20\d\d-\d\d-\d\d(?=-\d)/g, 'YEAR-MM-DD')
      .replaceAll(IMPORT_ID, 'ID_OF_TEN_')
      .replaceAll(OF_THIS_RUN, moment => 'YEAR-MM-DD HH:MM:SS'.slice(0, moment.length))
  );
}
