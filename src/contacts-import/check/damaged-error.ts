import {PreflightError} from '../../errors.js';
import {number, plural, withMore} from '../../words/sentence.js';
import {damageChoices} from '../cells/damaged-cell.js';
import type {Damage} from './damage-watch.js';

/** Values that a program has damaged would be stored as they are: the owner of the file says what to do with them. */
export class DamagedValuesError extends PreflightError {
  readonly found: {readonly file: string; readonly damages: readonly Damage[]};

  /** `line` is the typed line: the hint repeats it with each answer. */
  constructor(found: DamagedValuesError['found'], line?: string) {
    const rows = rowsOf(found.damages);
    super(
      `${number(rows)} ${plural(rows, 'value')} of ${found.file} ${plural(rows, 'is', 'are')} damaged: ${damagesInWords(found.damages)}.`,
      {
        hint: damageChoices
          .map(choice => `${meanings(found.damages)[choice]}: ${line === undefined ? 'add' : line} --damaged ${choice}`)
          .join('\n'),
      },
    );
    this.found = found;
  }
}

/** What each answer does to these values. */
export const meanings = (damages: readonly Damage[]) => {
  const wrapped = damages.find(({whole}) => whole !== '');
  const unwrap = wrapped && `Unwrap ${wrapped.text} to ${wrapped.whole}`;
  const isAll = damages.every(({whole}) => whole !== '');
  return {
    empty: unwrap === undefined ? 'Empty them' : isAll ? unwrap : `${unwrap}, and empty the others`,
    keep: 'Keep them as they are',
    reject: 'Reject their rows',
  } as const;
};

/** `“#REF!” in “First name” (2 rows, first in line 3)`. */
export const damagesInWords = (damages: readonly Damage[]): string =>
  withMore(
    damages.map(
      ({text, header, line, rows}) =>
        `“${text}” in “${header}” (${plural(rows, `line ${line}`, `${number(rows)} rows, first in line ${line}`)})`,
    ),
    damages.length,
    10,
  );

/** How many values are damaged. */
export const rowsOf = (damages: readonly Damage[]): number => damages.reduce((sum, {rows}) => sum + rows, 0);
