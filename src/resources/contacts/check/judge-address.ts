import {addressProblem, isAddress} from '../../../records/fields/email-address.js';
import {likelyAddresses} from '../../../records/fields/likely-addresses.js';
import {domainOf, likelyDomain} from '../../../records/fields/mistyped-domain.js';
import {wordSet} from '../../../words/word-set.js';
import type {Found} from './kinds.js';

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

/** Whether mail to a domain can never arrive: it is reserved for examples and tests, or known only within a network. */
const isDead = (domain: string): boolean => under(domain, reserved);

/** Whether a domain gives everybody an address for some minutes. Only the best known: there are thousands. */
const isDisposable = (domain: string): boolean => under(domain, disposable);

/** Whether the part before the @ is a job or an office instead of a person. */
const isRole = (local: string): boolean => roles.has(local.toLowerCase().replace(/[._+-]/g, ''));

/** From RFC 2606, 6761, 6762 and 8375, and names that routers use. */
const reserved = wordSet(`example.com example.net example.org example test invalid localhost local internal lan home
  corp localdomain home.arpa onion alt`);

const disposable = wordSet(`10minutemail.com 20minutemail.com anonbox.net burnermail.io byom.de discard.email
  discardmail.com dispostable.com emailondeck.com fakeinbox.com fakemail.net getairmail.com getnada.com grr.la
  guerrillamail.biz guerrillamail.com guerrillamail.de guerrillamail.net guerrillamail.org guerrillamailblock.com
  inboxkitten.com maildrop.cc mailcatch.com mailexpire.com mailinator.com mailinator.net mailnesia.com mailnull.com
  mailsac.com minuteinbox.com mintemail.com moakt.com mohmal.com mytemp.email nada.email sharklasers.com spam4.me
  spambog.com spambox.us spamgourmet.com temp-mail.io temp-mail.org tempail.com tempinbox.com tempmail.de
  tempmail.net tempr.email throwawaymail.com trash-mail.com trashmail.com trashmail.de trashmail.net
  wegwerfemail.de wegwerfmail.de yopmail.com yopmail.fr yopmail.net`);

const roles = wordSet(`abuse accounting accounts admin administrator all anfrage bestellung bewerbung billing bookings
  buchhaltung buero career careers contact contacto customerservice datenschutz editor empfang enquiries everyone
  feedback finance hallo hello help helpdesk hostmaster hr info infos inquiries invoices it jobs kontakt kundenservice
  legal list mail mailerdaemon marketing media newsletter noreply donotreply nospam notifications office orders
  postmaster presse press privacy purchasing rechnung reception recruiting redaktion reservations root sales
  security sekretariat service spam staff subscribe support team unsubscribe verkauf vertrieb verwaltung webmaster`);

/** Whether the domain, or one above it, is in a set. */
function under(domain: string, known: ReadonlySet<string>): boolean {
  for (let rest = domain; ; rest = rest.slice(rest.indexOf('.') + 1)) {
    if (known.has(rest)) return true;
    if (!rest.includes('.')) return false;
  }
}
