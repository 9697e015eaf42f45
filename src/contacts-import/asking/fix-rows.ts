import {BACK, type Back} from '../../commands/ask.js';
import type {Context} from '../../commands/command.js';
import {capital, counted, number} from '../../words/sentence.js';
import {cellsOf} from '../check/fixed-records.js';
import type {Checked, ExaminedRow, Fault} from '../file/contract.js';
import {askInRow} from './ask-in-row.js';

/** A person's decision about a row: its corrected cells, or to skip it. */
type RowAnswer = readonly string[] | 'skip' | 'skip the rest';

/** Asks about each rejected row. Esc goes back to the previous row, and leaves the first. */
export async function fixRows(
  ask: Context['ask'],
  checked: Checked,
  rows: readonly ExaminedRow[],
): Promise<ReadonlyMap<number, RowAnswer> | Back> {
  const answers = await askInRow(
    [...rows.entries()],
    ([at, row]) => fixRow(ask, checked, row, rows.length - at - 1),
    answer => answer === 'skip the rest',
  );
  return answers === BACK ? BACK : new Map(rows.map(({line}, at) => [line, answers[at] ?? 'skip']));
}

async function fixRow(
  ask: Context['ask'],
  checked: Checked,
  row: ExaminedRow,
  left: number,
): Promise<RowAnswer | Back> {
  let fault = firstFault(checked, row);
  for (let {texts} = row; ; ) {
    const chosen: RowAnswer | 'type' | Back = await ask.guided.pick<RowAnswer | 'type'>(
      `Line ${number(row.line)}: ${fault.reason}.`,
      {
        from: [
          ...fault.likely.map(({says, texts: value}) => ({name: says, value})),
          {name: fault.column === undefined ? 'Change the row…' : 'Type another value…', value: 'type' as const},
          {name: 'Skip this row', value: 'skip' as const},
          ...skipsRest(left),
        ],
        typed: text => valueTyped(checked, {now: texts, fault}, text),
        help: texts.filter(text => text.trim() !== '').join(' · '),
        canGoBack: true,
      },
    );
    if (chosen === BACK || chosen === 'skip' || chosen === 'skip the rest') return chosen;
    const answer: readonly string[] | Back =
      chosen === 'type' ? await typeAnew(ask, checked, {row, now: texts, fault}) : chosen;
    // Esc while typing goes back to the choice for this row.
    if (answer === BACK) continue;
    texts = answer;
    const next = checked.faultIn(texts);
    if (!next) return texts;
    fault = next;
  }
}

/** The row with a value that was typed at once: one with a digit or an @ is no search among the choices. */
function valueTyped(
  checked: Checked,
  {now, fault: {column}}: {readonly now: readonly string[]; readonly fault: Fault},
  text: string,
): readonly string[] | undefined {
  if (column === undefined || !/[@\d]/.test(text)) return undefined;
  const texts = now.with(column, text);
  return checked.faultIn(texts)?.column === column ? undefined : texts;
}

const skipsRest = (left: number) =>
  left > 0 ? [{name: `Skip this row and the ${counted(left, 'row')} after it`, value: 'skip the rest' as const}] : [];

/** The first problem of a row. Duplicates are known only from the whole file. */
function firstFault(checked: Checked, {reason, texts}: ExaminedRow): Fault {
  const isWhole = texts.length >= checked.columns.length;
  return (
    (isWhole ? checked.faultIn(texts) : undefined) ?? {
      reason,
      column: isWhole ? checked.addressColumn : undefined,
      likely: [],
    }
  );
}

/** Asks for a cell, or for the whole row if its cells cannot be separated. The answer is checked while it is typed. */
async function typeAnew(
  ask: Context['ask'],
  checked: Checked,
  {row, now, fault}: {readonly row: ExaminedRow; readonly now: readonly string[]; readonly fault: Fault},
): Promise<readonly string[] | Back> {
  const {column} = fault;
  if (column === undefined) {
    const wrong = (line: string): string | undefined => {
      const cells = cellsOf(line, checked.dialect);
      if (cells === undefined) return 'A quote in this row is never closed.';
      const count = checked.columns.length;
      return cells.length === count
        ? undefined
        : `This row has ${counted(cells.length, 'cell')}, but the header has ${count}.`;
    };
    const line = await ask.guided.text(`Line ${number(row.line)}:`, {
      initial: Buffer.from(row.raw).toString().replace(/\s+/g, ' '),
      problem: wrong,
      canGoBack: true,
    });
    return line === BACK ? BACK : (cellsOf(line, checked.dialect) ?? now);
  }
  const text = await ask.guided.text(`${checked.columns[column]?.header}:`, {
    initial: now[column]?.trim(),
    problem: typed => {
      const found = checked.faultIn(now.with(column, typed.trim()));
      return found?.column === column ? capital(`${found.reason}.`) : undefined;
    },
    mayBeEmpty: false,
    canGoBack: true,
  });
  return text === BACK ? BACK : now.with(column, text.trim());
}
