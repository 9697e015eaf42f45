import {expect, test} from 'vitest';
import {createPace} from '../../src/api/client/pace.js';
import {steadyClock} from '../../src/core/system/host.js';

const DAY = 86_400_000;

test('a clock that is set meanwhile does not change how much has passed', () => {
  let [wall, elapsed] = [Date.parse('2026-03-04T12:00:00Z'), 500];
  const now = steadyClock({now: () => new Date(wall), elapsed: () => elapsed});
  expect(now().toISOString()).toBe('2026-03-04T12:00:00.000Z');
  elapsed += 1500;
  wall -= DAY;
  expect(now().toISOString()).toBe('2026-03-04T12:00:01.500Z');
  wall += 2 * DAY;
  expect(now().toISOString()).toBe('2026-03-04T12:00:01.500Z');
});

test.each([DAY, -DAY])('a pace that was learnt before a clock was set by %i holds no request up', async by => {
  let [wall, elapsed] = [Date.parse('2026-03-04T12:00:00Z'), 0];
  const waits: number[] = [];
  const pace = createPace({
    budget: {left: 120_000},
    sleep: async milliseconds => {
      waits.push(milliseconds);
      elapsed += milliseconds;
    },
    waiting: () => undefined,
    now: steadyClock({now: () => new Date(wall), elapsed: () => elapsed}),
  });
  pace.after({'x-ratelimit-limit': '60', 'x-ratelimit-remaining': '1'});
  wall += by;
  await pace.before();
  await pace.before();
  expect(waits).toEqual([1000, 1000]);
});
