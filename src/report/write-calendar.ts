import type {Context} from '../commands/command.js';
import {type FilePlace, placeFor, writeAt} from '../commands/file-place.js';
import {UsageError} from '../errors.js';
import type {ResultOf} from '../output/results/writer.js';
import {counted} from '../words/sentence.js';
import type {Agenda} from './agenda.schema.js';
import {calendarOf} from './calendar.js';

/** Checks whether a calendar may be written to its path, before the account is read. */
export async function placeOfCalendar(context: Context, file: string): Promise<FilePlace> {
  if (!/\.ics$/i.test(file)) {
    throw new UsageError(`"${file}" does not end in .ics.`, {hint: 'Name the file as in --ics mailings.ics.'});
  }
  return placeFor(context, file);
}

/** Writes the scheduled mailings as a calendar: those of some days, or all. */
export async function writeCalendar(
  {host, warn, zones}: Context,
  {scheduled, later, time_zone}: Agenda,
  place: FilePlace,
  all: boolean,
): Promise<ResultOf<'data'>> {
  const sends = all ? [...scheduled, ...later] : scheduled;
  const written = await writeAt(place, [calendarOf(sends, host.now())]);
  if (time_zone === null && sends.length > 0) {
    const change = zones().canBeKept ? ' To change that: emk config set timezone Europe/Berlin' : '';
    warn(`The account's time zone is not known, so a calendar shows the times in its own zone.${change}`);
  }
  const data = {path: place.name, rows: sends.length, ...written};
  return {
    kind: 'data',
    data,
    text: '',
    sentence: `Wrote ${counted(sends.length, 'scheduled mailing')} to ${place.name}.`,
  };
}
