import {againstFirst} from '../../../src/insight/results.js';

/** How many of these screens claim a difference between mailings that in truth are all equal. */
export function falseClaims(screens: number, mailings: number): number {
  const random = seeded(20_261_126 + mailings);
  let claims = 0;
  for (let screen = 0; screen < screens; screen++) {
    const truth = {arrives: 0.9 + random() * 0.1, opens: 0.05 + random() * 0.5, leaves: random() * 0.01};
    const sends = Array.from({length: mailings}, (_, at) => mailing(at, truth, random));
    const verdicts = againstFirst(sends).flatMap(against => Object.values(against ?? {}));
    if (verdicts.includes('differs')) claims++;
  }
  return claims;
}

type Truth = {readonly arrives: number; readonly opens: number; readonly leaves: number};

function mailing(at: number, {arrives, opens, leaves}: Truth, random: () => number) {
  const triggered = 110 + Math.floor(random() * 300);
  const drawn = (of: number, rate: number): number => {
    let count = 0;
    for (let at = 0; at < of; at++) if (random() < rate) count++;
    return count;
  };
  const delivered = drawn(triggered, arrives);
  const [unique_opens, unsubscribes] = [drawn(delivered, opens), drawn(delivered, leaves)];
  const bounces = triggered - delivered;
  const counters = {triggered, delivered, bounces, unique_opens, total_opens: unique_opens, unsubscribes};
  const rates = {
    ...{delivered_rate: delivered / triggered, open_rate: unique_opens / delivered},
    ...{bounce_rate: bounces / triggered, unsubscribe_rate: unsubscribes / delivered},
  };
  return {utr: `u${at}`, single_send_name: `M${at}`, sent_at: '2026-03-01 09:00:00', ...counters, ...rates};
}

/** Random numbers that are the same in every run (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
