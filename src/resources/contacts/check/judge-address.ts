import {addressProblem, isAddress} from '../../../records/fields/email-address.js';
import {likelyAddresses} from '../../../records/fields/likely-addresses.js';
import {domainOf, likelyDomain} from '../../../records/fields/mistyped-domain.js';
import type {Found} from './kinds.js';
import {isDead, isDisposable, isRole} from './known-domains.js';

/** What is wrong with an address by its form alone. Nothing is looked up: whether a mailbox exists, only mail can tell. */
export function judgeAddress(email: string): readonly Found[] {
  if (email === '') return [{finding: 'no-address', suggestion: 'add an address, or delete the contact'}];
  const problem = addressProblem(email);
  const [likely] = likelyAddresses(email).filter(({text}) => text !== email && isAddress(text));
  if (problem !== undefined) {
    return [{finding: 'bad-address', value: problem, suggestion: likely?.text ?? 'correct it, or delete the contact'}];
  }
  const domain = domainOf(email).toLowerCase();
  const local = email.slice(0, email.length - domain.length - 1);
  const found: Found[] = [];
  if (likely && likelyDomain(domain) !== undefined) {
    found.push({finding: 'mistyped-domain', value: domain, suggestion: likely.text});
  }
  if (isDead(domain))
    found.push({finding: 'dead-domain', value: domain, suggestion: 'find another address, or delete'});
  if (isDisposable(domain)) {
    found.push({finding: 'disposable-domain', value: domain, suggestion: 'ask for a lasting address, or delete'});
  }
  if (isRole(local)) found.push({finding: 'role-address', value: local, suggestion: 'ask who reads it'});
  return found;
}
