import {DAY} from '../core/words/calendar.js';
import {andList, plural} from '../core/words/sentence.js';
import {shellWord} from '../core/words/shell-word.js';
import {audienceOf} from '../endpoints/audience.js';
import {isLive} from '../endpoints/automations.js';
import {RUNNING} from '../endpoints/mailings.js';
import {isVerified} from '../endpoints/senders.js';
import {isOverdue, momentAsSent, START_DELAY} from '../mailings/moment.js';
import {fromSent, inZone} from '../records/dates/clock.js';
import {dayInWords, sentMomentInWords} from '../records/dates/words.js';
import {error, warning} from '../records/fields/finding.js';
import type {Finding} from '../records/fields/finding.schema.js';
import {type Clock, monthInWords} from './months.js';
import type {Mailings, Send} from './read.js';
import type {Concern} from './shapes.js';

/**
 * The state of a mailing: `coming` in the future; `due` should start now; `late` should have been sent and was not;
 * `forgotten` should have been sent at once long ago; `unset` is scheduled without a moment.
 */
type SendState = 'coming' | 'due' | 'running' | 'late' | 'forgotten' | 'unset' | 'done';

/** The state of a mailing. Without the account's zone, it is late only if its moment is past in every zone. */
export function sendState(send: Send, {zones, shown, now}: Clock): SendState {
  const status = Number(send.status);
  if (status === RUNNING) return 'running';
  if (status > RUNNING) return 'done';
  if (Number(send.schedule_type) !== 1) {
    return now.getTime() - Date.parse(send.updated_at) > START_DELAY ? 'forgotten' : 'due';
  }
  const {schedule_date, schedule_time} = send;
  const moment = {schedule_type: 1, schedule_date, schedule_time} as const;
  const at = fromSent(momentAsSent(moment));
  if (Number.isNaN(at) || schedule_date?.startsWith('0000')) return 'unset';
  if (isOverdue({...moment, status}, now, zones)) return 'late';
  return at > shown || zones.service === undefined ? 'coming' : 'due';
}

/** What a person should look at, errors first: each keeps mail from being sent as planned. */
export function concernsOf(mailings: Mailings, clock: Clock): readonly Concern[] {
  const leaving = leavingOf(mailings, clock);
  const found: readonly Concern[] = [
    ...sendConcerns(mailings, clock),
    ...senderConcerns(leaving, mailings),
    ...leaving.flatMap(each => [...audienceConcern(each, mailings)]),
    ...automationConcerns(mailings, clock),
  ];
  return [...found.filter(({level}) => level === 'error'), ...found.filter(({level}) => level === 'warning')];
}

const sendConcerns = ({sends}: Mailings, clock: Clock): Concern[] =>
  sends.flatMap(send => sayings[sendState(send, clock)]?.(send, clock) ?? []);

const sayings: {readonly [state in SendState]?: (send: Send, clock: Clock) => Concern} = {
  late: ({single_send_name: name, schedule_date, schedule_time}) =>
    error(
      'send-late',
      `"${name}" should have gone out on ${sentMomentInWords(`${schedule_date} ${schedule_time}`)}, but the service has not sent it.`,
      `Check it, and give it a new time: emk mailings update ${shellWord(name)} --at "2030-05-01 09:00"`,
    ),
  unset: ({single_send_name: name}) =>
    warning(
      'send-without-moment',
      `"${name}" is scheduled, but has no time.`,
      `Give it one: emk mailings update ${shellWord(name)} --at "2030-05-01 09:00"`,
    ),
  forgotten: ({single_send_name: name, updated_at}, clock) => ({
    ...warning(
      'send-forgotten',
      `"${name}" has not gone out, and nobody has touched it since ${since(updated_at, clock)}.`,
      `Send it, or delete it: emk mailings delete ${shellWord(name)}`,
    ),
    draft: {name, month: updated_at.slice(0, 7)},
  }),
};

/** Something that will be sent, with its sender and audience. */
type Leaving = {readonly what: string; readonly sender: number; readonly to: readonly string[] | undefined};

function leavingOf({sends, automations, emails}: Mailings, clock: Clock): readonly Leaving[] {
  const toLeave: readonly SendState[] = ['coming', 'due', 'running', 'late'];
  return [
    ...sends
      .filter(send => toLeave.includes(sendState(send, clock)))
      .map(({single_send_name: name, sender_id, recipient_id}) => ({
        what: `"${name}"`,
        sender: Number(sender_id),
        to: audienceOf(recipient_id),
      })),
    ...automations.filter(isLive).flatMap(({automation_name: name, utr}) =>
      (emails.get(utr) ?? []).map(({sender_id}) => ({
        what: `the automation "${name}"`,
        sender: Number(sender_id),
        to: undefined,
      })),
    ),
  ];
}

/** Concerns about senders, each once with everything that they will send. */
function* senderConcerns(leaving: readonly Leaving[], {senders}: Mailings): Generator<Finding> {
  for (const id of new Set(leaving.map(({sender}) => sender))) {
    const sender = senders.get(id);
    if (sender && isVerified(sender)) continue;
    const what = [...new Set(leaving.filter(each => each.sender === id).map(each => each.what))];
    const leaves = `${andList(what)} ${plural(what.length, 'leaves', 'leave')}`;
    yield sender
      ? error(
          'sender-verified',
          `${leaves} from ${sender.from_email}, which is not verified.`,
          `To send the verification mail again: emk senders verify ${id}`,
        )
      : error(
          'sender-exists',
          `${leaves} from sender ${id}, which is not in the account.`,
          'Choose another sender. To see the senders: emk senders list',
        );
  }
}

function* audienceConcern({what, to}: Leaving, {audiences}: Mailings): Generator<Finding> {
  if (to === undefined) return;
  const found = to.map(target => audiences.get(target));
  const hint = 'Choose who gets it with "emk mailings update".';
  if (to.length > 0 && found.every(audience => audience === undefined)) {
    yield error('audience-exists', `${what} goes to ${andList(to)}, which the account does not have.`, hint);
  } else if (found.every(audience => audience?.people === 0)) {
    const names = found.map(audience => audience?.name ?? '');
    const where = names.length === 0 ? 'nobody' : `${andList(names)}, where there is nobody`;
    yield error('audience-empty', `${what} goes to ${where}.`, hint);
  }
}

/** Concerns about live automations without emails, and about drafts, which were never live, untouched for long. */
function* automationConcerns({automations, emails}: Mailings, clock: Clock): Generator<Concern> {
  for (const automation of automations) {
    const {automation_name: name, utr, updated_at, live_at} = automation;
    if (isLive(automation)) {
      if ((emails.get(utr) ?? []).length > 0) continue;
      yield warning(
        'automation-without-emails',
        `The automation "${name}" is live and has no emails.`,
        `Add one: emk automations emails add --automation ${shellWord(name)}`,
      );
    } else if (!wasLive(live_at) && clock.now.getTime() - Date.parse(updated_at) >= FORGOTTEN) {
      const says = `The automation "${name}" is a draft that nobody has touched since ${since(updated_at, clock)}.`;
      const hint = `To see whether it can start: emk automations check ${shellWord(name)}. Or delete it.`;
      yield {...warning('automation-forgotten', says, hint), draft: {name, month: updated_at.slice(0, 7)}};
    }
  }
}

const wasLive = (live_at: unknown): boolean => typeof live_at === 'string' && !Number.isNaN(fromSent(live_at));

/** From this age on, a draft looks forgotten. */
const FORGOTTEN = 14 * DAY;

const since = (timestamp: string, {zone}: Clock): string => {
  const at = Date.parse(timestamp);
  return Number.isNaN(at) ? 'a time that the service does not say' : dayInWords(inZone(at, zone).getTime());
};

/** What a person should look at first, and how much more there is. */
type Attention = {readonly shown: readonly Finding[]; readonly more: number};

/** The five most important things. Untouched drafts count as one, because one decision settles them all. */
export function mostUrgent(concerns: readonly Concern[]): Attention {
  const drafts = concerns.filter(({draft}) => draft !== undefined);
  const others = concerns.filter(({draft}) => draft === undefined);
  const all = drafts.length < 2 ? concerns : [...others, together(drafts)];
  return {shown: all.slice(0, MOST), more: Math.max(0, all.length - MOST)};
}

function together(concerns: readonly Concern[]): Finding {
  const drafts = concerns.flatMap(({draft}) => draft ?? []);
  const last = drafts.reduce((month, draft) => (draft.month > month ? draft.month : month), '');
  const names = drafts.slice(0, MOST_NAMED).map(({name}) => `"${name}"`);
  const rest = drafts.length - names.length;
  return warning(
    'drafts-forgotten',
    `${drafts.length} drafts nobody has touched since ${monthInWords(last)}: ${andList(rest > 0 ? [...names, `${rest} more`] : names)}.`,
    'Send them or delete them; emk agenda has the command for each.',
  );
}

const MOST = 5;
const MOST_NAMED = 4;
