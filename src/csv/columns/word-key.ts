import {folded} from '../../words/sentence.js';

/** A value without case, accents and the signs between words. */
export const wordKey = (text: string): string =>
  folded(text)
    .replace(/[\s_\u00a0-]+/g, ' ')
    .trim();

/** The words of a list with commas. */
export const list = (text: string): string[] => text.split(',').map(word => word.trim());

/** The words of a cell without a date, a “please” and a full stop around them: `abgemeldet am 3.4.2026`. */
export const bareWord = (word: string): string =>
  word.replace(/^(?:please|bitte) |(?: ?\(?(?:am|on|at|since|seit|le|el|em|op)? ?\d[\d./: ]*\)?)?[.!]*$/g, '');
