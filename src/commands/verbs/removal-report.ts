import type {Noun} from '../../api/describe/schema.js';
import {stopsEverything} from '../../change/work/stop-errors.js';
import {number} from '../../core/words/sentence.js';
import type {Done} from '../../output/results/result.js';
import {FEW, type NamedRecords} from './names.js';
import type {Id, Removed} from './remove-records.js';

/** How certain a deletion is: the service said so, it is a dry run, or the records are gone from the list. */
export type Certainty = 'Deleted' | 'Would delete' | 'gone';

/** Reports on all records to delete. An error that stopped the work before the first one is thrown instead. */
export function reportOf(
  noun: Noun,
  ids: readonly Id[],
  certainty: Certainty,
  {failed, stopped}: Removed,
  nameOf: NamedRecords['nameOf'],
): Done {
  const failures = new Map(failed.map(failure => [failure.id, failure]));
  const done = ids.filter(id => !failures.has(id));
  if (stopped && done.length === 0 && failed.every(({error}) => stopsEverything(error))) throw stopped;
  return {
    kind: 'done',
    sentence: done.length === 0 ? '' : sentenceFor(noun, done, certainty, nameOf),
    done,
    failed: ids.flatMap(id => {
      const failure = failures.get(id);
      return failure ? [{...failure, name: nameOf(id)}] : [];
    }),
    stopped,
  };
}

function sentenceFor(noun: Noun, done: readonly Id[], certainty: Certainty, nameOf: NamedRecords['nameOf']): string {
  const one = done.length === 1;
  const what = one ? `${noun.one} ${nameOf(done[0] ?? '') ?? done[0]}` : severalOf(noun, done, nameOf);
  if (certainty !== 'gone') return `${certainty} ${what}.`;
  return one ? `The ${what} is gone.` : `${what} are gone.`;
}

/** `3 mailings`, with their names if all are known and few enough. */
function severalOf(noun: Noun, ids: readonly Id[], nameOf: NamedRecords['nameOf']): string {
  const count = `${number(ids.length)} ${noun.many}`;
  const names = ids.length <= FEW ? ids.map(nameOf) : [];
  return names.length > 0 && names.every(name => name !== undefined) ? `${count} (${names.join(', ')})` : count;
}
