import {createHash} from 'node:crypto';
import type {Account} from '../../api/account.js';
import {ConfigError} from '../../errors.js';
import type {Header} from '../journal/journal-record.js';

/** Which account an import goes to: its service, and a fingerprint of its key. A sandbox is known by its key alone. */
export const targetOf = ({source, baseUrl, publicKey}: Account): {readonly origin: string; readonly key: string} => ({
  origin: source === 'sandbox' ? 'sandbox' : new URL(baseUrl).origin,
  key: createHash('sha256').update(publicKey).digest('hex').slice(0, 16),
});

/** Keeps an import from going on in another account than the one it began in. */
export function assertSameTarget(account: Account, {id, account: name, origin, key}: Header): void {
  const target = targetOf(account);
  if (target.origin === origin && target.key === key) return;
  throw new ConfigError(`Import ${id} went to ${name} (${origin}), and this is ${account.name} (${target.origin}).`, {
    hint: 'Choose the account it went to with --profile, or by the environment it had then.',
  });
}
