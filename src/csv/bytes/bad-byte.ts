import {PreflightError} from '../../errors.js';
import {orList} from '../../words/sentence.js';
import {type Encoding, encodingName} from './encodings.js';
import type {Offer} from './guess-encoding.js';

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

/** A file that may be in several encodings. emk chooses none, because the wrong one garbles names. */
export class DoubtfulEncodingError extends PreflightError {
  readonly offers: readonly Offer[];

  constructor(name: string, line: number, offers: readonly Offer[]) {
    const readings = offers.map(offer => `in ${encodingName(offer.encoding)} it has ${wordsOf(offer)}`).join(', ');
    super(`${name} is not UTF-8 (line ${line}), and emk cannot be sure of its encoding: ${readings}.`, {
      hint: `Choose the one with the right words: ${orList(offers.map(({encoding}) => `--encoding ${encoding}`))}. Or save the file as “CSV UTF-8”.`,
    });
    this.offers = offers;
  }
}

/** Some words of a file, read with one encoding. */
export const wordsOf = ({words}: Offer): string => words.map(word => `“${word}”`).join(' ');
