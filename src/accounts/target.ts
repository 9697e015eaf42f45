import {createHash} from 'node:crypto';
import type {Account} from '../api/wire/account.js';

/** What must be the same for work to continue: the service, and a fingerprint of the key. */
export type Target = {readonly origin: string; readonly key: string};

/** The target that an account is. A sandbox is known by its key alone, since its port may change. */
export const targetOf = ({source, baseUrl, publicKey}: Account): Target => ({
  origin: source === 'sandbox' ? 'sandbox' : new URL(baseUrl).origin,
  key: createHash('sha256').update(publicKey).digest('hex').slice(0, 16),
});
