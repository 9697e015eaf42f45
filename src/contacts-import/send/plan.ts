import type {Checked, GoodRow} from '../file/contract.js';
import {covers, type LineRuns, type Placed} from '../journal/line-runs.js';
import type {AddressCounts} from './address-counts.js';

/** A row that is to be sent, and whether the row before it in the file is not. */
export type PlannedRow = GoodRow & Placed;

/** What becomes of the good rows of a file. */
export type Plan = Readonly<Record<Fate, number>>;

/** `earlier` rows were sent by an earlier run of the same import. */
export type Fate = 'send' | 'listed' | 'unsubscribed' | 'leftGroup' | 'earlier';

/** What decides a row's fate. */
export type Grounds = {
  readonly listed: AddressCounts;
  readonly unsubscribed: Unsubscribed;
  readonly earlier: LineRuns;
};

/** Addresses that get no mail at all, and those that left one kind of mail only. */
export type Unsubscribed = {readonly fully: AddressCounts; readonly fromGroup: AddressCounts};

/** What is to become of a row. Who left stays away even from a list that a row of the file would bring them back to. */
export function fateOf(
  {line, address}: Pick<GoodRow, 'line' | 'address'>,
  {listed, unsubscribed, earlier}: Grounds,
): Fate {
  if (covers(earlier, line)) return 'earlier';
  if (listed.of(address) > 0) return 'listed';
  if (unsubscribed.fully.of(address) > 0) return 'unsubscribed';
  return unsubscribed.fromGroup.of(address) > 0 ? 'leftGroup' : 'send';
}

/** Counts the fates of a file's good rows. Where nothing speaks against any of them, they need not be looked at. */
export function makePlan({good, goodAddresses}: Pick<Checked, 'good' | 'goodAddresses'>, grounds: Grounds): Plan {
  const plan = {send: 0, listed: 0, unsubscribed: 0, leftGroup: 0, earlier: 0};
  const {listed, unsubscribed, earlier} = grounds;
  if (listed.size + unsubscribed.fully.size + unsubscribed.fromGroup.size + earlier.length === 0)
    return {...plan, send: good};
  for (const row of goodAddresses()) plan[fateOf(row, grounds)]++;
  return plan;
}

/** The rows to send, in the file's order. */
export async function* rowsToSend(
  rows: AsyncIterable<readonly GoodRow[]>,
  grounds: Grounds,
): AsyncIterable<readonly PlannedRow[]> {
  let gap = false;
  for await (const batch of rows) {
    const planned: PlannedRow[] = [];
    for (const row of batch) {
      const send = fateOf(row, grounds) === 'send';
      if (send) planned.push({...row, gap});
      gap = !send;
    }
    if (planned.length > 0) yield planned;
  }
}
