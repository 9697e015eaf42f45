import {forEachRecord} from '../api/answers/record-sources.js';
import type {Client} from '../api/client/client.js';
import type {Loose} from '../api/describe/schema.js';
import {orNoSuch} from '../commands/not-found.js';
import {concurrently} from '../work/concurrently.js';
import {type MailingKind, toStatistics} from './mailing-kinds.js';

/** Reads the statistics of the named mailings, in order and one by one; without names, those of all. */
export async function readMailings(
  client: Pick<Client, 'call' | 'stream'>,
  kind: MailingKind,
  utrs: readonly string[] | undefined,
): Promise<readonly Loose[]> {
  if (utrs) return (await readWhole(client, kind, utrs)).map(sent => toStatistics(kind, sent));
  const all: Loose[] = [];
  // A list contains the HTML of every mailing, none of which is kept.
  await forEachRecord(client.stream(kind.list), sent => {
    all.push(toStatistics(kind, sent));
  });
  return all;
}

/** Reads the named mailings as the service sends them. */
export const readWhole = (
  {call}: Pick<Client, 'call'>,
  kind: MailingKind,
  utrs: readonly string[],
): Promise<readonly Loose[]> =>
  concurrently(
    atOnce,
    utrs,
    async utr => (await call(kind.details, {utr} as never).catch(orNoSuch(kind.of.noun, utr))) as Loose,
  );

const atOnce = 4;
