/** A term and its explanation. */
export type Row = readonly [term: string, about: string];

/** The narrowest terminal that emk's own text is written for. */
export const pageWidth = 80;

/** Longer lines of prose are hard to read. */
export const WIDEST = 100;

/** Rows in two columns that fit this width; terms longer than theirs get a line to themselves. */
export function twoColumns(rows: readonly Row[], termWidth = longest(rows), width = pageWidth): string[] {
  const before = 2 + termWidth + 2;
  return rows.flatMap(([term, about]) => {
    const isLong = term.length > termWidth;
    const lines = wrapped(about, width - before).map((line, index) =>
      `  ${(index === 0 && !isLong ? term : '').padEnd(termWidth)}  ${line}`.trimEnd(),
    );
    return isLong ? [`  ${term}`, ...lines] : lines;
  });
}

/** The width of the longest term, so that several groups of rows can be aligned. */
export const longest = (rows: readonly Row[]): number => Math.max(0, ...rows.map(([term]) => term.length));

export function wrapped(text: string, width: number): string[] {
  const lines: string[] = [''];
  for (const word of text.split(' ')) {
    const line = lines.at(-1) ?? '';
    if (line !== '' && line.length + 1 + word.length > width) lines.push(word);
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
  }
  return lines;
}
