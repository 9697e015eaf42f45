import {AGAIN, type Cells, cellValue, UNESCAPED} from '../api/answers/cut-lines.js';
import type {TypedColumn} from '../records/fields/typed-columns.js';
import {createKnownCells} from './known-cells.js';
import type {Pages} from './pages.js';
import type {Value} from './plain-bytes.js';

/** Adds a value. Returns its place in the dictionary, or one of those below if it has none there; undefined if it stands on a page. */
type Add = (value: Value | null | undefined) => number | undefined;

/** What becomes of a value that is in no page: there is none, or it is of another type. */
export const [NULL, MISFIT] = [-1, -2];

/**
 * Creates the function that adds the cells of a field to the one column that reads it. A dictionary saves parsing a
 * value twice.
 */
export function createCellAdder(
  {kind, field, isWhole, read}: TypedColumn,
  pages: Pages,
  add: Add,
): (cells: Cells, at: number) => void {
  const known = createKnownCells();
  const isText = isWhole && kind === 'text';

  const parsed = (cells: Cells, cell: number): number | undefined => add(read({[field]: cellValue(cells, cell)}));

  function addAgain(outcome: number): void {
    if (outcome >= 0) pages.addAt(outcome);
    else add(outcome === NULL ? null : undefined);
  }

  /** Adds a cell that is not like the one above. */
  function addCell(cells: Cells, cell: number): number | undefined {
    const from = cells.bounds[2 * cell] as number;
    const to = cells.bounds[2 * cell + 1] as number;
    if (!pages.hasDictionary()) {
      if (isText && (cells.forms[cell] as number) & UNESCAPED) pages.addText(cells.bytes, from + 1, to - 1);
      else parsed(cells, cell);
      return undefined;
    }
    const before = known.outcomeOf(cells.view, from, to);
    if (before !== undefined) {
      addAgain(before);
      return before;
    }
    const outcome = parsed(cells, cell);
    if (outcome !== undefined) known.learn(cells.view, {from, to}, outcome);
    return outcome;
  }

  return (cells, at) => {
    const {names, rows, forms} = cells;
    let outcome: number | undefined;
    for (let cell = at; cell < rows * names.length; cell += names.length) {
      if (outcome !== undefined && (forms[cell] as number) & AGAIN && pages.hasDictionary()) addAgain(outcome);
      else outcome = addCell(cells, cell);
    }
  };
}
