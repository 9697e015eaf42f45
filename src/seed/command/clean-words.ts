import {kinds} from '../../account-files/kinds/kinds.js';
import {clean as cleaned} from '../../output/text/sanitise.js';
import {mailAgainInWords} from '../../who-left/mail-again.js';
import {counted} from '../../words/sentence.js';
import {mailAgainIn, type RunDeletions} from '../clean/choose-deletions.js';
import type {Cleaned} from '../clean/clean.js';
import {isShared} from '../file/run-name.js';

/** What was deleted of each run and what stays, for people. */
export function cleanInWords({runs, renamed}: Cleaned, run: string | undefined, dryRun: boolean): string {
  const lines = runs.flatMap(going => [
    `${going.run}: ${goingInWords(going, dryRun)}`,
    ...going.kept.map(
      ({kind, as, id, why}) => `  kept: ${kinds[kind].collection.noun.one} ${id} "${cleaned(as)}": ${why}.`,
    ),
  ]);
  const others = renamed.map(
    ({kind, as, id}) =>
      `kept: ${kinds[kind].collection.noun.one} ${id} was renamed to "${cleaned(as)}", so somebody is using it.`,
  );
  const again = mailAgainIn(runs);
  const mail = again.count === 0 ? [] : [`${mailAgainInWords(again)}.`];
  if (lines.length + others.length > 0) return [...lines, ...mail, ...others].join('\n');
  return run === undefined ? 'No run is that old.' : `emk found nothing of the run ${run}.`;
}

function goingInWords({records, people}: RunDeletions, dryRun: boolean): string {
  const counts = Object.entries(countsOf({records, people})).map(([noun, count]) => counted(count, noun, manyOf(noun)));
  if (counts.length === 0) return 'nothing to delete.';
  return `${dryRun ? 'would delete' : 'deleted'} ${counts.join(', ')}.`;
}

/** The number of deletions for each noun. A person who left a group that stays is an address. */
function countsOf({records, people}: Pick<RunDeletions, 'records' | 'people'>): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const {kind} of records) {
    const noun = isShared(kind) ? RECIPIENT : kinds[kind].collection.noun.one;
    counts[noun] = (counts[noun] ?? 0) + 1;
  }
  return people.length === 0 ? counts : {...counts, contact: people.length};
}

const RECIPIENT = 'recipient of groups';

const manyOf = (noun: string): string =>
  noun === RECIPIENT
    ? 'recipients of groups'
    : (Object.values(kinds).find(({collection}) => collection.noun.one === noun)?.collection.noun.many ?? `${noun}s`);

/** The same for programs: what was deleted by kind, each record with its id. */
export const cleanAsData = ({runs, renamed}: Cleaned) => ({
  runs: runs.map(({run, records, people, kept}) => ({
    run,
    records: records.map(({kind, name, as, id}) => ({kind, name, as, id})),
    contacts: people.length,
    kept: kept.map(({kind, name, as, id, why}) => ({kind, name, as, id, why})),
  })),
  mail_again: mailAgainIn(runs),
  renamed,
});
