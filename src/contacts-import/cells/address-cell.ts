import {addressProblem, cleanAddress, isAddress, longestAddress} from '../../records/fields/email-address.js';
import {domainOf, likelyAddresses} from '../../records/fields/mistyped-domain.js';
import type {AddressFixes} from '../file/contract.js';
import type {CellRule, Fitted} from './cell-rule.js';

/** Accepts every address that the service accepts, and what people and programs write around one. */
const addressRule: CellRule = {
  read(text) {
    const problem = addressProblem(text);
    if (problem === undefined) return {value: text};
    const clean = cleanAddress(text);
    return clean === undefined ? {reason: problem} : {value: clean.address};
  },
  passes: isAddressIn,
  stays: isAddressIn,
  whenEmpty: 'the address is missing',
  noun: 'the address',
};

/** The same with what a person chose for faulty addresses. */
export function addressRuleWith({domains = [], likely = false}: AddressFixes = {}): CellRule {
  if (domains.length === 0 && !likely) return addressRule;
  const right = new Map(domains);
  const read = (text: string): Fitted => {
    const fitted = addressRule.read(text);
    const address = 'value' in fitted ? fitted.value : likely ? likelyAddress(text) : undefined;
    if (address === undefined) return fitted;
    const domain = domainOf(address);
    return {value: `${address.slice(0, address.length - domain.length)}${right.get(domain.toLowerCase()) ?? domain}`};
  };
  const isPlain = (bytes: Uint8Array, from: number, to: number): boolean =>
    isAddressIn(bytes, from, to) && !right.has(domainOf(textIn(bytes, from, to)).toLowerCase());
  return domains.length === 0 ? {...addressRule, read} : {...addressRule, read, passes: isPlain, stays: isPlain};
}

/** The address that a text most likely means; undefined if none comes to mind. */
export const likelyAddress = (text: string): string | undefined =>
  likelyAddresses(text).find(each => isAddress(each.text))?.text;

const textIn = (bytes: Uint8Array, from: number, to: number): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset + from, to - from).toString('latin1');

/** Recognises a plain ASCII address, as nearly all are, without decoding the cell: a file may have a million. */
export function isAddressIn(bytes: Uint8Array, from: number, to: number): boolean {
  if (to - from > longestAddress) return false;
  let at = from;
  let afterDot = true;
  for (; at < to; at++) {
    const byte = bytes[at] as number;
    if (byte === dot) {
      if (afterDot) return false;
      afterDot = true;
    } else if ((kinds[byte] as number) > 0) afterDot = false;
    else break;
  }
  if (bytes[at] !== atSign || afterDot || at - from > 64 || at === to) return false;
  return isDomainIn(bytes, at + 1, to);
}

function isDomainIn(bytes: Uint8Array, from: number, to: number): boolean {
  let label = from;
  for (let at = from; at < to; at++) {
    const byte = bytes[at] as number;
    if (byte === dot) {
      if (at === label || at - label > 63 || bytes[at - 1] === hyphen) return false;
      label = at + 1;
    } else if (byte === hyphen ? at === label : kinds[byte] !== alphanumeric) return false;
  }
  const last = bytes[label] as number;
  const aLetter = (last | 0x20) >= 0x61 && (last | 0x20) <= 0x7a;
  return label > from && label < to && to - label <= 63 && aLetter && bytes[to - 1] !== hyphen;
}

const dot = 0x2e;
const hyphen = 0x2d;
const atSign = 0x40;
const alphanumeric = 2;

/** 2 for letters and digits, 1 for other characters allowed before the `@`, 0 for all other bytes. */
const kinds = new Uint8Array(256).map((_, byte) => {
  const character = String.fromCharCode(byte);
  if (/[A-Za-z0-9]/.test(character)) return alphanumeric;
  return /[!#$%&'*+/=?^_`{|}~-]/.test(character) ? 1 : 0;
});
