import {configOf} from '../accounts/save-config.js';
import {type MailingLimits, settings} from '../accounts/settings.js';
import type {RecordOf} from '../api/describe/schema.js';
import type {Context} from '../commands/command.js';
import {audienceOf} from '../endpoints/audience.js';
import type {mailing} from '../endpoints/mailings.js';
import {isMoment} from '../records/dates/clock.js';
import {areOdd, countersOfSend, ratesOf} from '../statistics/counters.js';

/** The last mailing to some of the same lists or segments, with the rates that are above their limits. */
export type LastSend = {
  readonly name: string;
  readonly day: string;
  readonly above: ReadonlyArray<{readonly rate: keyof MailingLimits; readonly value: number; readonly limit: number}>;
};

/** Finds the last mailing to each list or segment of a new one, and keeps those that went above the limits. */
export function startLastSends(context: Pick<Context, 'host' | 'warn'>, to: readonly string[]) {
  const typed = configOf(context).settings['mailing-limits'];
  const limits = settings['mailing-limits'].read(typed ?? settings['mailing-limits'].standard) ?? {};
  // Of few mails a rate says little, so only limits that somebody has set hold for them.
  const least = typed === undefined ? ENOUGH : 1;
  const latest = new Map<string, RecordOf<typeof mailing>>();
  return {
    meet(send: RecordOf<typeof mailing>): void {
      if (!isMoment(send.sent_at) || (countersOfSend(send).triggered ?? 0) < least) return;
      for (const target of audienceOf(send.recipient_id).filter(each => to.includes(each))) {
        if (send.sent_at > String(latest.get(target)?.sent_at ?? '')) latest.set(target, send);
      }
    },
    above: (): readonly LastSend[] =>
      [...new Set(latest.values())].flatMap(send => {
        const above = ratesAbove(send, limits);
        return above.length === 0 ? [] : [{name: send.single_send_name, day: String(send.sent_at).slice(0, 10), above}];
      }),
  };
}

const ENOUGH = 100;

/** The rates above their limits. Numbers that cannot be true are above none. */
function ratesAbove(send: RecordOf<typeof mailing>, limits: MailingLimits): LastSend['above'] {
  const counters = countersOfSend(send);
  if (areOdd(counters)) return [];
  const rates = ratesOf(counters);
  return (['bounce_rate', 'unsubscribe_rate'] as const).flatMap(rate => {
    const [value, limit] = [rates[rate], limits[rate]];
    return value !== null && limit !== undefined && value > limit ? [{rate, value, limit}] : [];
  });
}
