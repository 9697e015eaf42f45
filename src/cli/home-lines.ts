import type {Context} from '../commands/command.js';
import {sentMomentInWords} from '../records/dates/spoken-words.js';
import type {Agenda, Planned} from '../report/agenda.schema.js';
import {audiencesInWords} from '../report/agenda-text.js';
import {mostUrgent} from '../report/attention.js';
import {clockOf} from '../report/clock.js';
import {makeAgenda} from '../report/make-agenda.js';
import {readMailings} from '../report/read-mailings.js';

/** The next mailings and what needs attention, short enough to leave room for the choices below. */
export async function todayInLines(context: Context): Promise<readonly string[]> {
  const agenda = makeAgenda(await readMailings(context), clockOf(context), DAYS);
  return [nextInWords(agenda), ...attentionInLines(agenda)];
}

function nextInWords({under_way, scheduled, later}: Agenda): string {
  const [now] = under_way;
  const [next] = [...scheduled, ...later];
  if (now) return `Going out now: ${sendInWords(now)}`;
  return next ? `Next: ${sentMomentInWords(next.moment ?? '')}, ${sendInWords(next)}` : 'Nothing is scheduled.';
}

const sendInWords = ({single_send_name, to}: Planned): string => `"${single_send_name}" to ${audiencesInWords(to)}`;

function attentionInLines({attention}: Agenda): string[] {
  const {shown, more} = mostUrgent(attention);
  if (shown.length === 0) return [];
  const hidden = more + shown.length - SHOWN;
  return [
    `Needs attention${hidden > 0 ? ` (and ${hidden} more: emk agenda)` : ''}`,
    ...shown.slice(0, SHOWN).map(({level, says}) => `  ${level === 'error' ? '✗' : '!'} ${says}`),
  ];
}

const SHOWN = 3;

const DAYS = 7;
