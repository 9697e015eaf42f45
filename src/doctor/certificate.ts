import {DAY} from '../words/calendar.js';
import type {Handshake} from './connect.js';
import {good, note, wrong} from './look.js';
import type {Look} from './looks.schema.js';

/** A service's certificate: its host, its expiry date, and whether emk accepts it. */
export function certificateLook(hostname: string, {protocol, certificate, refusedFor}: Handshake, now: Date): Look {
  const [from, until] = [new Date(certificate.valid_from), new Date(certificate.valid_to)];
  const days = Math.floor((until.getTime() - now.getTime()) / DAY);
  const facts = {
    protocol,
    valid_from: dateOf(from),
    valid_until: dateOf(until),
    days_left: days,
    issuer: [certificate.issuer?.O ?? certificate.issuer?.CN ?? ''].flat()[0] ?? '',
  };
  const dates = `valid from ${dateOf(from)} to ${dateOf(until)}`;
  if (refusedFor !== undefined) {
    return wrong(
      'certificate',
      `The certificate of ${hostname}, ${dates}, is not accepted (${refusedFor}).`,
      "Check the base URL and this machine's clock. For a company certificate, set NODE_EXTRA_CA_CERTS.",
      facts,
    );
  }
  const says = `The certificate of ${hostname} is ${dates} (${protocol}).`;
  return days < SOON
    ? note('certificate', says, `It expires in ${days} days: tell the people who run the service.`, facts)
    : good('certificate', says, facts);
}

/** In days. Automatic renewal happens earlier than this. */
const SOON = 14;

const dateOf = (date: Date): string =>
  Number.isNaN(date.getTime()) ? 'an unknown day' : date.toISOString().slice(0, 10);
