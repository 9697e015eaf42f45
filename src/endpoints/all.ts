import type {Collection} from '../api/describe/operation.js';
import type {Operation} from '../api/describe/schema.js';

/** Every collection of the API by its place on the command line, loaded only when needed. */
const collections: {readonly [path: string]: () => Promise<{readonly default: Collection}>} = {
  lists: () => import('./lists.js'),
  contacts: () => import('./contacts.js'),
  fields: () => import('./fields.js'),
  segments: () => import('./segments.js'),
  'segments recipients': () => import('./segment-recipients.js'),
  unsubscribes: () => import('./unsubscribes.js'),
  groups: () => import('./groups.js'),
  'groups recipients': () => import('./group-recipients.js'),
  senders: () => import('./senders.js'),
  templates: () => import('./templates.js'),
  mailings: () => import('./mailings.js'),
  automations: () => import('./automations.js'),
  'automations emails': () => import('./automation-emails.js'),
  notifications: () => import('./notifications.js'),
  locations: () => import('./locations.js'),
};

/** Loads all collections, for code that needs the whole API: the sandbox, `emk api` and the tests. */
export const loadCollections = async (): Promise<ReadonlyArray<Collection & {readonly path: string}>> =>
  Promise.all(Object.entries(collections).map(async ([path, load]) => ({path, ...(await load()).default})));

/** Every operation of the API. */
export const loadOperations = async (): Promise<readonly Operation[]> =>
  (await loadCollections()).flatMap(({operations}) => Object.values(operations));
