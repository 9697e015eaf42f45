import {NotFoundError, RefusedError, UnknownOutcomeError, UsageError} from '../errors.js';
import type {Done, Failure} from '../output/results/result.js';
import type {Sum} from '../output/results/sum.schema.js';

/** The sum of some work. What is neither done nor impossible is left, whatever the reason. */
export const sumOf = ({wanted, done, impossible = 0, doubtful = 0}: Counts): Sum => ({
  ...{wanted, done, left: wanted - done - impossible},
  ...{impossible, doubtful},
});

type Counts = Pick<Sum, 'wanted' | 'done'> & Partial<Pick<Sum, 'impossible' | 'doubtful'>>;

/** No change was asked for: a dry run, a list of no ids, records that are only shown. */
export const noWork = sumOf({wanted: 0, done: 0});

/** One change was asked for and made. */
export const oneDone = sumOf({wanted: 1, done: 1});

/** Several sums as one. */
export const addUp = (...sums: readonly Sum[]): Sum =>
  sums.reduce((all, one) => ({
    wanted: all.wanted + one.wanted,
    done: all.done + one.done,
    left: all.left + one.left,
    impossible: all.impossible + one.impossible,
    doubtful: all.doubtful + one.doubtful,
  }));

/** The sum of work on single records, each of which was done or failed. */
export const sumOfEach = ({done, failed, absent = 0}: Pick<Done, 'done' | 'failed' | 'absent'>): Sum =>
  sumOf({wanted: done.length + absent + failed.length, done: done.length + absent, ...countFailures(failed)});

/** How many failures stay failures if the same line runs again, and after how many the work may have been done. */
const countFailures = (failed: readonly Failure[]): Pick<Sum, 'impossible' | 'doubtful'> => ({
  impossible: failed.filter(({error}) => neverWorks.some(kind => error instanceof kind)).length,
  doubtful: failed.filter(({error}) => error instanceof UnknownOutcomeError).length,
});

const neverWorks = [NotFoundError, RefusedError, UsageError];
