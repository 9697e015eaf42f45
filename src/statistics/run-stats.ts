import {readsWithoutKeys} from '../api/client/key-mask.js';
import type {Loose} from '../api/describe/schema.js';
import type {Context} from '../commands/command.js';
import type {Result} from '../output/results/result.js';
import type {MailingKind} from './mailing-kinds.js';
import {notesOn} from './notes.js';
import {readMailings} from './read-mailings.js';
import type {StatsInput} from './stats-input.js';
import {readStatsRequest} from './stats-request.js';
import {toResult} from './stats-result.js';

/** `stats`: once as a list, side by side, or repeatedly. */
export async function runStats(reading: Context, kind: MailingKind, input: StatsInput & Loose): Promise<Result> {
  const context = readsWithoutKeys(reading, reading.keyMask);
  if (input.compare) return (await import('./run-compare.js')).runCompare(context, kind, input);
  if (input.chart !== undefined)
    return (await import('./write-slide.js')).writeSlide(context, kind, input, input.chart);
  const wanted = await readStatsRequest(context, kind, input);
  if (input.watch !== undefined) return (await import('./watch.js')).watchStats(context, wanted, input.watch);
  const records = await readMailings(context, kind, wanted.utrs);
  for (const note of notesOn(kind, records, wanted.utrs !== undefined)) context.notice(note);
  return toResult(wanted, records, {width: context.screenWidth ?? 80});
}
