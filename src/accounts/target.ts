import {createHash} from 'node:crypto';
import type {Account} from '../api/wire/answer.js';

/** What must stay the same for work to continue: the service, and a hash of the key. */
export type Target = {readonly origin: string; readonly key: string};

/** The target of an account. A sandbox is identified by its key alone, because its port may change. */
export const targetOf = ({source, baseUrl, publicKey}: Account): Target => ({
  origin: source === 'sandbox' ? 'sandbox' : new URL(baseUrl).origin,
  key: createHash('sha256').update(publicKey).digest('hex').slice(0, 16),
});
