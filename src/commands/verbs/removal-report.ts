import type {Noun} from '../../api/schema.js';
import type {Done} from '../../output/result.js';
import {endsAll} from '../stopping.js';
import type {Id, Removed} from './removal.js';

/** How sure it is: what the service did, what it would do, or what the list no longer shows. */
export type Telling = 'Deleted' | 'Would delete' | 'gone';

/** What became of all that was to be deleted. What stopped the work before anything was done is the whole news: it is thrown. */
export function reportOf(noun: Noun, ids: readonly Id[], telling: Telling, {failed, stopped}: Removed): Done {
  const failures = new Map(failed.map(failure => [failure.id, failure]));
  const done = ids.filter(id => !failures.has(id));
  if (stopped && done.length === 0 && failed.every(({error}) => endsAll(error))) throw stopped;
  return {
    kind: 'done',
    sentence: done.length === 0 ? '' : sentenceFor(noun, done, telling),
    done,
    failed: ids.flatMap(id => failures.get(id) ?? []),
    stopped,
  };
}

function sentenceFor(noun: Noun, done: readonly Id[], telling: Telling): string {
  const one = done.length === 1;
  const what = one ? `${noun.one} ${done[0]}` : `${done.length.toLocaleString('en-US')} ${noun.many}`;
  if (telling !== 'gone') return `${telling} ${what}.`;
  return one ? `The ${what} is gone.` : `${what} are gone.`;
}
