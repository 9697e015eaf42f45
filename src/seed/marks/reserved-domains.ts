import {foldAddress} from '../../records/fields/fold-address.js';

/** Whether an address is at a domain reserved for examples and tests, so that it belongs to nobody. */
export const isReserved = (address: string): boolean => reserved.test(foldAddress(address));

const reserved = /^[^@]+@(?:example\.(?:com|org|net)|(?:[a-z0-9-]+\.)+test)$/;

/** The domains in words, for errors. */
export const reservedInWords = 'example.com, example.org, example.net or a domain that ends in .test';
