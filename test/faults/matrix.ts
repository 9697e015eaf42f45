/** Every change struck by every fault: the cells, and what was found wrong with how they ended. */
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {type Change, changes} from './changes.js';
import {judge} from './judge.js';
import {type Cell, play, type Truth, truthOf} from './play.js';
import {struckBy} from './struck-by.js';

export type Found = {
  readonly cells: number;
  readonly problems: readonly string[];
  /** How many cells ended with each exit code. */
  readonly ends: ReadonlyMap<number, number>;
};

/** Plays all cells, or a sample in which every change and every fault occurs. `lanes` cells are played at a time. */
export async function playMatrix({only = '', share = 1, lanes = 2}): Promise<Found> {
  const work = mkdtempSync(join(tmpdir(), 'emk-faults-'));
  const problems: string[] = [];
  const ends = new Map<number, number>();
  const left = [...changesWith(only, share)];
  let cells = 0;
  const lane = async (_: unknown, number: number) => {
    const folder = join(work, String(number));
    for (let next = left.shift(); next; next = left.shift()) {
      const truth = await truthOf(next.change, folder).catch((error: Error) => error.message);
      if (typeof truth === 'string') problems.push(truth);
      else for (const cell of next.cells) await playOne(cell, truth, folder);
    }
  };
  const playOne = async (cell: Cell, truth: Truth, folder: string) => {
    const played = await play(cell, truth, folder);
    cells += 1;
    ends.set(played.code, (ends.get(played.code) ?? 0) + 1);
    const named = `${cell.change.name}, ${cell.fault.name}${cell.after > 0 ? `, request ${cell.after + 1}` : ''}`;
    problems.push(...judge(cell, played, truth).map(sentence => `${named}: ${sentence}`));
  };
  try {
    await Promise.all(Array.from({length: lanes}, lane));
  } finally {
    rmSync(work, {recursive: true, force: true});
  }
  return {cells, problems, ends};
}

/** The cells of each change. Of a sample, neighbouring changes get other faults, so that each fault meets many changes. */
function changesWith(only: string, share: number): ReadonlyArray<{readonly change: Change; readonly cells: Cell[]}> {
  let number = 0;
  return changes.flatMap(change => {
    const cells = cellsOf(change)
      .filter(({fault}) => `${change.name}, ${fault.name}`.includes(only))
      .filter(() => number++ % share === 0);
    return cells.length > 0 ? [{change, cells}] : [];
  });
}

/** Every route of a change, struck at each of its requests, by every fault. */
export const cellsOf = (change: Change): Cell[] =>
  change.routes.flatMap(route =>
    Array.from({length: change.strikes ?? 1}, (_, after) => after).flatMap(after =>
      struckBy.filter(({kind}) => !change.without?.includes(kind)).map(fault => ({change, fault, route, after})),
    ),
  );
