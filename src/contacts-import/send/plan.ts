import {forEachRecord} from '../../api/answers/record-sources.js';
import type {Door, Reason} from '../../who-left/door.js';
import {type Names, nameAlso, noNames} from '../../who-left/names.js';
import {covers, type Placed, type Ranges} from '../../work/ranges.js';
import type {Checked, GoodRow, RowKey} from '../file/contract.js';

/** A row to send. `gap` means that the row before it in the file is not sent. */
export type PlannedRow = GoodRow & Placed;

/** How many good rows of a file have each decision, and who is stopped at the door. */
export type Plan = Readonly<Record<RowDecision, number>> & {readonly names: Names};

/** `earlier` rows were sent by an earlier run of the same import; `givenUp` rows were not accepted in two runs. */
type RowDecision = 'send' | 'listed' | Reason | 'earlier' | 'givenUp';

/** What decides whether a row is sent. */
export type RowFacts = {
  readonly listed: Listed;
  readonly door: Pick<Door, 'stops' | 'size'>;
  readonly earlier: Ranges;
  readonly givenUp?: Ranges;
  /** Rows that the service did not accept last time: each gets its own request, so that it affects no other row. */
  readonly alone?: Ranges;
};

/** Says whether a row is in the list, and how many are, at least. */
export type Listed = {has(row: RowKey): boolean; readonly size: number};

/** Decides about a row. People who left are skipped even if the file contains them again. */
export function decideRow(row: RowKey, {listed, door, earlier, givenUp}: RowFacts): RowDecision {
  if (covers(earlier, row.line)) return 'earlier';
  if (listed.has(row)) return 'listed';
  const reason = door.stops(row.address);
  if (reason) return reason;
  return givenUp && covers(givenUp, row.line) ? 'givenUp' : 'send';
}

/** Counts the good rows of a file by decision. With nobody listed, left or sent before, all are sent. */
export async function makePlan({good, goodKeys}: Pick<Checked, 'good' | 'goodKeys'>, facts: RowFacts): Promise<Plan> {
  const plan = noPlan();
  const {listed, door, earlier, givenUp = []} = facts;
  if (listed.size + door.size + earlier.length + givenUp.length === 0) return {...plan, send: good};
  await forEachRecord(goodKeys(), row => {
    const decision = decideRow(row, facts);
    plan[decision]++;
    nameAlso(plan.names, decision, row.address);
  });
  return plan;
}

export const noPlan = (): Record<RowDecision, number> & {names: Names} => ({
  names: noNames(),
  send: 0,
  listed: 0,
  unsubscribed: 0,
  left_a_group: 0,
  earlier: 0,
  givenUp: 0,
});

/** The rows to send in the file's order: those sent together, or those sent alone. */
export async function* rowsToSend(
  rows: AsyncIterable<readonly GoodRow[]>,
  facts: RowFacts,
  {alone = false}: {readonly alone?: boolean} = {},
): AsyncIterable<readonly PlannedRow[]> {
  let gap = false;
  for await (const batch of rows) {
    const planned: PlannedRow[] = [];
    for (const row of batch) {
      const send = decideRow(row, facts) === 'send' && covers(facts.alone ?? [], row.line) === alone;
      if (send) planned.push({...row, gap});
      gap = !send;
    }
    if (planned.length > 0) yield planned;
  }
}
