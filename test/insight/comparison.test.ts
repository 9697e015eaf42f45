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
  test('sets two side by side, and says what chance has to do with it', async () => {
    const {stdout, stderr} = await withSends(many, `mailings results --compare ${two}`);
    expect(stdout.split('\n').map(line => line.trimEnd())).toEqual([
      'Measure           Send 1  Send 2  Difference   Chance',
      'Mails             1000    1000    0',
      'Delivered         1000    1000    0',
      'Opened            300     245     -55',
      'Opens             300     245     -55',
      'Bounced           0       0       0',
      'Unsubscribed      0       0       0',
      'Delivery rate     100.0%  100.0%  0.0 points   the same',
      'Open rate         30.0%   24.5%   -5.5 points  differs',
      'Bounce rate       0.0%    0.0%    0.0 points   the same',
      'Unsubscribe rate  0.0%    0.0%    0.0 points   the same',
      '',
    ]);
    expect(stderr).toBe(
      'The open rate of "Send 2" (24.5%, against 30.0%) differs from that of "Send 1" by more than chance explains; anything else may be chance.\n',
    );
  });

  test('sets each of several against the first, and asks more of a difference then', async () => {
    const {stdout} = await withSends(many, `mailings results --compare ${two} ${utrOf(3)} -o json`);
    const open = JSON.parse(stdout).find(({measure}: {measure: string}) => measure === 'open_rate');
    expect(open.values).toEqual({[utrOf(1)]: 0.3, [utrOf(2)]: 0.245, [utrOf(3)]: 0.299});
    expect(open.against_first).toEqual({
      [utrOf(2)]: {difference: expect.closeTo(-0.055), verdict: 'may be chance'},
      [utrOf(3)]: {difference: expect.closeTo(-0.001), verdict: 'may be chance'},
    });
    const close = [sent(1000, 1000, 300, 0), sent(1000, 1000, 248, 0), sent(1000, 1000, 300, 0)];
    const told = async (utrs: string) => (await withSends(close, `mailings results --compare ${utrs} -o csv`)).stdout;
    expect(await told(two)).toMatch(/^open_rate,0\.3,0\.248,-0\.05\d+,differs$/m);
    expect(await told(`${two} ${utrOf(3)}`)).toMatch(
      /^open_rate,0\.3,0\.248,-0\.05\d+,may be chance,0\.3,0,the same$/m,
    );
  });

  test('tells nothing of what was never sent, and too little of what was sent to few', async () => {
    const few = [sent(3, 3, 3, 0), sent(3, 3, 0, 0), sent(0, 0, 0, 0)];
    const {stdout, stderr} = await withSends(few, `mailings results --compare ${two} ${utrOf(3)}`);
    expect(stdout).toMatch(/^Open rate +100\.0% +0\.0% +-100\.0 points +too few +n\/a *$/m);
    expect(stderr).toContain('Too few people to say');
  });

  test('keeps apart sends of the same name, and those called as a column is', async () => {
    const twins = [
      {...many[0], single_send_name: 'May'},
      {...many[1], single_send_name: 'May'},
    ];
    expect((await withSends(twins, `mailings results --compare ${two} -o csv`)).stdout).toMatch(
      /^measure,May,May \(2\),difference,chance\n/,
    );
    const odd = [
      {...many[0], single_send_name: 'measure'},
      {...many[1], single_send_name: 'difference'},
    ];
    expect((await withSends(odd, `mailings results --compare ${two} -o csv`)).stdout).toMatch(
      /^measure,measure \(2\),difference \(2\),difference,chance\n/,
    );
  });

  test('fails if a limit is broken too', async () => {
    const {code} = await withSends(many, [
      'mailings',
      'stats',
      '--compare',
      ...two.split(' '),
      '--fail-if',
      'open_rate<26%',
    ]);
    expect(code).toBe(10);
  });
});

describe('counters', () => {
  test('that do not fit together are shown with their rates, and said', async () => {
    const {stdout, stderr, code} = await withSends([{...sent(10, 10, 15, 3), total_opens: 15}], 'mailings results');
    expect(code).toBe(0);
    expect(stdout).toMatch(/ 150\.0% +30\.0% /);
    expect(stderr).toBe('The numbers of "Send 1" cannot all be true. emk shows them as sent.\n');
  });

  test('that a list does not give are n/a, and the way to get them is said', async () => {
    const {stdout, stderr} = await withSends([many[0] ?? {}, {}, {delivered: null}], 'mailings results -o json');
    expect(JSON.parse(stdout)[1]).toMatchObject({triggered: null, delivered: null, open_rate: null});
    expect(JSON.parse(stderr)).toEqual({
      notice: {
        kind: 'said',
        text: 'The service gave no numbers for 2 of 3 mailings. Name them, and emk reads each one separately.',
      },
    });
  });

  test('that are odd in many sends do not fill the screen', async () => {
    const {stderr} = await withSends(
      Array.from({length: 30}, () => sent(1, 2, 0, 0)),
      'mailings results -o md',
    );
    expect(stderr).toBe('The numbers of "Send 1" and 29 others cannot all be true. emk shows them as sent.\n');
  });
});
