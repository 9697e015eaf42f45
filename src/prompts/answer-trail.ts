import {linesWritten, writeNow} from '../output/text/terminal.js';
import {columnsOf} from '../system/columns.js';
import type {Host} from '../system/host.js';

/** Remembers which answers stand on the screen, each on one line. */
type AnswerTrail = {
  /** Puts a question. When its reader goes back, the answer that is taken back leaves the screen. */
  follow<T>(put: () => Promise<T | undefined>): Promise<T | undefined>;
};

type Answer = {
  /** The lines written by the time it stood there. */
  readonly after: number;
  readonly columns: number;
  /** Whether it stands directly below the answer before. */
  readonly isNext: boolean;
};

/** Creates the trail of a run's questions. An answer with something else below it stays: nobody can take that back. */
export function createAnswerTrail({stderr}: Pick<Host, 'stderr'>): AnswerTrail {
  const trail: Answer[] = [];
  return {
    async follow(put) {
      const last = trail.at(-1);
      const isNext = last?.after === linesWritten(stderr);
      const given = await put();
      if (given !== undefined) {
        trail.push({after: linesWritten(stderr), columns: columnsOf(stderr), isNext});
      } else if (last && isNext && last.columns === columnsOf(stderr)) {
        writeNow(stderr, ONE_LINE_BACK, 'moved');
        trail.pop();
        const earlier = trail.pop();
        if (earlier) trail.push(last.isNext ? {...earlier, after: linesWritten(stderr)} : earlier);
      }
      return given;
    },
  };
}

const ONE_LINE_BACK = '\u001b[1A\u001b[2K\r';
