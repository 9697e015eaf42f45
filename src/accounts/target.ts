import {createHash} from 'node:crypto';
import type {Account} from '../api/wire/answer.js';
import {shortHash} from '../csv/bytes/hash-text.js';
import {originOf} from './key.js';

/** What must stay the same for work to continue: the service, and a hash of the key. */
export type Target = {readonly origin: string; readonly key: string};

/** The target of an account. A sandbox is identified by its key alone, because its port may change. */
export const targetOf = ({source, baseUrl, publicKey}: Account): Target => ({
  origin: source === 'sandbox' ? 'sandbox' : new URL(baseUrl).origin,
  key: createHash('sha256').update(publicKey).digest('hex').slice(0, 16),
});

/** An account as the name of a file, from which neither its address nor its key can be read. */
export function fileNameOf({baseUrl, publicKey}: Pick<Account, 'baseUrl' | 'publicKey'>): string {
  // A hash of node:crypto would take a twelfth of a short command's time.
  const origin = originOf(baseUrl);
  const halves = [`${origin}\n${publicKey}`, `${publicKey}\n${origin}`];
  return halves.map(text => shortHash(text).toString(16).padStart(8, '0')).join('');
}
