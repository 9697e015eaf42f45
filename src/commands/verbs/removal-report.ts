import type {Collection} from '../../api/describe/operation.js';
import type {Source} from '../../api/describe/schema.js';
import {stopsEverything} from '../../change/work/stop-errors.js';
import {number, plural} from '../../core/words/sentence.js';
import type {Done} from '../../output/results/result.js';
import type {Context} from '../command.js';
import {type Kept, type KeptKind, kindOf} from '../keeping/keeping.js';
import {FEW} from './names.js';
import type {Id, Removed} from './remove-records.js';

/** Reports on all records to delete. An error that stopped the work before the first one is thrown instead. */
export function reportOf(
  {globals}: Pick<Context, 'globals'>,
  {noun}: Pick<Collection, 'noun'>,
  ids: readonly Id[],
  {failed, stopped, nameOf}: Removed,
): Done {
  const failures = new Map(failed.map(failure => [failure.id, failure]));
  const done = ids.filter(id => !failures.has(id));
  if (stopped && done.length === 0 && failed.every(({error}) => stopsEverything(error))) throw stopped;
  const names = done.length <= FEW ? done.flatMap(id => nameOf(id) ?? []) : [];
  const listed = names.length === done.length ? ` (${names.join(', ')})` : '';
  const what =
    done.length === 1 ? `${noun.one} ${names[0] ?? done[0]}` : `${number(done.length)} ${noun.many}${listed}`;
  return {
    kind: 'done',
    sentence: done.length === 0 ? '' : `${globals.dryRun ? 'Would delete' : 'Deleted'} ${what}.`,
    done,
    failed: ids.flatMap(id => {
      const failure = failures.get(id);
      return failure ? [{...failure, name: nameOf(id)}] : [];
    }),
    stopped,
  };
}

/** The sentence after a deletion: the command that restores the records, and what cannot be restored. */
export function wayBack(of: Pick<Source, 'see'>, kept: Kept | undefined, count: number): string {
  const kind = kindOf(of);
  if (!kept || !kind) return 'emk kept no copy.';
  if (kind === 'mailings')
    return plural(count, `To send it, at its old time${moved}`, `To send them, at their old times${moved}`) + kept.name;
  const [one = '', many = one] = losses[kind] ?? [];
  return `To bring ${plural(count, 'it', 'them')} back${plural(count, one, many)}: emk undo ${kept.name}`;
}

const moved = ' or with --at at another: emk undo ';

/** What does not come back, or how a record does, for one and for several where that differs. */
const losses: {readonly [kind in KeptKind]?: readonly [one: string, many?: string]} = {
  contacts: [', with a new id', ', with new ids'],
  lists: [' with its people, all with new ids', ' with their people, all with new ids'],
  fields: [', without the values of people'],
  senders: [', to be verified again'],
  automations: [' as a draft, without statistics', ' as drafts, without statistics'],
  segments: [', after you have created it again in the service', ', after you have created them again in the service'],
};

/** Shows that command if the deletion is part of other work. */
export function sayWayBack(
  {notice}: Pick<Context, 'notice'>,
  of: Pick<Source, 'see'>,
  {kept, done}: {readonly kept: Kept | undefined; readonly done: number},
): void {
  if (kept && kindOf(of) && done > 0) notice(wayBack(of, kept, done));
}
