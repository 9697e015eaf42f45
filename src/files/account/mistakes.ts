import {PreflightError} from '../../core/errors.js';
import type {TextPlace} from '../../records/fields/finding.js';

/** The text of a file, so that a mistake in it can show its line. */
export type FileText = {readonly file: string; readonly text: string};

export type Mistake = {
  readonly source: FileText;
  readonly at: TextPlace;
  readonly says: string;
  readonly hint?: string | undefined;
};

/** Notes a mistake at a place of one file. */
export type Note = (at: TextPlace, says: string, hint?: string) => void;

export const notesIn =
  (source: Mistake['source'], mistakes: Mistake[]): Note =>
  (at, says, hint) =>
    mistakes.push({source, at, says, hint});

/** Refuses files with mistakes, each with file, place and line. */
export function refuseMistakes(mistakes: readonly Mistake[]): void {
  const [first, ...others] = mistakes;
  if (first === undefined) return;
  if (others.length === 0)
    throw new PreflightError(mistakeInWords(first), {
      hint: first.hint ?? 'Fix the file, and run the same line again.',
    });
  const shown = mistakes.slice(0, MOST).map(mistake => {
    const hint = mistake.hint === undefined ? '' : `\n    ${mistake.hint}`;
    return `${mistakeInWords(mistake)}${hint}`;
  });
  const more = mistakes.length > MOST ? [`and ${mistakes.length - MOST} more`] : [];
  throw new PreflightError(
    [`There are ${mistakes.length} mistakes in the files, so emk did nothing.`, ...shown, ...more].join('\n'),
    {hint: 'Fix them, and run the same line again.'},
  );
}

/** A mistake with its line, or the relevant part of a long one. */
function mistakeInWords({source: {file, text}, at: {line, column}, says}: Mistake): string {
  const whole = (text.split('\n', line)[line - 1] ?? '').trimEnd();
  const from = column > WIDEST ? column - 1 : 0;
  const to = from + WIDEST;
  const part = `${from > 0 ? '…' : ''}${whole.slice(from, to)}${to < whole.length ? '…' : ''}`;
  return `${file}, line ${line}, column ${column}: ${says}\n    ${line} | ${part}`;
}

const MOST = 20;
const WIDEST = 100;
