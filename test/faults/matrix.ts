/** Every change with every fault: the cells, and what was wrong with how they ended. */
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import type {Change} from './change.js';
import {changes, isAnotherWay} from './changes.js';
import {judge} from './judge.js';
import {type Cell, type Emk, play, runEmk, runHere, type Truth, truthOf} from './play.js';
import {readsStruckBy, struckBy} from './struck-by.js';

export type Found = {
  readonly cells: number;
  readonly problems: readonly string[];
  /** How many cells ended with each exit code. */
  readonly ends: ReadonlyMap<number, number>;
};

/** Runs all cells by the built program; or a sample with every operation and every fault, of which one change of several. `lanes` cells run at a time. */
export async function playMatrix({only = '', share = 1, lanes = 2}): Promise<Found> {
  const emkOf = (change: Change): Emk => (share === 1 || changes.indexOf(change) % EACH_BUILT === 0 ? runEmk : runHere);
  const work = mkdtempSync(join(tmpdir(), 'emk-faults-'));
  const problems: string[] = [];
  const ends = new Map<number, number>();
  const left = changesWith(only, share).filter(({change, cells}) => cells.length > 0 || change.name.includes(only));
  let cells = 0;
  const lane = async (_: unknown, number: number) => {
    const folder = join(work, String(number));
    for (let next = left.shift(); next; next = left.shift()) {
      const truth = await truthOf(next.change, folder, emkOf(next.change)).catch((error: Error) => error.message);
      if (typeof truth === 'string') problems.push(truth);
      else for (const cell of [...next.cells, ...next.readsOf(truth)]) await playOne(cell, truth, folder);
    }
  };
  const playOne = async (cell: Cell, truth: Truth, folder: string) => {
    const played = await play(cell, truth, folder, emkOf(cell.change));
    cells += 1;
    ends.set(played.code, (ends.get(played.code) ?? 0) + 1);
    const place = new Set([...cell.change.routes, cell.route]).size === 1 ? '' : ` of ${cell.route}`;
    const which = cell.after > 0 ? `, request ${cell.after + 1}` : '';
    const named = `${cell.change.name}, ${cell.fault.name}${place}${which}`;
    problems.push(...judge(cell, played, truth).map(sentence => `${named}: ${sentence}`));
  };
  try {
    await Promise.all(Array.from({length: lanes}, lane));
  } finally {
    rmSync(work, {recursive: true, force: true});
  }
  return {cells, problems, ends};
}

/** The tested part of a change. Its reads are known only after it was made. */
type Part = {
  readonly change: Change;
  readonly cells: readonly Cell[];
  readonly readsOf: (truth: Truth) => readonly Cell[];
};

/** The cells of each change. In a sample, neighbours get different faults, so each fault meets many changes. */
export function changesWith(only: string, share: number): readonly Part[] {
  let number = 0;
  const isWanted = ({change, fault}: Cell) => `${change.name}, ${fault.name}`.includes(only);
  const isPlayed = (change: Change, at: number) => share === 1 || !isAnotherWay(change) || at % EACH_OTHER_WAY === 0;
  return changes.filter(isPlayed).map((change, at) => {
    const all = cellsOf(change).filter(isWanted);
    const some = all.filter(() => number++ % share === 0);
    const readsOf = (truth: Truth) => {
      const reads = readCellsOf(change, truth).filter(isWanted);
      return share === 1 ? reads : at % EACH_WITH_A_READ === 0 ? one(reads, at) : [];
    };
    return {change, cells: some.length > 0 ? some : one(all, at), readsOf};
  });
}

const one = (cells: readonly Cell[], at: number): readonly Cell[] =>
  cells.slice(at % Math.max(1, cells.length)).slice(0, 1);

/** In a sample, every third change gets a fault in a read, and every third other way to make a change runs. */
const EACH_WITH_A_READ = 3;
const EACH_OTHER_WAY = 3;

/** In a sample, every fifth change is made by the built program, and the others in this process. */
const EACH_BUILT = 5;

/** Every changing request of a change, with every fault. */
export const cellsOf = (change: Change): Cell[] =>
  change.routes.flatMap((route, at) => {
    const after = change.routes.slice(0, at).filter(each => each === route).length;
    return struckBy
      .filter(({kind, alike}) => !change.without?.includes(kind) && !(alike && isAnotherWay(change)))
      .map(fault => ({change, fault, route, after}));
  });

/** Every read of a change: the first of a route, which decides it, and the last, which checks the outcome. */
export function readCellsOf(change: Change, {log}: Truth): Cell[] {
  if (isAnotherWay(change)) return [];
  const changing = new Set(change.routes.map(route => route.split('?')[0]));
  const times = new Map<string, number>();
  for (const place of log) if (!changing.has(place)) times.set(place, (times.get(place) ?? 0) + 1);
  return [...times].flatMap(([route, count]) =>
    [...new Set([0, count - 1])].flatMap(after => readsStruckBy.map(fault => ({change, fault, route, after}))),
  );
}
