import {findKept, readKeptDeletion} from '../accounts/read-kept-deletion.js';
import type {Context} from '../commands/command.js';
import type {KeptKind} from '../commands/keeping/keeping.js';
import {sendAgain} from '../commands/keeping/ways-back.js';
import {UsageError} from '../errors.js';
import type {Done, Result} from '../output/results/result.js';
import type {AtDoor} from '../who-left/door.js';
import {endedEach} from '../work/ending-each.js';
import {addressesBack} from './addresses-back.js';
import {contactsBack} from './contacts-back.js';
import {type Made, recordsBack} from './records-back.js';
import {type CreatedAgain, ways} from './ways.js';

type Restoring = {
  readonly name?: string | undefined;
  readonly type?: string | undefined;
  readonly allow_automations?: boolean | 0 | 1 | undefined;
} & Pick<AtDoor, 'include_unsubscribed'>;

/** Restores the records of a copy, kind by kind, and skips existing ones; without a name, lists the copies. */
export async function restore(
  context: Context,
  {name, type, allow_automations, include_unsubscribed}: Restoring,
): Promise<Result> {
  if (name === undefined) return (await import('./kept-list.js')).keptList(context);
  const allowed = allow_automations === true || allow_automations === 1;
  const path = findKept(context.host, name);
  const kinds = new Set<KeptKind>();
  for await (const {kind} of readKeptDeletion(context, path)) kinds.add(kind);
  if (kinds.has('single-sends')) throw mustSayWhen(name, path);
  const reports: Done[] = [];
  const made: Made = {automations: new Map()};
  for (const kind of Object.keys(ways) as CreatedAgain[]) {
    if (kinds.has(kind))
      reports.push(await recordsBack(context, {path, kind, made, allowed, atDoor: {include_unsubscribed}}));
  }
  if (kinds.has('unsubscribers') || kinds.has('unsubscribe-groups recipients'))
    reports.push(...(await addressesBack(context, path)));
  const report = together(reports);
  if (!kinds.has('contacts') || report.stopped) return endedEach(report);
  if (report.sentence !== '') context.notice(report.sentence);
  return contactsBack(context, {path, type, allowed, include_unsubscribed});
}

const together = (reports: readonly Done[]): Done => ({
  kind: 'done',
  sentence: reports
    .map(({sentence}) => sentence)
    .filter(Boolean)
    .join(' '),
  done: reports.flatMap(({done}) => done),
  failed: reports.flatMap(({failed}) => failed),
  stopped: reports.find(({stopped}) => stopped)?.stopped,
});

/** The error for a mailing without a moment: creating a mailing sends it. */
const mustSayWhen = (name: string, path: string): UsageError =>
  new UsageError('Bringing back a mailing sends it again, so say when.', {
    hint: `Nothing was changed. Run: ${sendAgain({name, path})}`,
  });
