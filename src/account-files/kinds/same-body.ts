import {trim} from '../../records/fields/trim.js';

/** Whether two long texts give the same mail. */
export const sameBody = (one: string, other: string): boolean => plainBody(one) === plainBody(other);

/** A long text in the form for comparison: editors add a line end, and git changes line ends on some systems. */
export const plainBody = (text: string): string => trim(text.replaceAll('\r\n', '\n'));
