import {BACK, type TypedValues} from '../../commands/ask.js';
import type {Context, OwnQuestion} from '../../commands/command.js';
import type {Choice, Found} from '../../prompts/choice.js';
import {settleZone} from '../shared/settle-zone.js';
import {momentInWords, momentOf, wrongMoment} from './when.js';

/**
 * Asks when a mailing is sent. A moment is typed directly into the list, which shows how emk understands it; "now"
 * comes last, because it cannot be undone.
 */
export const askWhen: OwnQuestion = async (context, _, canGoBack) => {
  const {guided} = context.ask;
  await settleZone(context);
  for (;;) {
    const chosen = await guided.pick<TypedValues | 'typed'>('When does it go out?', {
      from: async typed => momentsFor(context, typed.trim()),
      canGoBack,
      help: 'Choose, or type a time such as "tomorrow 18:30".',
      about:
        'Times are on the clock of your account. Until then, "emk cancel" stops the mailing. ' +
        '"Now" mails people at once, and you cannot undo it. emk shows the mailing and asks before it sends anything.',
    });
    if (chosen !== 'typed') return chosen;
    const at = await guided.text('At what time?', {
      problem: text => wrongMoment(context, text),
      help: 'Such as "tomorrow 9am", "in 2 hours" or "2030-05-01 09:00".',
      canGoBack: true,
    });
    if (at !== BACK) return {at: at.trim()};
  }
};

function momentsFor(context: Context, typed: string): Found<TypedValues | 'typed'> {
  const now: Choice<TypedValues> = {name: 'Now, as soon as it is created', value: {now: true}};
  if (typed !== '' && 'now'.startsWith(typed.toLowerCase())) return {choices: [now], more: 0};
  if (typed !== '') {
    const says = wrongMoment(context, typed);
    return {choices: says === undefined ? [momentChoice(context, typed)] : [], more: 0, says};
  }
  const ready = READY.filter(at => wrongMoment(context, at) === undefined).map(at => momentChoice(context, at));
  return {choices: [...ready, {name: 'At a set time…', value: 'typed'}, now], more: 0};
}

/** Suggested if emk can say which day it is for the account. */
const READY = ['tomorrow 9am'];

function momentChoice({host, zones}: Context, at: string): Choice<TypedValues> {
  const moment = momentOf({at}, host.now(), zones());
  return {name: moment ? momentInWords(moment, zones()) : at, note: at, value: {at}};
}
