import {command} from '../commands/command.js';
import {CheckError} from '../core/errors.js';

/** `emk agenda`: upcoming mail, for people, and for a cron job that checks that a mailing is scheduled. */
export default command({
  summary: 'Upcoming mail, and anything blocking it',
  details:
    "Shows the scheduled mailings of today and the next days, on the account's clock, with audiences and sizes. Also " +
    'live automations: what they mail, and how long after somebody joins. And what needs attention: unverified ' +
    'senders, empty audiences, overdue mailings, forgotten drafts.\n\nThe service does not say where each contact of an ' +
    'automation is, so nobody can tell who gets its next email. An audience counts everyone on its lists: people on ' +
    'two lists count twice, and some have unsubscribed.\n\n"emk config set timezone" tells emk the account\'s clock.',
  takes: {
    days: {
      type: 'integer',
      value: 'n',
      limits: {min: 0, max: 3660},
      help: 'How many days after today (default: 7); 0 is only today, 1 is today and tomorrow',
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
    'emk agenda --days 1 --fail-if-empty || echo "Please look: no mailing for tomorrow, or no answer."',
  ],
  calls: async () => (await import('./read.js')).mailingReads,
  gives: {document: async () => ({default: (await import('./upcoming.js')).agenda})},
  async run(context, {days = 7, fail_if_empty}) {
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
    const text = agendaInWords(agenda, context.screenWidth);
    return {kind: 'data', data: agenda, text, ...error};
  },
});
