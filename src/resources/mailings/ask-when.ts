import type {TypedValues} from '../../ask/terminal/ask.js';
import type {Choice} from '../../ask/terminal/choices.js';
import type {Context, OwnQuestion} from '../../commands/command.js';
import {settleZone} from '../shared/settle-zone.js';
import {momentInWords, momentOf, wrongMoment} from './when.js';

/**
 * Asks when a mailing is sent. A moment is typed directly into the list, which shows how emk understands it; "now"
 * comes last, because it cannot be undone.
 */
export const askWhen: OwnQuestion = async context => {
  await settleZone(context);
  return context.ask.pick('When does it go out?', typed => momentsFor(context, typed.trim()), {
    help: 'type a time such as "tomorrow 18:30"',
  });
};

function momentsFor(context: Context, typed: string): readonly Choice<TypedValues>[] | string {
  const now: Choice<TypedValues> = {name: 'Now, as soon as it is created', value: {now: true}};
  if (typed !== '' && 'now'.startsWith(typed.toLowerCase())) return [now];
  if (typed !== '') return wrongMoment(context, typed) ?? [momentChoice(context, typed)];
  const ready = READY.filter(at => wrongMoment(context, at) === undefined).map(at => momentChoice(context, at));
  return [...ready, now];
}

/** Suggested if emk can say which day it is for the account. */
const READY = ['tomorrow 9am'];

function momentChoice({host, zones}: Context, at: string): Choice<TypedValues> {
  const moment = momentOf({at}, host.now(), zones());
  return {name: moment ? momentInWords(moment, zones()) : at, note: at, value: {at}};
}
