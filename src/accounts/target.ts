import {createHash} from 'node:crypto';
import type {Account} from '../api/wire/account.js';

/** An account as far as work on it must not go on in another: its service, and a fingerprint of its key. */
export type Target = {readonly origin: string; readonly key: string};

/** The target that an account is. A sandbox is known by its key alone, since its port may change. */
export const targetOf = ({source, baseUrl, publicKey}: Account): Target => ({
  origin: source === 'sandbox' ? 'sandbox' : new URL(baseUrl).origin,
  key: createHash('sha256').update(publicKey).digest('hex').slice(0, 16),
});
