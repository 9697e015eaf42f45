import {hashText} from '../../csv/bytes/hash-text.js';
import type {ListedContact} from './service.js';

/** Four bytes that stand for everything a contact holds, so that a later look tells whether anybody has changed it. */
export function fingerprint({contact_type: _, updated_at: __, ...held}: ListedContact): number {
  return hashText(JSON.stringify(held))[0];
}

/** Whether a contact was changed after it was added, as its times say. */
export const wasTouched = ({created_at, updated_at}: ListedContact): boolean => created_at !== updated_at;
