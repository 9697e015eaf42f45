import {stripVTControlCharacters} from 'node:util';
import {hearWords, writeNow} from '../output/text/terminal.js';
import {displayWidth} from '../output/text/width.js';
import {columnsOf} from '../system/columns.js';
import type {Host} from '../system/host.js';
import {up} from './drawn-rows.js';

/** Remembers which answers stand on the screen, each on one line, and how much was said between them. */
export type AnswerTrail = {
  /** Puts a question. If the person has gone back to it, later answers and sentences leave the screen. */
  follow<T>(question: string, put: () => Promise<T | undefined>): Promise<T | undefined>;
};

type Answer = {
  readonly question: string;
  /** The rows above it. */
  readonly start: number;
  readonly columns: number;
};

/** Creates the trail of a run's questions. In a window of another width the rows are others, so everything stays. */
export function createAnswerTrail({stdout, stderr}: Pick<Host, 'stdout' | 'stderr'>): AnswerTrail {
  const trail: Answer[] = [];
  let rows = 0;
  let wentBack = false;
  let words = '';
  const hear = (text: string): void => {
    words += text;
  };
  hearWords(stderr, hear);
  if (stdout.isTTY) hearWords(stdout, hear);
  const rowsSoFar = (): number => {
    rows += rowsOf(words, columnsOf(stderr));
    words = '';
    return rows;
  };
  const erase = (question: string): void => {
    const again = trail.findLastIndex(answer => answer.question === question);
    const back = trail.splice(again < 0 ? trail.length - 1 : again);
    const [first] = back;
    if (!first || back.some(({columns}) => columns !== columnsOf(stderr))) return;
    writeNow(stderr, `${up(rowsSoFar() - first.start)}\r${ERASE_BELOW}`, 'moved');
    rows = first.start;
  };
  return {
    async follow(question, put) {
      if (wentBack) erase(question);
      const start = rowsSoFar();
      const given = await put();
      wentBack = given === undefined;
      if (!wentBack) {
        trail.push({question, start, columns: columnsOf(stderr)});
        rows += 1;
      }
      return given;
    },
  };
}

const rowsOf = (text: string, columns: number): number =>
  stripVTControlCharacters(text)
    .split('\n')
    .slice(0, -1)
    .reduce((sum, line) => sum + Math.max(1, Math.ceil(displayWidth(line) / columns)), 0);

const ERASE_BELOW = '\u001b[J';
