import {PreflightError, UsageError} from '../../errors.js';
import {trim} from '../../records/fields/fold-address.js';
import {didYouMean} from '../../words/closest.js';
import {firstTen} from '../../words/sentence.js';
import {shellWord} from '../../words/shell-word.js';
import {headerKey} from './header-names.js';
import {likelyAddresses, matchColumns, toCandidates} from './match-columns.js';
import {readPasted} from './pasted-people.js';
import type {Table} from './small-table.js';

/** The column with the addresses; undefined for a list of people without a header. */
type AddressColumn = {
  readonly column: number | undefined;
  readonly headers: 0 | 1;
  readonly warnings: readonly string[];
};

/** Finds the address column of a small file, and whether its first row is a header. */
export function addressColumn({name, rows: [first, ...rows], lines}: Table, column: string | undefined): AddressColumn {
  const headers = first?.texts.map(trim) ?? [];
  if (column !== undefined) {
    const found = headers.findIndex(header => headerKey(header) === headerKey(column));
    if (found >= 0) return {column: found, headers: 1, warnings: []};
    throw new UsageError(`${name} has no column “${column}”.`, {hint: didYouMean(column, headers, 'Its columns are')});
  }
  if (readPasted(lines[0]?.texts[0] ?? '').people.length > 0) return {column: undefined, headers: 0, warnings: []};
  const candidates = toCandidates(headers, rows);
  const [matched] = matchColumns(candidates, ['email']).keys();
  if (matched !== undefined) return {column: matched, headers: 1, warnings: []};
  if (headers.length > 1) {
    throw new PreflightError(`No column of ${name} has the email addresses. Its columns are ${firstTen(headers)}.`, {
      hint: `Name the right column, as in: --column ${shellWord(likelyAddresses(candidates))}`,
    });
  }
  if (headers[0]?.includes('@') || rows.length === 0) return {column: undefined, headers: 0, warnings: []};
  return {column: 0, headers: 1, warnings: [`emk read line ${first?.line}, “${headers[0]}”, as a header.`]};
}
