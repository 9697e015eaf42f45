import {aboutErrors} from '../../checks/options.js';
import {changing, type OnlySome, type OwnQuestion} from '../../commands/command.js';
import {givesCreated} from '../../commands/verbs/create.js';
import {mailing, operations, RUNNING, sendUtr} from '../../endpoints/mailings.js';
import {operations as templates} from '../../endpoints/templates.js';
import {checkingFirst, copyTakes, rescheduleTakes} from './options.js';
import {wrongMoment} from './when.js';

/** Asks for the new moment once its time zone is known. */
const askMoment: OwnQuestion = async context => {
  await (await import('../shared/settle-zone.js')).settleZone(context);
  const at = await context.ask.text('The new time:', {
    help: '"tomorrow 9am", "2030-05-01 09:00", or from the old one: "+7 days", "+2 hours"',
    problem: text => (isCounted(text) ? undefined : wrongMoment(context, text)),
  });
  return {at: at.trim()};
};

/** Whether a moment counts from an earlier one: `+7 days`. */
const isCounted = (text: string): boolean => /^\s*[+-]/.test(text);

/** The mailings that have not begun to go out. */
const waiting = (verb: string): OnlySome => ({
  fits: ({status}) => Number(status) < RUNNING,
  none: `There is nothing to ${verb}: no mailing is scheduled.`,
});

/** `mailings cancel`: deletes an unsent mailing, and keeps a copy. */
export const cancel = changing({
  summary: 'Stop a scheduled mailing, and keep a copy to send later',
  details:
    'The service cannot turn a mailing back into a draft. So emk deletes it there and keeps a copy on this machine: ' +
    '"emk undo" brings it back. A mailing that is going out, or has gone out, cannot be ' +
    'cancelled.',
  takes: {utr: {...sendUtr, onlyWaiting: true as const}},
  args: ['utr'],
  calls: [operations.details, operations.list, operations.delete],
  asks: {only: {utr: waiting('cancel')}},
  examples: ['emk cancel "Autumn preview"', 'emk cancel "Autumn preview" --yes'],
  gives: 'done',
  run: async (context, {utr}) => (await import('./cancel.js')).cancelSend(context, utr),
});

/** `mailings reschedule`: another moment for an unsent mailing. */
export const reschedule = changing({
  summary: 'Move a scheduled mailing to another time',
  details: `emk checks the whole mailing again, and asks first at a terminal. ${aboutErrors}`,
  takes: rescheduleTakes,
  args: ['utr'],
  calls: [operations.details, operations.update],
  asks: {own: {at: askMoment}, only: {utr: waiting('reschedule')}},
  examples: [
    'emk reschedule "Autumn preview" --at "tomorrow 9am"',
    'emk reschedule "Autumn preview" --at "+1 day" --yes',
  ],
  gives: {record: mailing},
  checkFirst: checkingFirst('counted'),
  run: async (context, input) => (await import('./reschedule.js')).rescheduleSend(context, input),
});

/** `mailings copy`: the same mailing again, at another time. */
export const copy = changing({
  summary: 'Send a mailing again at another time',
  details:
    'The copy is called after its new day, and all else stays: give --name and --subject where a date in them is to change. ' +
    'emk shows both before it asks. A copy is checked like any new mailing. ' +
    `${aboutErrors}`,
  takes: copyTakes,
  args: ['utr'],
  calls: [operations.details, templates.list, operations.create, operations.list],
  asks: {own: {at: askMoment}},
  examples: [
    'emk mailings copy "Autumn preview" --at "+7 days"',
    'emk mailings copy "Spring news" --at "2030-06-01 09:00" --name "June news" --subject "News in June"',
  ],
  gives: givesCreated(mailing),
  checkFirst: checkingFirst('counted'),
  run: async (context, input) => (await import('./copy.js')).copySend(context, input),
});
