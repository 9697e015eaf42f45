import {forEachRecord} from '../api/answers/record-sources.js';
import type {Client} from '../api/client/client.js';
import type {Loose} from '../api/describe/schema.js';
import {orNoSuch} from '../commands/not-found.js';
import {counted, plural} from '../words/sentence.js';
import {concurrently} from '../work/concurrently.js';
import {areOdd, type Counters, countersOfSend} from './counters.js';
import {type MailingKind, toStatistics} from './mailing-kinds.js';

/** The values of a line of `stats`, including those of every list. */
export type StatsInput = Loose & {
  readonly utr?: readonly string[];
  readonly since?: string;
  readonly until?: string;
  readonly compare?: boolean;
  readonly fail_if?: readonly string[];
};

/** Reads the statistics of the named mailings, in order and one by one; without names, those of all. */
export async function readMailings(
  {call, stream}: Pick<Client, 'call' | 'stream'>,
  kind: MailingKind,
  utrs: readonly string[] | undefined,
): Promise<readonly Loose[]> {
  if (utrs)
    return concurrently(AT_ONCE, utrs, async utr => {
      const sent = await call(kind.details, {utr} as never).catch(orNoSuch(kind.of.noun, utr));
      return toStatistics(kind, sent as Loose);
    });
  const all: Loose[] = [];
  // A list contains the HTML of every mailing, none of which is kept.
  await forEachRecord(stream(kind.list), sent => {
    all.push(toStatistics(kind, sent));
  });
  return all;
}

const AT_ONCE = 4;

/** Sentences about impossible or missing statistics. If `areNamed`, each mailing was read separately. */
export function notesOn(
  {of: {noun, label}}: MailingKind,
  records: readonly Loose[],
  areNamed: boolean,
): readonly string[] {
  const odd = records.filter(record => areOdd(countersOfSend(record)));
  const others = odd.length > 1 ? ` and ${counted(odd.length - 1, 'other')}` : '';
  const notes = odd
    .slice(0, 1)
    .map(record => `The numbers of "${String(record[label])}"${others} cannot all be true. emk shows them as sent.`);
  const blank = records.filter(record => isBlank(countersOfSend(record))).length;
  if (blank === 0) return notes;
  const way = areNamed ? '' : ` Name ${plural(blank, 'it', 'them')}, and emk reads each one separately.`;
  return [...notes, `The service gave no numbers for ${blank} of ${records.length} ${noun.many}.${way}`];
}

const isBlank = (of: Counters): boolean => Object.values(of).every(count => count === undefined);
