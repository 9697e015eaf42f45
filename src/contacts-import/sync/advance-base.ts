import {forEachRecord} from '../../api/answers/record-sources.js';
import {hashText, type TextHash} from '../../csv/bytes/hash-text.js';
import {peopleKeyOf} from '../../who-left/people-key.js';
import {decideRow} from '../send/plan.js';
import {type Base, type BaseWriter, writeBase} from './base-file.js';
import {cellsToChange} from './change-contacts.js';
import type {Conflict} from './compare-list.js';
import type {KeptBase} from './kept-bases.js';
import type {SyncPlan} from './plan-sync.js';
import {differs, fresh, type RowTable, same} from './row-table.js';
import type {SyncResult} from './sync-result.schema.js';
import {type Before, EMPTY} from './three-sides.js';

/**
 * Notes what a file says once it was applied, because a person may continue to edit it: cells that are on the list by now,
 * and new people if all of them arrived. What is still to do stays as it was.
 */
export async function advanceBase(plan: SyncPlan, {base, path}: KeptBase, {left, done}: SyncResult): Promise<void> {
  const {comeBack, rows, compared, job, list, sync} = plan;
  if (!comeBack) return;
  const {before} = comeBack;
  const hasAdded = !plan.withheld && done.failed + left.add === 0;
  const noting = notingRows(plan, base);

  const noteRows = async (into: BaseWriter): Promise<void> => {
    let row = 0;
    await forEachRecord(compared.goodValues(), good => {
      const [known, state] = [before.entryOf(row), rows.states[row]];
      const isThere = state === same || state === differs;
      if (isThere && known) noting.note(known, row);
      else if (state === same || (state === fresh && hasAdded && decideRow(good, job.facts) === 'send')) {
        noting.add(into, hashText(good.address), row);
      }
      row++;
    });
  };

  const isDeleted = sync.gone === 'delete' && left.delete === 0;
  const listed = new Set(isDeleted ? [] : list.back.dropped.ids);
  await writeBase(path, base.head, peopleKeyOf(job.account), async into => {
    await noteRows(into);
    for (let entry = 0; entry < base.size; entry++) {
      // A line that is gone, of a person who is gone too: if the line comes back, the person is new.
      if (!before.isGone(entry) || listed.has(base.idOf(entry))) into.keep(base, entry);
    }
  });
}

/** How a row gets into a base: as changes of its entry, or as a new one. */
function notingRows(plan: SyncPlan, base: Base) {
  const {rows, terms} = plan;
  const cellsOf = cellsToChange(plan);
  const columns = terms.fields.map(({name}) => base.head.fields.indexOf(name));
  const places = base.head.fields.map(name => terms.fields.findIndex(field => field.name === name));
  const markOf = (row: number, at: number): number => rows.mark(row, at) || EMPTY;
  return {
    note({entry, person}: {readonly entry: number; readonly person: TextHash}, row: number): void {
      base.putId(entry, rows.idOf(row));
      for (const at of cellsOf(row).settled) {
        const field = columns[at] as number;
        if (field >= 0) base.put(entry, {person, field, mark: markOf(row, at)});
      }
    },
    add: (into: BaseWriter, person: TextHash, row: number): void =>
      into.add(person, rows.idOf(row), field => (places[field] === -1 ? EMPTY : markOf(row, places[field] as number))),
  };
}

/** Whether rows that need no change say more than the base knows: a new person, or a cell that both sides changed alike. */
export function isBehind(rows: RowTable, before: Before, conflicts: readonly Conflict[], fields: number): boolean {
  const open = new Set(conflicts.map(({row, field}) => row * fields + field));
  for (let row = 0; before.isKnown && row < rows.size; row++) {
    if (rows.states[row] !== same) continue;
    if (!before.entryOf(row)?.id) return true;
    for (let at = 0; at < fields; at++) if (rows.says(row, at) && !open.has(row * fields + at)) return true;
  }
  return false;
}
