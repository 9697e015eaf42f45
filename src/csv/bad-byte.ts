import {PreflightError} from '../errors.js';
import {type Encoding, encodingNames} from './encodings.js';

/** A byte that the encoding does not know, with the line that holds it. */
export class BadByteError extends PreflightError {
  readonly line: number;

  constructor(name: string, line: number, bad: string, encoding: Encoding, hint = saveOrSay) {
    super(`Line ${line} of ${name} holds ${bad}, which is not ${encodingNames[encoding]}.`, {hint});
    this.line = line;
  }
}

const saveOrSay = 'Save the file as “CSV UTF-8”, or say what it is written in with --encoding.';

/** The warning about a file whose encoding was guessed. */
export const readAsWindows = (name: string, line: number): string =>
  `${name} is not UTF-8 (line ${line}), so it was read as Windows-1252.`;
