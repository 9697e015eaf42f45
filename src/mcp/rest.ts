import {NotFoundError} from '../errors.js';

/** What is left of an answer: the same line from a later record on, or the text of a long document. */
export type Rest =
  | {readonly tool: string; readonly given: Readonly<Record<string, unknown>>; readonly from: number}
  | {readonly text: string; readonly from: number};

/** Keeps what is left of long answers, and gives it out by a handle. The oldest ones go first. */
export function createRests(): {keep(rest: Rest): string; find(handle: unknown): Rest} {
  const kept = new Map<string, Rest>();
  let count = 0;
  return {
    keep(rest) {
      const handle = `part-${++count}`;
      kept.set(handle, rest);
      for (const oldest of kept.keys()) {
        if (kept.size <= mostHandles && charactersIn(kept) <= mostKept) break;
        kept.delete(oldest);
      }
      return handle;
    },
    find(handle) {
      const rest = kept.get(String(handle));
      if (rest) return rest;
      throw new NotFoundError(`There is no part "${String(handle)}" any more.`, {
        hint: 'Call the first tool again, and use the "next" of its answer.',
      });
    },
  };
}

const mostHandles = 100;
const mostKept = 20_000_000;

const charactersIn = (kept: ReadonlyMap<string, Rest>): number =>
  [...kept.values()].reduce((sum, rest) => sum + ('text' in rest ? rest.text.length : 0), 0);
