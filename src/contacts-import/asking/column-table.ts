import {displayWidth, pad, truncate} from '../../output/text/width.js';
import {headOf} from '../../records/fields/heads.js';
import {andList} from '../../words/list.js';
import type {Preview} from '../file/open-import.js';

/** The columns that fill a field, as a small table. One with the name of its field needs no words. */
export function columnTable(columns: readonly Preview[]): string[] {
  const rows = columns.flatMap(({header, fields, samples: [example = '']}) =>
    fields.length === 0 || (fields.length === 1 && fields[0] === header)
      ? []
      : [[header, `→ ${andList(fields.map(headOf))}`, example].map(text => truncate(text, WIDEST))],
  );
  const widths = [0, 1].map(at => Math.max(...rows.map(row => displayWidth(row[at] ?? ''))));
  return rows.map(row =>
    `  ${row.map((text, at) => (widths[at] === undefined ? text : pad(text, widths[at], false))).join('  ')}`.trimEnd(),
  );
}

const WIDEST = 30;
