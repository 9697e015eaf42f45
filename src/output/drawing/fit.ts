import {sum} from '../../words/sentence.js';

/** The width of a column's contents, whether they may be cut, and to which smallest width. */
type Natural = {readonly width: number; readonly shrinks: boolean; readonly least: number};

/** Fits columns into the width: the widest text is cut first. Half of a number would be wrong. */
export function fitWidths(columns: readonly Natural[], available: number): readonly number[] | undefined {
  const fitted = leastTexts.reduce<readonly number[]>(
    (widths, tells) =>
      shrink(
        widths,
        columns.map(({width, shrinks, least}) => (shrinks ? Math.min(width, Math.max(least, tells)) : width)),
        available,
      ),
    columns.map(({width}) => width),
  );
  return sum(fitted) <= available ? fitted : undefined;
}

/** The smallest widths of a text: eight characters are still useful; four are used if eight do not fit. */
const leastTexts = [8, 4];

/** Gives the remaining space to texts evenly, because later records may have longer ones. */
export function growTexts(
  widths: readonly number[],
  columns: ReadonlyArray<{readonly shrinks: boolean}>,
  available: number,
): readonly number[] {
  const wished = widths.map((width, index) => (columns[index]?.shrinks ? Math.max(width, mostGrown) : width));
  const upTo = (cap: number): number[] =>
    wished.map((wish, index) => Math.max(widths[index] ?? 0, Math.min(wish, cap)));
  let cap = mostGrown;
  while (cap > 0 && sum(upTo(cap)) > available) cap--;
  return upTo(cap);
}

const mostGrown = 40;

/** Cuts the widest columns to one common width, as large as possible, and none below its smallest width. */
function shrink(widths: readonly number[], least: readonly number[], available: number): readonly number[] {
  const capped = (cap: number): number[] =>
    widths.map((width, index) => Math.min(width, Math.max(cap, least[index] ?? 0)));
  let cap = Math.max(0, ...widths);
  while (cap > 0 && sum(capped(cap)) > available) cap--;
  return spread(capped(cap), widths, available);
}

/** Gives the characters that the common width leaves over to the cut columns, from the left. */
function spread(widths: readonly number[], wanted: readonly number[], available: number): number[] {
  let spare = available - sum(widths);
  return widths.map((width, index) => {
    if (spare <= 0 || width >= (wanted[index] ?? 0)) return width;
    spare--;
    return width + 1;
  });
}
