import type {Context} from '../change/context.js';
import {command} from '../commands/command.js';
import {type FilePlace, placeFor, writeAt} from '../commands/file-place.js';
import {CheckError} from '../core/errors.js';
import {counted} from '../core/words/sentence.js';
import {type ResultOf, writtenFileDocument} from '../output/results/result.js';
import type {Agenda} from './upcoming.js';

/** `emk agenda`: upcoming mail, for people, and for a cron job that checks that a mailing is scheduled. */
export default command({
  summary: 'Upcoming mail, and anything blocking it',
  details:
    "Shows the scheduled mailings of today and the next days, on the account's clock, with audiences and sizes. Also " +
    'live automations: what they mail, and how long after somebody joins. And what needs attention: unverified ' +
    'senders, empty audiences, overdue mailings.\n\nThe service does not say where each contact of an ' +
    'automation is, so nobody can tell who gets its next email. An audience counts everyone on its lists: people on ' +
    'two lists count twice, and some have unsubscribed.\n\n"emk config set timezone" tells emk the account\'s clock.',
  takes: {
    days: {
      type: 'integer',
      value: 'n',
      help: 'How many days after today (default: 7); 0 is only today, 1 is today and tomorrow',
    },
    ics: {
      type: 'text',
      value: 'file.ics',
      help: 'Write the scheduled mailings to this calendar file; all of them without --days',
      decides: 'output',
    },
    fail_if_empty: {
      type: 'flag',
      help: 'Exit with 10 if no mailing is scheduled in these days, for a cron job',
      decides: 'checks',
    },
  },
  examples: [
    'emk agenda',
    'emk agenda --days 30 -o json',
    'emk agenda --ics mailings.ics',
    'emk agenda --days 1 --fail-if-empty || echo "Please look: no mailing for tomorrow, or no answer."',
  ],
  calls: async () => (await import('./read.js')).mailingReads,
  gives: [{document: async () => ({default: (await import('./upcoming.js')).agenda})}, writtenFileDocument],
  async run(context, {days: asked, ics, fail_if_empty}) {
    const days = Math.min(asked ?? (ics === undefined ? 7 : MOST_DAYS), MOST_DAYS);
    const place = ics === undefined ? undefined : await placeFor(context, ics);
    const [{readMailings}, {makeAgenda}, {nothingScheduled}, {clockOf}, {agendaInWords}] = await Promise.all([
      import('./read.js'),
      import('./upcoming.js'),
      import('./sections.js'),
      import('./months.js'),
      import('./text.js'),
    ]);
    const agenda = makeAgenda(await readMailings(context), clockOf(context), days);
    const isEmpty = fail_if_empty && agenda.scheduled.length === 0;
    const error = isEmpty
      ? {error: new CheckError(nothingScheduled(agenda), {hint: 'To schedule one: emk send'})}
      : undefined;
    if (place) return {...(await writeCalendar(context, agenda, place)), ...error};
    return {kind: 'data', data: agenda, text: agendaInWords(agenda), ...error};
  },
});

/** Ten years: no calendar holds any number of days. */
const MOST_DAYS = 3660;

/** Writes the scheduled mailings as a calendar: those of some days, or all. */
async function writeCalendar(
  {host, warn, zones}: Context,
  {scheduled: sends, time_zone}: Agenda,
  place: FilePlace,
): Promise<ResultOf<'data'>> {
  const {calendarOf} = await import('./calendar.js');
  await writeAt(place, calendarOf(sends, host.now()));
  if (time_zone === null && sends.length > 0) {
    const change = zones().canBeKept ? ' To change that: emk config set timezone Europe/Berlin' : '';
    warn(`The account's time zone is not known, so a calendar shows the times in its own zone.${change}`);
  }
  const sentence = `Wrote ${counted(sends.length, 'scheduled mailing')} to ${place.name}.`;
  return {kind: 'data', data: {path: place.name, rows: sends.length}, text: '', sentence};
}
