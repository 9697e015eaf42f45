/** When a request may go out: by the user's rate, by what the service has left, and by what other runs learned. */
import {expect, test} from 'vitest';
import {createPace, type Limits} from '../../../src/api/client/pace.js';

const START = Date.parse('2026-03-04T12:00:00Z');
const MINUTE = 60_000;
const few = (limit: number, remaining: number) => ({
  'x-ratelimit-limit': String(limit),
  'x-ratelimit-remaining': String(remaining),
});

/** A pace whose waits move the clock, with what the board said and what was written on it. */
function paced({
  budget = 120_000,
  rate = 0,
  board,
  stands = false,
}: {
  readonly budget?: number;
  readonly rate?: number;
  readonly board?: Limits | undefined;
  /** Whether the clock stands still while emk waits. */
  readonly stands?: boolean;
} = {}) {
  const at = {now: START};
  const [waits, told, written]: [number[], unknown[], Limits[]] = [[], [], []];
  const left = {left: budget};
  let opened = 0;
  const pace = createPace({
    ...{budget: left, rate, now: () => new Date(at.now)},
    async sleep(wait) {
      waits.push(wait);
      if (!stands) at.now += wait;
    },
    waiting: (why, wait) => told.push([why, wait]),
    board: async () => {
      opened++;
      return board && {read: () => board, write: limits => void written.push(limits)};
    },
  });
  return {pace, at, waits, told, written, left, opened: () => opened};
}

test('a chosen rate spaces the requests, costs no patience and needs no word', async () => {
  const {pace, at, waits, told, left} = paced({rate: 2});
  await pace.before();
  at.now += 100;
  await pace.before();
  await pace.before();
  at.now += 5000;
  await pace.before();
  await pace.before();
  expect([waits, told, left]).toEqual([[400, 500, 500], [], {left: 120_000}]);
});

test('a clock that stands still or goes back makes nobody wait twice', async () => {
  const {pace, at, waits} = paced({rate: 2, stands: true});
  for (const _ of [1, 2, 3]) await pace.before();
  at.now -= MINUTE;
  await pace.before();
  expect(waits).toEqual([500, 500, 500]);
  const near = paced({stands: true});
  near.pace.after(few(60, 1));
  for (const _ of [1, 2, 3]) await near.pace.before();
  expect(near.waits).toEqual([1000, 1000, 1000]);
});

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
  const {pace, at, waits, written} = paced({board: {seen: 0, until: 0, gap: 0, next: 0}});
  await pace.before();
  pace.after(few(60, 50));
  expect(written).toEqual([]);
  pace.after(few(60, 1));
  at.now += MINUTE - 1;
  await pace.before();
  at.now += MINUTE;
  await pace.before();
  expect(waits).toEqual([]);
  pace.after(few(60, 1));
  pace.after(few(60, 50));
  expect(written.at(-1)).toEqual({seen: at.now, until: 0, gap: 0, next: 0});
  await pace.before();
  expect(waits).toEqual([]);
});

test('a turn that was given out stays given when another answer comes', async () => {
  const {pace, waits, at} = paced({stands: true});
  pace.after(few(60, 1));
  await pace.before();
  await pace.before();
  at.now += 2000;
  pace.after(few(60, 1));
  await pace.before();
  expect(waits).toEqual([1000, 1000, 1000]);
});

test('a wait that the service asked of this run is left to its retries, and another run keeps it', async () => {
  const {pace, waits, written} = paced({board: {seen: 0, until: 0, gap: 0, next: 0}});
  await pace.before();
  pace.after({'retry-after': '7'});
  expect(written).toEqual([{seen: START, until: START + 7000, gap: 0, next: 0}]);
  await pace.before();
  expect(waits).toEqual([]);
  const other = paced({board: {seen: START, until: START + 7000, gap: 0, next: 0}});
  await other.pace.before();
  expect(other.told).toEqual([['The service asked another emk to wait', 7000]]);
  expect([other.waits, other.left, other.opened()]).toEqual([[7000], {left: 113_000}, 1]);
});

test('with too little patience left, the service decides', async () => {
  const asked = paced({budget: 6999, board: {seen: START, until: START + 7000, gap: 0, next: 0}});
  await asked.pace.before();
  expect([asked.waits, asked.left]).toEqual([[], {left: 6999}]);
  const just = paced({budget: 7000, board: {seen: START, until: START + 7000, gap: 0, next: 0}});
  await just.pace.before();
  expect([just.waits, just.left]).toEqual([[7000], {left: 0}]);
  const slow = paced({budget: 400});
  slow.pace.after(few(60, 1));
  await slow.pace.before();
  await slow.pace.before();
  expect([slow.waits, slow.left]).toEqual([[400], {left: 0}]);
});

test.each([
  ['plausible ones', {seen: START + 5000, until: START + 3000, gap: 0, next: 0}, 3000],
  ['those of a clock that is ahead', {seen: START + 5001, until: START + 3000, gap: 0, next: 0}, 0],
  ['an hour', {seen: START, until: START + 60 * MINUTE, gap: 0, next: 0}, 60 * MINUTE],
  ['more than an hour', {seen: START, until: START + 60 * MINUTE + 1, gap: 0, next: 0}, 0],
  ['a minute between two', {seen: START, until: 0, gap: MINUTE, next: START + 2000}, 2000],
  ['more than a minute between two', {seen: START, until: 0, gap: MINUTE + 1, next: START + 2000}, 0],
  ['a turn in an hour', {seen: START, until: 0, gap: 1, next: START + 60 * MINUTE}, 60 * MINUTE],
  ['a turn after more than an hour', {seen: START, until: 0, gap: 1, next: START + 60 * MINUTE + 1}, 0],
] as const)('of the limits on the board, %s count as they should', async (_, board, wait) => {
  const {pace, waits} = paced({budget: 90 * MINUTE, board});
  await pace.before();
  expect(waits).toEqual(wait === 0 ? [] : [wait]);
});

test('the later of two limits counts, and a turn whoever gave it out', async () => {
  const board = {seen: START + 1, until: 0, gap: 3000, next: 0};
  const {pace, waits, written} = paced({board});
  await pace.before();
  expect(written).toEqual([{seen: START + 1, until: 0, gap: 3000, next: START + 3000}]);
  await pace.before();
  expect(waits).toEqual([3000]);
  const older = paced({board: {seen: START - 5, until: 0, gap: 3000, next: START + 1500}});
  await older.pace.before();
  older.pace.after(few(60, 1));
  const [last] = older.written.slice(-1);
  expect(last).toMatchObject({gap: 1000, seen: START + 1500});
});

test.each([
  ['given out by a run that is slowed down', 1000, 10_000],
  ['left from when nothing was slow', 0, 1000],
])('a turn that is %s counts as it should when an answer asks for more time', async (_, gap, next) => {
  const {pace, written} = paced({budget: 0, board: {seen: START, until: 0, gap, next: START + 9000}});
  await pace.before();
  pace.after(few(60, 1));
  expect(written.at(-1)).toEqual({seen: START, until: 0, gap: 1000, next: START + next});
});
