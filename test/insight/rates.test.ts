/** Rates and sums: values computed by hand, and what is true for any counters. */
import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {
  type Counters,
  counters,
  countersOfAutomation,
  countersOfSend,
  partsOf,
  rates,
  ratesOf,
  sumOf,
} from '../../src/insight/counters.js';

const send = countersOfSend({
  triggered: 200,
  delivered: 190,
  unique_opens: 57,
  total_opens: 80,
  bounces: 10,
  unsubscribes: 1,
});

describe('rates', () => {
  test('of one mailing', () => {
    expect(ratesOf(send)).toEqual({delivered_rate: 0.95, open_rate: 0.3, bounce_rate: 0.05, unsubscribe_rate: 1 / 190});
  });

  test('of an automation, whose counters have other names', () => {
    const automation = countersOfAutomation({
      total_triggered: 8,
      total_delivered: '8',
      total_unique_opens: 2,
      total_opens: 3,
      total_bounces: 0,
      total_unsubscribe: null,
    });
    expect(ratesOf(automation)).toEqual({delivered_rate: 1, open_rate: 0.25, bounce_rate: 0, unsubscribe_rate: null});
  });

  test('of several come from their sums, not from their rates', () => {
    const small = countersOfSend({triggered: 10, delivered: 10, unique_opens: 10, bounces: 0, unsubscribes: 0});
    const large = countersOfSend({triggered: 990, delivered: 990, unique_opens: 0, bounces: 0, unsubscribes: 0});
    expect(ratesOf(small, large).open_rate).toBe(0.01);
  });

  test('leave out a mailing that lacks the part or the whole', () => {
    const unread = countersOfSend({triggered: 800, delivered: 800});
    expect(ratesOf(send, unread)).toMatchObject({open_rate: 0.3, delivered_rate: 0.99});
    expect(sumOf([send, unread])).toMatchObject({triggered: 1000, delivered: 990, unique_opens: 57});
  });

  test.each([
    ['nothing was sent', {triggered: 0, delivered: 0, unique_opens: 0, bounces: 0, unsubscribes: 0}],
    ['nothing is known', {}],
    ['everything is null', {triggered: null, delivered: null, unique_opens: null, bounces: null}],
    ['the counters are no counts', {triggered: -3, delivered: 'many', unique_opens: 1.5, bounces: Number.NaN}],
  ])('are none where %s', (_, record) => {
    expect(ratesOf(countersOfSend(record))).toEqual({
      delivered_rate: null,
      open_rate: null,
      bounce_rate: null,
      unsubscribe_rate: null,
    });
  });

  test('of mail that all bounced are known where mail was sent, and not where it was not delivered', () => {
    expect(ratesOf(countersOfSend({triggered: 5, delivered: 0, unique_opens: 0, bounces: 5, unsubscribes: 0}))).toEqual(
      {delivered_rate: 0, open_rate: null, bounce_rate: 1, unsubscribe_rate: null},
    );
  });

  test('above all are shown as they are', () => {
    const odd = countersOfSend({triggered: 10, delivered: 10, unique_opens: 15, total_opens: 20});
    expect(ratesOf(odd).open_rate).toBe(1.5);
  });
});

/** Counters from a service that counts correctly, some of them missing. */
const counted = fc
  .tuple(fc.nat(10_000), fc.nat(), fc.nat(), fc.nat(), fc.nat(), fc.nat(), fc.subarray([...counters]))
  .map(([triggered, a, b, c, d, e, left]): Counters => {
    const delivered = a % (triggered + 1);
    const unique = b % (delivered + 1);
    const all = {
      triggered,
      delivered,
      unique_opens: unique,
      total_opens: unique + (c % 100),
      bounces: d % (triggered - delivered + 1),
      unsubscribes: e % (delivered + 1),
    };
    return countersOfSend(Object.fromEntries(Object.entries(all).filter(([name]) => left.includes(name as never))));
  });

test('rates lie between none and all, and totals are sums', {tags: ['long']}, () => {
  fc.assert(
    fc.property(fc.array(counted), mailings => {
      const total = ratesOf(...mailings);
      for (const rate of rates) {
        const value = total[rate];
        const {part, whole} = partsOf[rate];
        const known = mailings.filter(each => each[part] !== undefined && each[whole] !== undefined);
        const wholes = known.reduce((sum, each) => sum + (each[whole] ?? 0), 0);
        if (value === null) expect(wholes).toBe(0);
        else {
          expect(value).toBeGreaterThanOrEqual(0);
          expect(value).toBeLessThanOrEqual(1);
          expect(value * wholes).toBeCloseTo(known.reduce((sum, each) => sum + (each[part] ?? 0), 0));
        }
      }
      for (const counter of counters) {
        const given = mailings.flatMap(each => each[counter] ?? []);
        expect(sumOf(mailings)[counter]).toBe(
          given.length === 0 ? undefined : given.reduce((sum, count) => sum + count, 0),
        );
      }
    }),
  );
});
