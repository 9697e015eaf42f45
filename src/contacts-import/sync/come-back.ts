import {forEachRecord} from '../../api/answers/record-sources.js';
import {PreflightError} from '../../errors.js';
import {shellWord} from '../../words/shell-word.js';
import type {Checked, RowKey} from '../file/contract.js';
import {tokenIn} from '../file/mark-column.js';
import type {ComparedList, Conflict} from './compare-list.js';
import type {KeptBase} from './kept-bases.js';
import type {ComparisonTerms} from './read-rows.js';
import {away, fresh, type RowTable, toChange} from './row-table.js';
import type {CellChangedTwice, RowAway} from './sync-result.schema.js';
import {type Before, besideBase, DROPPED, type Seeing, unknownBefore} from './three-sides.js';

/** What emk knows of a file's way out, if it had one. */
export type WentOut = {
  /** What the file said when it went out to be edited, or was pulled; null if emk does not know. */
  readonly base?: KeptBase | null | undefined;
};

/** What an edited file shows when it comes back, besides the changes that can be made. */
export type ComeBack = {
  readonly before: Before;
  /** People who have left the list since, and how many of their rows the person changed. */
  readonly away: {readonly people: number; readonly changed: number; readonly first: readonly RowAway[]};
  /** Cells that both sides changed, and the first of them in words. */
  readonly conflicts: readonly Conflict[];
  readonly shown: readonly NamedConflict[];
  /** Of these, the cells that are written all the same, because the person chose so. */
  readonly mine: ReadonlySet<Conflict>;
};

type NamedConflict = {readonly conflict: Conflict; readonly cell: CellChangedTwice};

type Compared = {
  readonly rows: RowTable;
  readonly terms: ComparisonTerms;
  readonly list: Pick<ComparedList, 'back'>;
  readonly before: Before;
};

/** What a file said when it went out, to be compared with its rows. A pulled file is asked about cell by cell. */
export const beforeOf = (
  {base, checked, isPart}: WentOut & {readonly checked: Checked; readonly isPart: boolean},
  terms: ComparisonTerms,
): Seeing | undefined => {
  if (base === undefined) return undefined;
  return base ? besideBase(base.base, terms, checked.good) : unknownBefore(terms, !isPart);
};

/** Names the people who left while a file was away, and the cells that two have changed. */
export async function findComeBack(checked: Checked, compared: Compared): Promise<ComeBack> {
  const {rows, terms, before} = compared;
  const {conflicts} = compared.list.back;
  const first: RowAway[] = [];
  const shown: NamedConflict[] = [];
  const conflictsIn = new Map<number, Conflict[]>();
  for (const each of conflicts.slice(0, MOST_NAMED)) {
    conflictsIn.set(each.row, [...(conflictsIn.get(each.row) ?? []), each]);
  }
  let [at, people, changed] = [0, 0, 0];
  const hasChanges = (row: number): boolean =>
    before.asksEach === true || (before.isKnown && terms.fields.some((_, field) => rows.says(row, field)));
  await forEachRecord(checked.goodValues(), ({line, address, values}) => {
    const row = at++;
    for (const conflict of conflictsIn.get(row) ?? []) {
      const {name = ''} = terms.fields[conflict.field] ?? {};
      const sides = {file: values[name] ?? '', list: conflict.now, alone: rows.states[row] !== toChange};
      shown.push({conflict, cell: {id: conflict.id, line, email: address, field: name, ...sides}});
    }
    if (rows.states[row] !== away) return;
    people++;
    const isChanged = hasChanges(row);
    if (isChanged) changed++;
    if (first.length < MOST_NAMED) first.push({line, email: address, changed: isChanged});
  });
  return {before, away: {people, changed, first}, conflicts, shown, mine: new Set()};
}

/** Looks at lines with a new address in a file that went out to be edited: a new person, or one whose address was changed in the file. */
export async function settleNewLines(checked: Checked, {rows, list, before}: Compared): Promise<void> {
  const removed = list.back.dropped;
  const marks = checked.columns.findIndex(({header}) => tokenIn(header) !== undefined);
  if (marks < 0 && removed.ids.length === 0) return;
  const lines = new Map<number, {readonly row: number; readonly address: string}>();
  let at = 0;
  await forEachRecord(checked.goodValues(), ({line, address}: RowKey) => {
    const row = at++;
    if (rows.states[row] === fresh) lines.set(line, {row, address});
  });
  if (lines.size === 0) return;
  for await (const {line, texts} of checked.rowsAt(lines)) {
    const {row, address} = lines.get(line) ?? {row: 0, address: ''};
    const id = marks < 0 ? undefined : Number(texts[marks]);
    if (id !== undefined && before.rowOf(id) !== DROPPED) continue;
    const old = removed.first.find(contact => id === undefined || contact.id === id);
    if (old) throw newAddress(old.email ?? `contact ${old.id}`, {line, address, isSure: id !== undefined});
    rows.states[row] = away;
  }
}

/** Refuses a changed address, which would leave the old contact behind and add a new one. */
const newAddress = (
  old: string,
  {line, address, isSure}: {readonly line: number; readonly address: string; readonly isSure: boolean},
): PreflightError =>
  new PreflightError(
    isSure
      ? `Line ${line} gives ${old} the new address ${address}. A file cannot change addresses.`
      : `The line of ${old} is gone, and ${address} is new. emk cannot tell if that is the same person.`,
    {
      hint: `Nothing was changed. ${isSure ? 'To change the address' : 'If only the address changed'}: emk people update ${shellWord(old)} --email ${shellWord(address)}`,
    },
  );

/** How many people and cells a report names. */
const MOST_NAMED = 1000;
