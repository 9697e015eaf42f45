import {forEachRecord} from '../../api/answers/record-sources.js';
import type {Door, Reason} from '../../who-left/door.js';
import {type Names, nameAlso, noNames} from '../../who-left/names.js';
import {covers, type Placed, type Ranges} from '../../work/ranges.js';
import type {Checked, GoodRow, RowKey} from '../file/contract.js';

/** A row to send. `gap` means that the row before it in the file is not sent. */
export type PlannedRow = GoodRow & Placed;

/** How many good rows of a file have each decision, and who left. Of those to send, some may have left a group. */
export type Plan = Readonly<Record<RowDecision | 'left_a_group', number>> & {readonly names: Names};

/** `earlier` rows were sent by an earlier run of the same import. */
type RowDecision = 'send' | 'listed' | Exclude<Reason, 'left_a_group'> | 'earlier';

/** What decides whether a row is sent. */
export type RowFacts = {
  readonly listed: Listed;
  readonly door: Pick<Door, 'stops' | 'size'>;
  readonly earlier: Ranges;
};

/** Says whether a row is in the list, and how many are, at least. */
export type Listed = {has(row: RowKey): boolean; readonly size: number};

/**
 * Decides about a row. People who left everything are skipped even if the file contains them again; who left a group is
 * added, because the service keeps the mail of that group from them.
 */
function decideRow(row: RowKey, {listed, door, earlier}: RowFacts): RowDecision {
  if (covers(earlier, row.line)) return 'earlier';
  if (listed.has(row)) return 'listed';
  const reason = door.stops(row.address);
  return reason && reason !== 'left_a_group' ? reason : 'send';
}

/** Counts the good rows of a file by decision. With nobody listed, left or sent before, all are sent. */
export async function makePlan({good, goodKeys}: Pick<Checked, 'good' | 'goodKeys'>, facts: RowFacts): Promise<Plan> {
  const plan = noPlan();
  const {listed, door, earlier} = facts;
  if (listed.size + door.size + earlier.length === 0) return {...plan, send: good};
  await forEachRecord(goodKeys(), row => {
    const decision = decideRow(row, facts);
    plan[decision]++;
    const named = decision === 'send' && door.stops(row.address) ? 'left_a_group' : decision;
    if (named === 'left_a_group') plan.left_a_group++;
    nameAlso(plan.names, named, row.address);
  });
  return plan;
}

export const noPlan = (): Record<RowDecision | 'left_a_group', number> & {names: Names} => ({
  names: noNames(),
  send: 0,
  listed: 0,
  unsubscribed: 0,
  left_a_group: 0,
  earlier: 0,
});

/** The rows to send in the file's order. */
export async function* rowsToSend(
  rows: AsyncIterable<readonly GoodRow[]>,
  facts: RowFacts,
): AsyncIterable<readonly PlannedRow[]> {
  let gap = false;
  for await (const batch of rows) {
    const planned: PlannedRow[] = [];
    for (const row of batch) {
      const send = decideRow(row, facts) === 'send';
      if (send) planned.push({...row, gap});
      gap = !send;
    }
    if (planned.length > 0) yield planned;
  }
}
