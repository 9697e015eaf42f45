import {hashText} from '../../csv/bytes/hash-text.js';
import type {ListedContact} from './service.js';

/** Four bytes of hash for everything in a contact, so that emk can tell later whether anybody changed it. */
export function fingerprint({contact_type: _, updated_at: __, ...held}: ListedContact): number {
  return hashText(JSON.stringify(held))[0];
}

/** Whether a contact was changed after it was added, according to its times. */
export const wasTouched = ({created_at, updated_at}: ListedContact): boolean => created_at !== updated_at;
