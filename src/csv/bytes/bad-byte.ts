import {PreflightError} from '../../errors.js';
import {type Encoding, encodingName} from './encodings.js';

/** A byte that the encoding does not have, and its line. */
export class BadByteError extends PreflightError {
  readonly line: number;

  constructor(name: string, line: number, bad: string, encoding: Encoding, hint = saveOrSay) {
    super(`Line ${line} of ${name} has ${bad}, which is not ${encodingName(encoding)}.`, {hint});
    this.line = line;
  }
}

const saveOrSay = 'Save the file as “CSV UTF-8”, or name its encoding with --encoding.';

/** The warning about a file whose encoding was guessed. */
export const readAsWindows = (name: string, line: number): string =>
  `${name} is not UTF-8 (line ${line}), so it was read as Windows-1252.`;

/** Refuses a file that is neither UTF-8 nor plainly Windows-1252: the wrong encoding garbles names. */
export const doubtfulEncoding = (name: string, line: number): PreflightError =>
  new PreflightError(`${name} is not UTF-8 (line ${line}), and emk cannot be sure of its encoding.`, {
    hint: 'Save the file as “CSV UTF-8”. Or name the encoding: --encoding windows-1251, macintosh, windows-1250, shift_jis, gb18030…',
  });
