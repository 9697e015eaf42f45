import {trim} from '../../api/trim.js';

/** Whether two long texts make the same mail: editors end a file with a line end, and git changes line ends on some systems. */
export const sameBody = (one: string, other: string): boolean => plain(one) === plain(other);

const plain = (text: string): string => trim(text.replaceAll('\r\n', '\n'));
