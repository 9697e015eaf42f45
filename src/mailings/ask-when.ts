import {toZone, withProfileChange, zoneHere} from '../accounts/profile-settings.js';
import {changeConfig} from '../accounts/store.js';
import type {Ask} from '../change/ask.js';
import type {Context} from '../change/context.js';
import type {OwnQuestion} from '../commands/command.js';
import {wrongMoment} from './moment.js';

/** Asks when a mailing is sent: "now" must be typed, because it cannot be undone. The card shows how emk understands it. */
export const askWhen: OwnQuestion = async (context, _given, {at: earlier}) => {
  await settleZone(context);
  const text = await context.ask.text('When does it go out?', {
    initial: earlier === undefined ? undefined : String(earlier),
    help: 'now, or a time such as "tomorrow 18:30"',
    problem: typed => (isNow(typed) ? undefined : wrongMoment(context, typed.trim())),
  });
  return isNow(text) ? {now: true} : {at: text.trim()};
};

const isNow = (text: string): boolean => text.trim().toLowerCase() === 'now';

/**
 * Asks for the time zone of the account when a moment needs it for the first time, and keeps it with the profile. Only
 * the service's account page shows it.
 */
export async function settleZone(context: Context): Promise<void> {
  const {ask, globals, host, notice} = context;
  if (!ask.possible || globals.yes || globals.dryRun || asked.has(ask)) return;
  const {source, name} = await context.account();
  if (source !== 'profile' || context.zones().service !== undefined) return;
  asked.add(ask);
  const timezone = await askZone(context);
  if (timezone === undefined) return;
  await changeConfig(host, now => withProfileChange(now, name, {timezone}));
  notice(`emk reads times of this account in ${timezone} from now on. To change that: emk config set timezone ZONE`, {
    kind: 'zone',
    timezone,
  });
}

/** The runs that have asked: a person who does not know the zone is not asked twice. */
const asked = new WeakSet<Ask>();

/** Suggests this machine's time zone as the account's, which only the service's web page shows. */
async function askZone({ask, host}: Context): Promise<string | undefined> {
  const here = zoneHere(host.env);
  if (await ask.confirm(`Does your account page show times in ${here}, like this machine?`, {standard: true}))
    return here;
  const text = await ask.text(
    'The time zone your account page shows, such as Europe/Berlin or UTC ("?" if you don\'t know):',
    {
      problem: typed =>
        isUnknown(typed) || toZone(typed.trim()) ? undefined : `"${typed.trim()}" is not a time zone.`,
    },
  );
  return isUnknown(text) ? undefined : toZone(text.trim());
}

const isUnknown = (text: string): boolean => text.trim() === '?';
