import type {Noun} from '../../api/describe/schema.js';
import {NotFoundError} from '../../errors.js';
import type {Done} from '../../output/results/result.js';
import {counted, number, plural} from '../../words/sentence.js';
import type {SameLine} from '../../work/same-line.js';
import type {Id, Removed} from './removal-report.js';

export const ifExistsOption = {
  if_exists: {type: 'flag', help: 'Count what is not there as done', decides: 'checks'},
} as const;

/** Records that a line wants deleted and that may be gone: it has deleted them before, or `--if-exists` allows it. */
export type GoneBefore = {
  mayBe(id: Id): boolean;
  /** The ids that count as deleted, those that were not there, and what has failed. */
  settle(ids: readonly Id[], removed: Removed): Settled;
};

type Settled = Removed & {readonly ids: readonly Id[]; readonly before: number; readonly absent: number};

export function goneBefore(line: SameLine | undefined, ifExists: boolean): GoneBefore {
  const isDone = (id: Id): boolean => line?.hasTried(id) === true;
  return {
    mayBe: id => ifExists || isDone(id),
    settle(ids, {failed, stopped}) {
      const missing = failed.filter(({error}) => error instanceof NotFoundError).map(({id}) => id);
      const before = new Set(missing.filter(isDone));
      const absent = new Set(ifExists ? missing.filter(id => !before.has(id)) : []);
      return {
        ids: ids.filter(id => !absent.has(id)),
        failed: failed.filter(({id}) => !before.has(id) && !absent.has(id)),
        ...{stopped, before: before.size, absent: absent.size},
      };
    },
  };
}

/** Adds to the report what was gone before this run. */
export function withGone(
  report: Done,
  {one, many}: Noun,
  {before, absent}: Pick<Settled, 'before' | 'absent'>,
  ifExists: boolean,
): Done {
  const sentences = [
    report.sentence,
    absent > 0 ? `${counted(absent, one, many)} ${plural(absent, 'was', 'were')} not there.` : '',
    before > 0 ? `An earlier run of this line deleted ${number(before)} of them.` : '',
  ];
  return {...report, sentence: sentences.filter(Boolean).join(' '), ...(ifExists && {absent})};
}

/** The ids of words that name nothing now, because an earlier run of the line has deleted their records. */
export const idsBefore = ({ids, hasTried}: SameLine, words: readonly string[]): ReadonlyMap<string, Id> =>
  new Map(
    words.flatMap((word, at) => {
      const id = ids[at] ?? null;
      return id !== null && hasTried(id) ? [[word, id] as const] : [];
    }),
  );
