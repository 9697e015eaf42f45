import {trim} from '../../records/fields/trim.js';

/** Whether two long texts make the same mail. */
export const sameBody = (one: string, other: string): boolean => plainBody(one) === plainBody(other);

/** A long text as it is compared: editors end a file with a line end, and git changes line ends on some systems. */
export const plainBody = (text: string): string => trim(text.replaceAll('\r\n', '\n'));
