import {PreflightError} from '../../errors.js';
import type {Place} from './place.js';

/** A file of the account as it was read, so that a mistake in it can show its line. */
export type Source = {readonly file: string; readonly text: string};

/** Something in a file that cannot be meant as it is written. */
export type Mistake = {
  readonly source: Pick<Source, 'file'> & Partial<Source>;
  readonly at: Place;
  readonly says: string;
  readonly hint?: string | undefined;
  /** The line as it is, where its file is too long to be held as a text. */
  readonly line?: string;
};

/** Refuses files with mistakes: each with its file, line and column and with the line itself, so that it need not be looked for. `instead` is another way out. */
export function refuseMistakes(mistakes: readonly Mistake[], instead = ''): void {
  const [first, ...others] = mistakes;
  if (first === undefined) return;
  if (others.length === 0)
    throw new PreflightError(mistakeInWords(first), {
      hint: `${first.hint ?? 'Fix the file, and run the same again.'}${instead}`,
    });
  const shown = mistakes.slice(0, MOST).map(mistake => {
    const hint = mistake.hint === undefined ? '' : `\n    ${mistake.hint}`;
    return `${mistakeInWords(mistake)}${hint}`;
  });
  const more = mistakes.length > MOST ? [`and ${mistakes.length - MOST} more`] : [];
  throw new PreflightError(
    [`There are ${mistakes.length} mistakes in the files, so nothing was done.`, ...shown, ...more].join('\n'),
    {hint: `Fix them, and run the same again.${instead}`},
  );
}

function mistakeInWords({source: {file, text = ''}, at: {line, column}, says, line: shown}: Mistake): string {
  const whole = (shown ?? text.split('\n', line)[line - 1] ?? '').trimEnd();
  return `${file}, line ${line}, column ${column}: ${says}\n    ${line} | ${partAt(whole, column)}`;
}

/** A line; of a long one, the part that matters. */
function partAt(whole: string, column: number): string {
  const from = column > WIDEST ? column - 1 : 0;
  const part = whole.slice(from, from + WIDEST);
  return `${from > 0 ? '…' : ''}${part}${from + WIDEST < whole.length ? '…' : ''}`;
}

const MOST = 20;
const WIDEST = 100;
