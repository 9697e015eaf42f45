import {readTable} from '../../csv/columns/small-table.js';
import {PreflightError} from '../../errors.js';
import {foldAddress} from '../../records/fields/fold-address.js';
import {trim} from '../../records/fields/trim.js';
import type {Host} from '../../system/host.js';

/** A person who is in a list more than once: the contact to keep, and the others. */
export type DuplicatePerson = {
  readonly line: number;
  readonly email: string;
  readonly keep: number;
  readonly surplus: readonly number[];
};

/** Reads a file of duplicates, as an import writes it beside yours. Refuses an invalid line before anything is sent. */
export async function readDuplicates(host: Host, path: string): Promise<readonly DuplicatePerson[]> {
  const {name, rows} = await readTable(host, path, COLUMNS);
  const headers = (rows[0]?.texts ?? []).map(text => trim(text).toLowerCase());
  const [email, keep] = [headers.indexOf('email'), headers.indexOf('keep')];
  // A row of `contacts check` is about the duplicate contact.
  const surplus = headers.indexOf(headers.includes('surplus') ? 'surplus' : 'id');
  if ([email, keep, surplus].includes(-1)) {
    throw new PreflightError(`${name} does not have the columns ${COLUMNS.join(', ')}.`, {
      hint:
        'Give the file of duplicates from an import or a sync, such as leads.duplicates.csv, or the output of: emk ' +
        'contacts check --where finding=twice-in-list',
    });
  }
  const doubles = rows.slice(1).flatMap(({line, texts}): DuplicatePerson[] => {
    const cell = (column: number): string => trim(texts[column] ?? '');
    const ids = [cell(keep), ...cell(surplus).split(/[\s,;]+/)].filter(text => text !== '');
    if (ids.length === 0) return [];
    const wrong = ids.find(text => !/^[1-9]\d{0,15}$/.test(text));
    if (wrong !== undefined || cell(keep) === '' || cell(email) === '') {
      throw notMeant(
        name,
        line,
        wrong === undefined ? 'the address or the id to keep is missing' : `"${wrong}" is not an id`,
      );
    }
    const [kept = 0, ...others] = ids.map(Number);
    return others.length === 0
      ? []
      : [{line, email: foldAddress(cell(email)), keep: kept, surplus: [...new Set(others)]}];
  });
  const kept = new Map(doubles.map(one => [one.keep, one]));
  for (const {line, surplus: ids} of doubles) {
    const both = ids.find(id => kept.has(id));
    if (both !== undefined) throw notMeant(name, line, `${both} is both kept and surplus`);
  }
  return doubles;
}

const COLUMNS = ['email', 'keep', 'surplus'] as const;

const notMeant = (name: string, line: number, why: string): PreflightError =>
  new PreflightError(`Line ${line} of ${name} is wrong: ${why}.`, {
    hint: 'Nothing was deleted. Fix the line, or let an import write the file again.',
  });
