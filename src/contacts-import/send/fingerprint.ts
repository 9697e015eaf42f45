import {hashText} from '../../csv/bytes/hash-text.js';
import type {ListedContact} from './service.js';

/** Four bytes of hash for everything in a contact, so that emk can tell later whether anybody changed it. */
export const fingerprint = (contact: ListedContact): number =>
  // JSON leaves undefined members out. An object without them would take longer to make.
  hashText(JSON.stringify({...contact, contact_type: undefined, updated_at: undefined}))[0];

/** Whether a contact was changed after it was added, according to its times. */
export const wasTouched = ({created_at, updated_at}: ListedContact): boolean => created_at !== updated_at;
