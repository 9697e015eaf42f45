/** A column of a table, as wide as its contents would have it. */
export type Natural = {readonly width: number; readonly shrinks: boolean};

/**
Makes columns fit into a number of places: the widest text gives way first, then the next widest along with it. Ids,
numbers and dates keep their width, since half of a number is a wrong number. `undefined` when there is not room enough.
*/
export function fitWidths(columns: readonly Natural[], available: number): readonly number[] | undefined {
  const fitted = leastTexts.reduce<readonly number[]>(
    (widths, least) =>
      shrink(
        widths,
        columns.map(({width, shrinks}) => (shrinks ? Math.min(width, least) : width)),
        available,
      ),
    columns.map(({width}) => width),
  );
  return sum(fitted) <= available ? fitted : undefined;
}

/** How short texts may be cut: first as long as something can still be told, then at all. */
const leastTexts = [8, 4];

/** Cuts the widest columns down to one common width, as large as the space allows, but none below its least. */
function shrink(widths: readonly number[], least: readonly number[], available: number): readonly number[] {
  const capped = (cap: number): number[] =>
    widths.map((width, index) => Math.min(width, Math.max(cap, least[index] ?? 0)));
  let cap = Math.max(0, ...widths);
  while (cap > 0 && sum(capped(cap)) > available) cap--;
  return spread(capped(cap), widths, available);
}

/** Gives the few places that a common width leaves over to the columns that were cut, from the left. */
function spread(widths: readonly number[], wanted: readonly number[], available: number): number[] {
  let spare = available - sum(widths);
  return widths.map((width, index) => {
    if (spare <= 0 || width >= (wanted[index] ?? 0)) return width;
    spare--;
    return width + 1;
  });
}

const sum = (widths: readonly number[]): number => widths.reduce((total, width) => total + width, 0);
