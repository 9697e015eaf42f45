import {trim} from '../api/trim.js';

/** An address as it is compared: trimmed as the service trims, and in lower case. */
export const foldAddress = (address: string): string => trim(address).toLowerCase();
