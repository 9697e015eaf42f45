import {lookUp} from '../../words/look-up.js';
import {headerKey} from './header-names.js';
import {type ExportFormat, exportFormats} from './known-exports.js';

/** The tool that exported a file with these headers, if emk knows it; the one with the most marks. */
export function formatOf(headers: readonly string[]): ExportFormat | undefined {
  const keys = new Set(headers.map(headerKey));
  const [best] = exportFormats
    .filter(({marks}) => marks.every(mark => mark.split('|').some(key => keys.has(key))))
    .sort((a, b) => b.marks.length - a.marks.length);
  return best;
}

/** The columns of a known export that look like a part of the address but are not, with their real content. */
export function notAddress(
  columns: ReadonlyArray<{readonly header: string; readonly column: number}>,
): Map<number, string> {
  const {notAddress: known = {}} = formatOf(columns.map(({header}) => header)) ?? {};
  return new Map(
    columns.flatMap(({header, column}) => {
      const holds = lookUp(known, headerKey(header));
      return holds === undefined ? [] : [[column, holds] as const];
    }),
  );
}
