/** When a request may go out: by what the service has left. */
import {expect, test} from 'vitest';
import {createPace} from '../../../src/api/client/pace.js';

const START = Date.parse('2026-03-04T12:00:00Z');
const MINUTE = 60_000;
const few = (limit: number, remaining: number) => ({
  'x-ratelimit-limit': String(limit),
  'x-ratelimit-remaining': String(remaining),
});

/** A pace whose waits move the clock. */
function paced(budget = 120_000) {
  const at = {now: START};
  const [waits, told]: [number[], unknown[]] = [[], []];
  const left = {left: budget};
  const pace = createPace({
    ...{budget: left, now: () => new Date(at.now)},
    async sleep(wait) {
      waits.push(wait);
      at.now += wait;
    },
    waiting: (why, wait) => told.push([why, wait]),
  });
  return {pace, at, waits, told, left};
}

test.each([
  [few(60, 6), 1000],
  [few(60, 7), 0],
  [few(5, 1), 12_000],
  [few(5, 2), 0],
  [few(0, 0), 0],
  [{'x-ratelimit-limit': '60'}, 0],
  [{}, 0],
])('an answer with %j asks for %i ms between two requests', async (headers, gap) => {
  const {pace, waits, told} = paced();
  pace.after(headers);
  await pace.before();
  await pace.before();
  expect(waits).toEqual(gap === 0 ? [] : [gap, gap]);
  expect(told).toEqual(waits.map(wait => ['The service allows few more requests for now', wait]));
});

test('what the service has left holds for a minute, and is forgotten when it has more', async () => {
  const {pace, at, waits} = paced();
  pace.after(few(60, 1));
  at.now += MINUTE;
  await pace.before();
  pace.after(few(60, 1));
  pace.after(few(60, 50));
  await pace.before();
  expect(waits).toEqual([]);
});

test('with too little patience left, the service decides', async () => {
  const {pace, waits, left} = paced(400);
  pace.after(few(60, 1));
  await pace.before();
  await pace.before();
  expect([waits, left]).toEqual([[400], {left: 0}]);
});
