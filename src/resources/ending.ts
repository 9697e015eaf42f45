import {allRecords, noneIfNotFound} from '../api/answers/record-sources.js';
import type {Context} from '../commands/command.js';
import {isLive, operations} from '../endpoints/automations.js';
import {joinedSinceLive} from '../mailings/started.js';
import {isNotDeleted} from '../records/fields/is-not-deleted.js';

/**
 * What a person should know before some automations end, because the service does not say who still gets the rest: which
 * of them are live, and how many people that can concern. With `--yes` it warns at once, and counts nobody.
 */
export async function endingInWords(context: Context, utrs: ReadonlySet<string>): Promise<readonly string[]> {
  const {ask, globals, stream, warn} = context;
  if (utrs.size === 0 || globals.dryRun || !(ask.possible || globals.yes)) return [];
  const live = await allRecords(
    noneIfNotFound(stream(operations.list)),
    one => utrs.has(one.utr) && isLive(one) && isNotDeleted(one),
  );
  const sentences: string[] = [];
  for (const one of live) {
    const who = globals.yes ? 'people who joined' : await joinedSinceLive(context, [one]);
    const lose = who === '' ? '' : `, and ${who} may lose the rest`;
    sentences.push(`The automation "${one.automation_name}" is live: who joins gets no more mail${lose}.`);
  }
  if (!globals.yes) return sentences;
  for (const sentence of sentences) warn(sentence);
  return [];
}
