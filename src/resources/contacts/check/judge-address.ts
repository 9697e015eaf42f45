import {addressProblem, isAddress} from '../../../records/fields/email-address.js';
import {likelyAddresses} from '../../../records/fields/likely-addresses.js';
import {domainOf, likelyDomain} from '../../../records/fields/mistyped-domain.js';
import type {Found} from './kinds.js';
import {isDead, isDisposable, isRole} from './known-domains.js';

/** What is wrong with an address, by its form alone. Nothing is looked up: only mail shows whether a mailbox exists. */
export function judgeAddress(email: string): readonly Found[] {
  if (email === '') return [{finding: 'no-address', suggestion: 'add an address, or delete the contact'}];
  const problem = addressProblem(email);
  if (problem !== undefined) {
    const likely = likelyAddresses(email).find(({text}) => isAddress(text))?.text;
    return [{finding: 'bad-address', value: problem, suggestion: likely ?? 'fix it, or delete the contact'}];
  }
  const domain = domainOf(email).toLowerCase();
  const local = email.slice(0, -domain.length - 1);
  const ofDomain = judgeDomain(domain).map(({fixed, ...found}) =>
    fixed === undefined ? found : {...found, suggestion: `${local}@${fixed}`},
  );
  return isRole(local)
    ? [...ofDomain, {finding: 'role-address', value: local, suggestion: 'ask who reads it'}]
    : ofDomain;
}

type OfDomain = Found & {readonly fixed?: string};

/** Most people share few domains, so each domain is judged once. */
const knownDomains = new Map<string, readonly OfDomain[]>();
const MOST_KNOWN = 20_000;

function judgeDomain(domain: string): readonly OfDomain[] {
  const known = knownDomains.get(domain);
  if (known !== undefined) return known;
  const found: OfDomain[] = [];
  const fixed = likelyDomain(domain);
  if (fixed !== undefined) found.push({finding: 'mistyped-domain', value: domain, suggestion: '', fixed});
  if (isDead(domain))
    found.push({finding: 'dead-domain', value: domain, suggestion: 'ask for another address, or delete the contact'});
  if (isDisposable(domain)) {
    found.push({
      finding: 'disposable-domain',
      value: domain,
      suggestion: 'ask for a lasting address, or delete the contact',
    });
  }
  if (knownDomains.size < MOST_KNOWN) knownDomains.set(domain, found);
  return found;
}
