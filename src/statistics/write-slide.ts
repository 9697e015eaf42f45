import type {Loose} from '../api/describe/schema.js';
import type {Context} from '../commands/command.js';
import {placeEnding, writePage} from '../commands/pages/page-file.js';
import {notTogether} from '../errors.js';
import type {Result} from '../output/results/result.js';
import {brokenLimits} from './limits.js';
import type {MailingKind} from './mailing-kinds.js';
import {notesOn} from './notes.js';
import {readMailings} from './read-mailings.js';
import type {StatsInput} from './stats-input.js';
import {readStatsRequest} from './stats-request.js';
import {shownOf} from './stats-result.js';
import {statsSlide} from './stats-slide.js';

/** `stats --chart`: reads once, and writes the picture instead of a list. */
export async function writeSlide(
  context: Context,
  kind: MailingKind,
  input: StatsInput & Loose,
  file: string,
): Promise<Result> {
  if (input.watch !== undefined) throw notTogether('--chart', '--watch');
  const wanted = await readStatsRequest(context, kind, input);
  const place = await placeEnding(context, file, {form: 'svg', what: 'chart'});
  const records = await readMailings(context, kind, wanted.utrs);
  for (const note of notesOn(kind, records, wanted.utrs !== undefined)) context.notice(note);
  const shown = await shownOf(wanted, records);
  const written = await writePage(context, statsSlide(kind, shown), place, {what: 'chart'});
  const error = brokenLimits(shown, wanted.limits, kind);
  return error ? {...written, error} : written;
}
