import {trim} from '../../records/fields/trim.js';

/** The form in which addresses are compared: trimmed like the service does, and in lower case. */
export const foldAddress = (address: string): string => trim(address).toLowerCase();
