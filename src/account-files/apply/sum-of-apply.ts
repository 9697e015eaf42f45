import {impossibleIn} from '../../effect/effect.js';
import {UnknownOutcomeError} from '../../errors.js';
import type {Sum} from '../../output/results/sum.schema.js';
import {sumOf} from '../../work/ending.js';
import type {Applied} from './apply.js';
import {effectOfApply} from './apply-effect.js';

/** The sum of an apply: its changes of records and of people, and what the files ask for and nobody can do. */
export function sumOfApply(applied: Applied): Sum {
  const {changes, contactChanges, done, contacts, error} = applied;
  const people = contactChanges.reduce((sum, one) => sum + one.create.count, 0);
  const changed = contacts.reduce((sum, one) => sum + one.created, 0);
  const planned = changes.length + people;
  const impossible = impossibleIn(effectOfApply(applied));
  return sumOf({
    wanted: planned + impossible,
    // The list may have changed since the plan, so without an error it is the plan that is done.
    done: error ? Math.min(planned, done.size + changed) : planned,
    impossible,
    doubtful: error instanceof UnknownOutcomeError ? 1 : 0,
  });
}
