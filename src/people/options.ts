import type {Params} from '../api/describe/schema.js';

/** The one option by which people who unsubscribed are added all the same. */
export const includeOption = {
  include_unsubscribed: {type: 'flag', help: 'Also add people who unsubscribed', decides: 'checks'},
} as const satisfies Params;
