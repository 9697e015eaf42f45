import {forEachRecord} from '../../api/answers/record-sources.js';
import {hashText, type TextHash} from '../../csv/bytes/hash-text.js';
import {decideRow} from '../send/plan.js';
import {cellsToChange} from './change-contacts.js';
import type {KeptBase} from './kept-bases.js';
import type {SyncPlan} from './plan-sync.js';
import {fresh, same, toChange} from './row-table.js';
import type {SyncResult} from './sync-result.schema.js';
import {EMPTY} from './three-sides.js';

/** Notes what an edited file says once it was applied, because a person may go on editing the same file. */
export async function advanceBase(plan: SyncPlan, {base, path}: KeptBase, {left, done}: SyncResult): Promise<void> {
  const {comeBack, rows, terms, compared, job} = plan;
  if (!comeBack || plan.withheld || done.failed + left.add + left.change > 0) return;
  const next = base.withRoom(job.plan.send);
  const cellsOf = cellsToChange(plan);
  const fields = terms.fields.map(({name}) => base.head.fields.indexOf(name));
  const put = (entry: number, person: TextHash, {row, at}: {readonly row: number; readonly at: number}): void => {
    const field = fields[at] as number;
    if (field >= 0) next.put(entry, {person, field, mark: rows.mark(row, at) || EMPTY});
  };
  const isApplied = (row: number): boolean => rows.states[row] === same || rows.states[row] === toChange;
  let row = 0;
  await forEachRecord(compared.goodValues(), good => {
    const before = comeBack.before.entryOf(row);
    if (before && isApplied(row)) {
      for (const field of cellsOf(row).fields) put(before.entry, before.person, {row, at: terms.fields.indexOf(field)});
    } else if (rows.states[row] === fresh && decideRow(good, job.facts) === 'send') {
      const person = hashText(good.address);
      const entry = next.add(person, 0);
      for (const at of fields.keys()) put(entry, person, {row, at});
    }
    row++;
  });
  await next.save(path);
}
