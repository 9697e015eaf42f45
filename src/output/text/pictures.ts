/** A bar for a share from 0 to 1, in eighths of a column, padded with spaces to its width. A share above 1 fills it. */
export function bar(share: number | null | undefined, width: number): string {
  if (!share || share < 0) return ' '.repeat(width);
  // A share above zero is always visible, however small.
  const eighths = Math.max(1, Math.round(Math.min(1, share) * width * 8));
  const drawn = '█'.repeat(Math.floor(eighths / 8)) + (partial[eighths % 8] ?? '');
  return drawn.padEnd(width, ' ');
}

/** A line of small columns for numbers in a row, from 0 to the largest; an unknown number leaves a gap. */
export function sparkline(values: ReadonlyArray<number | null | undefined>): string {
  const most = values.reduce<number>((top, value) => Math.max(top, value ?? 0), 0);
  return values.map(value => (typeof value === 'number' ? columnFor(value, most) : ' ')).join('');
}

const partial = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];

const columns = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/** The column for a number. Only zero has the lowest one. */
const columnFor = (value: number, most: number): string =>
  columns[value <= 0 || most <= 0 ? 0 : Math.max(1, Math.round((value / most) * (columns.length - 1)))] ?? '';
