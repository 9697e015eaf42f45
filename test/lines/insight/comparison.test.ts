/** Mailings side by side, and the words about their differences; contradicting or missing counters. */
import {describe, expect, test} from 'vitest';
import {utrOf, withSends} from './given-counters.js';

const sent = (triggered: number, delivered: number, unique_opens: number, bounces: number) => ({
  ...{triggered, delivered, unique_opens, bounces},
  total_opens: unique_opens,
  unsubscribes: 0,
});
const many = [sent(1000, 1000, 300, 0), sent(1000, 1000, 245, 0), sent(1000, 1000, 299, 0)];
const two = `${utrOf(1)} ${utrOf(2)}`;

describe('--compare', () => {
  test('shows the named in their order, and says what chance has to do with it in one sentence', async () => {
    const {stdout, stderr} = await withSends(many, `mailings results --compare ${two}`);
    expect(stdout).toMatch(/Send 1 .* 30\.0% .*\nSend 2 .* 24\.5% /);
    expect(stderr).toBe(
      'The open rate of "Send 2" (24.5%, against 30.0%) differs from that of "Send 1" by more than chance explains; anything else may be chance.\n',
    );
  });

  test('holds each of several against the first, and asks more of a difference then', async () => {
    const verdicts = async (sends: readonly object[], utrs: string) => {
      const {stdout} = await withSends(sends, `mailings results --compare ${utrs} -o json`);
      return JSON.parse(stdout).map(({against_first}: {against_first: object | null}) => against_first);
    };
    const same = {delivered_rate: 'too few', bounce_rate: 'too few', unsubscribe_rate: 'too few'};
    const may = {...same, open_rate: 'may be chance'};
    expect(await verdicts(many, `${two} ${utrOf(3)}`)).toEqual([null, may, may]);
    const close = [sent(1000, 1000, 300, 0), sent(1000, 1000, 248, 0), sent(1000, 1000, 300, 0)];
    expect(await verdicts(close, two)).toEqual([null, {...same, open_rate: 'differs'}]);
    expect(await verdicts(close, `${two} ${utrOf(3)}`)).toEqual([null, may, may]);
  });

  test('says so where chance may explain everything', async () => {
    const {stderr} = await withSends(many, `mailings results --compare ${utrOf(1)} ${utrOf(3)}`);
    expect(stderr).toBe('Chance alone may explain every difference of rates here.\n');
  });

  test('tells nothing of what was never sent, and too little of what was sent to few', async () => {
    const few = [sent(3, 3, 3, 0), sent(3, 3, 0, 0), sent(0, 0, 0, 0)];
    const line = `mailings results --compare ${two} ${utrOf(3)}`;
    expect((await withSends(few, line)).stderr).toContain('Too few people to say');
    const [, small, nothing] = JSON.parse((await withSends(few, `${line} -o json`)).stdout);
    expect([small.against_first.open_rate, nothing.against_first.open_rate]).toEqual(['too few', null]);
  });

  test('fails if a limit is broken too', async () => {
    const limit = ['--fail-if', 'open_rate<26%'];
    const {code} = await withSends(many, ['mailings', 'stats', '--compare', ...two.split(' '), ...limit]);
    expect(code).toBe(10);
  });
});

describe('counters', () => {
  test('that do not fit together are shown with their rates', async () => {
    const {stdout, code} = await withSends([{...sent(10, 10, 15, 3), total_opens: 15}], 'mailings results');
    expect(code).toBe(0);
    expect(stdout).toMatch(/ 150\.0% +30\.0% /);
  });

  test('that a list does not give are n/a', async () => {
    const {stdout} = await withSends([many[0] ?? {}, {}, {delivered: null}], 'mailings results -o json');
    expect(JSON.parse(stdout)[1]).toMatchObject({triggered: null, delivered: null, open_rate: null});
  });
});
