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
  /** Says something, and says it again whenever it has left the screen: it stays true if its reader goes back. */
  lasting(say: () => void): void;
};

/** Creates the trail of a run's questions. In a window of another width the rows are others, so everything stays. */
export function createAnswerTrail({stdout, stderr}: Pick<Host, 'stdout' | 'stderr'>): AnswerTrail {
  const answers: {readonly question: string; readonly row: number}[] = [];
  const facts: {readonly say: () => void; readonly row: number}[] = [];
  let [row, columns, line, wentBack] = [0, columnsOf(stderr), '', false];
  const lookAtWidth = (): void => {
    if (columns === columnsOf(stderr)) return;
    columns = columnsOf(stderr);
    answers.splice(0);
    facts.splice(0);
  };
  const hear = (text: string): void => {
    lookAtWidth();
    const lines = `${line}${text}`.split('\n');
    line = lines.pop() ?? '';
    for (const each of lines) row += rowsOf(each, columns);
  };
  hearWords(stderr, hear);
  if (stdout.isTTY) hearWords(stdout, hear);
  const lasting = (say: () => void): void => {
    facts.push({say, row});
    say();
  };
  /** Takes back the answers from a question on. A question that was not asked before takes back no answer. */
  const erase = (question: string): void => {
    const asked = answers.findLastIndex(answer => answer.question === question);
    const last = answers.at(-1);
    const start = asked < 0 ? last && last.row + 1 : answers.splice(asked)[0]?.row;
    if (start === undefined) return;
    writeNow(stderr, `${up(row - start)}\r${ERASE_BELOW}`, 'moved');
    row = start;
    const erased = facts.filter(fact => fact.row >= start);
    facts.splice(facts.length - erased.length);
    for (const {say} of erased) lasting(say);
  };
  return {
    lasting,
    async follow(question, put) {
      lookAtWidth();
      if (wentBack) erase(question);
      const start = row;
      const given = await put();
      wentBack = given === undefined;
      if (!wentBack) {
        lookAtWidth();
        answers.push({question, row: start});
        row += 1;
      }
      return given;
    },
  };
}

const rowsOf = (line: string, columns: number): number =>
  Math.max(1, Math.ceil(displayWidth(stripVTControlCharacters(line)) / columns));

const ERASE_BELOW = '\u001b[J';
