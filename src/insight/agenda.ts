import {recordsOf} from '../api/answers/record-sources.js';
import {record} from '../api/describe/notation.js';
import {type Context, command} from '../commands/command.js';
import {type FilePlace, placeFor, writeAt} from '../commands/file-place.js';
import {CheckError, UsageError} from '../core/errors.js';
import {counted} from '../core/words/sentence.js';
import {type ResultOf, writtenFileDocument} from '../output/results/result.js';
import {toView} from '../records/view/select.js';
import type {Agenda} from './upcoming.js';

const row = record({
  utr: 'text',
  moment: 'text|null',
  at: 'text|null',
  name: 'text',
  subject: 'text',
  status: 'text',
  to: 'text',
  at_most: 'integer|null',
  from: 'text|null',
  verified: 'boolean|null',
});

/** `emk agenda`: upcoming mail, for people, and for a cron job that checks that a mailing is scheduled. */
export default command({
  summary: 'Upcoming mail, and anything blocking it',
  details:
    "Shows the scheduled mailings of today and the next days, on the account's clock, with audiences and sizes. Also " +
    'live automations: what they mail, and how long after somebody joins. And what needs attention: unverified ' +
    'senders, empty audiences, overdue mailings, forgotten drafts.\n\nThe service does not say where each contact of an ' +
    'automation is, so nobody can tell who gets its next email. An audience counts everyone on its lists: people on ' +
    'two lists count twice, and some have unsubscribed.\n\nFormats with rows, such as -o csv, and -o md list only the ' +
    'scheduled mailings. "emk config set timezone" tells emk the account\'s clock.',
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
  gives: [{document: async () => ({default: (await import('./upcoming.js')).agenda}), rows: row}, writtenFileDocument],
  async run(context, {days: asked, ics, fail_if_empty}) {
    const days = asked ?? 7;
    if (days > MOST_DAYS) {
      throw new UsageError(`--days must be at most ${MOST_DAYS}, not ${days}.`, {
        hint: 'Give the number of days after today, as in --days 7.',
      });
    }
    if (ics !== undefined && !/\.ics$/i.test(ics)) {
      throw new UsageError(`"${ics}" does not end in .ics.`, {hint: 'Name the file as in --ics mailings.ics.'});
    }
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
    if (place) return {...(await writeCalendar(context, agenda, place, asked === undefined)), ...error};
    const text = agendaInWords(agenda, context.screenWidth);
    return {kind: 'data', data: agenda, text, rows: mailingsAsRecords(agenda), ...error};
  },
});

const MOST_DAYS = 3660;

/** The scheduled mailings as records, because formats of rows have no sections. */
const mailingsAsRecords = ({scheduled}: Agenda): ResultOf<'records'> => ({
  kind: 'records',
  records: recordsOf(
    scheduled.map(({to, except: _, from, ...send}) => ({
      ...send,
      to: to.map(({name}) => name).join(', '),
      from: from.address,
      verified: from.verified,
    })),
  ),
  shape: row,
  key: 'utr',
  label: 'name',
  noun: {one: 'scheduled mailing', many: 'scheduled mailings'},
  view: toView({}, {shape: row, columns: Object.keys(row)}),
});

/** Writes the scheduled mailings as a calendar: those of some days, or all. */
async function writeCalendar(
  {host, warn, zones}: Context,
  {scheduled, later, time_zone}: Agenda,
  place: FilePlace,
  all: boolean,
): Promise<ResultOf<'data'>> {
  const {calendarOf} = await import('./calendar.js');
  const sends = all ? [...scheduled, ...later] : scheduled;
  const written = await writeAt(place, [calendarOf(sends, host.now())]);
  if (time_zone === null && sends.length > 0) {
    const change = zones().canBeKept ? ' To change that: emk config set timezone Europe/Berlin' : '';
    warn(`The account's time zone is not known, so a calendar shows the times in its own zone.${change}`);
  }
  const sentence = `Wrote ${counted(sends.length, 'scheduled mailing')} to ${place.name}.`;
  return {kind: 'data', data: {path: place.name, rows: sends.length, ...written}, text: '', sentence};
}
