import {toZone, withProfileChange} from '../accounts/profile-settings.js';
import {changeConfig} from '../accounts/store.js';
import type {Context} from '../change/context.js';
import type {OwnQuestion} from '../commands/command.js';
import {wrongMoment} from './moment.js';

/** Asks when a mailing is sent: "now" must be typed, because it cannot be undone. The card shows how emk understands it. */
export const askWhen: OwnQuestion = async context => {
  await settleZone(context);
  // "tomorrow" is a day of the account's zone.
  const example = context.zones().service === undefined ? '2030-05-01 18:30' : 'tomorrow 18:30';
  const text = await context.ask.text('When does it go out?', {
    help: `now, or a time such as "${example}"`,
    problem: typed => (isNow(typed) ? undefined : wrongMoment(context, typed.trim())),
  });
  return isNow(text) ? {now: true} : {at: text.trim()};
};

const isNow = (text: string): boolean => text.trim().toLowerCase() === 'now';

/** Asks for the account's time zone when a moment first needs it, and keeps it. Only the service's account page shows it. */
export async function settleZone(context: Context): Promise<void> {
  const {ask, globals, host} = context;
  if (!ask.possible || globals.yes || globals.dryRun) return;
  const {source, name} = await context.account();
  if (source !== 'profile' || context.zones().service !== undefined) return;
  const text = await ask.text('The time zone your account page shows:', {
    initial: zoneHere(host.env),
    problem: typed => (toZone(typed.trim()) ? undefined : `"${typed.trim()}" is no time zone, such as Europe/Berlin.`),
  });
  await changeConfig(host, now => withProfileChange(now, name, {timezone: toZone(text.trim())}));
}

const zoneHere = (env: Readonly<Record<string, string | undefined>>): string =>
  toZone(env['TZ'] ?? '') ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
