import {createHash} from 'node:crypto';
import {kinds} from '../kinds/kinds.js';
import type {Entry, KindName} from '../kinds/shape.js';
import {canonicalText} from './compare-entries.js';

/** A short text that changes with everything that files say about a record. */
export const fingerprintOf = (kind: KindName, entry: Entry): string =>
  createHash('sha256').update(canonicalText(kinds[kind].keys, entry)).digest('hex').slice(0, 16);

/** The fingerprint of a record right after its creation: its emails are added later, and it is not live yet. */
export const createdFingerprint = (kind: KindName, {emails: _, live: __, ...entry}: Entry): string =>
  fingerprintOf(kind, entry);
