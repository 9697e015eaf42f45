import type {Noun, Source} from '../../api/describe/schema.js';
import {stopsEverything} from '../../change/work/stop-errors.js';
import {number, plural} from '../../core/words/sentence.js';
import type {Done} from '../../output/results/result.js';
import type {Context} from '../command.js';
import {type Kept, type KeptKind, kindOf} from '../keeping/keeping.js';
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

/** The report on a deletion, with the command that restores the records, if there is a copy of them. */
export function withWayBack<R extends Done>(
  {globals}: Pick<Context, 'globals'>,
  report: R,
  of: Pick<Source, 'see'>,
  kept: Kept | undefined,
): R {
  const kind = kindOf(of);
  if (report.done.length === 0 || globals.dryRun) return report;
  return {
    ...report,
    sentence: `${report.sentence} ${kept && kind ? wayBack(kind, kept, report.done.length) : 'emk kept no copy.'}`,
  };
}

/** Shows that command if the deletion is part of other work. */
export function sayWayBack(
  {notice}: Pick<Context, 'notice'>,
  of: Pick<Source, 'see'>,
  {kept, done}: {readonly kept: Kept | undefined; readonly done: number},
): void {
  const kind = kindOf(of);
  if (kept && kind && done > 0) notice(wayBack(kind, kept, done));
}

/** The sentence after a deletion: the command that restores the records, and what cannot be restored. */
function wayBack(kind: KeptKind, kept: Kept, count: number): string {
  const line = `emk undo ${kept.name}`;
  const [its, them] = [plural(count, 'its', 'their'), plural(count, 'it', 'them')];
  const inSegments = kept.kinds.has('segments recipients');
  if (kind === 'mailings') return `To send ${them}, at ${its} old time or with --at at another: ${line}`;
  if (kind === 'segments')
    return `You can create ${plural(count, 'a segment', 'segments')} only in the service. When ${plural(count, 'it is', 'they are')} there again, this adds the people: ${line}`;
  const how: {readonly [kind in KeptKind]?: string} = {
    contacts: `, with ${plural(count, 'a new id', 'new ids')}${inSegments ? ` and into ${its} segments` : ''}`,
    lists: ` with ${its} people, all with new ids${inSegments ? ' and in their segments' : ''}`,
    fields: `, without what people had in ${them}`,
    automations: ` as ${plural(count, 'a draft', 'drafts')}, without statistics`,
  };
  const besides = kind === 'senders' ? ` (${plural(count, 'it needs', 'they need')} a new verification)` : '';
  return `To bring ${them} back${how[kind] ?? ''}: ${line}${besides}`;
}
