import type {Params} from '../api/describe/schema.js';

/** The one option by which people who unsubscribed are added all the same. */
export const includeOption = {
  include_unsubscribed: {type: 'flag', help: 'Also add people who unsubscribed', decides: 'checks'},
} as const satisfies Params;

/** The option of commands that add people, which look at more than the new record. */
export const lookWhoLeft = {
  no_lookup: {
    type: 'flag',
    help: "Don't look who unsubscribed, nor at the new record",
    option: 'no-lookup',
    decides: 'checks',
    rare: true,
  },
} as const satisfies Params;
