import type {Resource} from '../commands/command.js';

type Entry = {readonly summary: string; readonly load: () => Promise<{readonly default: Resource}>};

/** Every resource, in the order help shows them. A module loads only when its resource is named. */
export const resources: {readonly [name: string]: Entry} = {
  'contact-types': {summary: 'Named contact lists', load: () => import('./contact-types.js')},
  contacts: {summary: 'People you can write to', load: () => import('./contacts.js')},
  fields: {summary: 'Reserved and custom fields of a contact', load: () => import('./fields.js')},
  segments: {summary: 'Contacts picked by what they have in common', load: () => import('./segments.js')},
  unsubscribers: {summary: 'Addresses that get no mail at all', load: () => import('./unsubscribers.js')},
  'unsubscribe-groups': {summary: 'Kinds of mail that people can leave', load: () => import('./unsubscribe-groups.js')},
  senders: {summary: 'Addresses you write from', load: () => import('./senders.js')},
  templates: {summary: 'Design templates and their tags', load: () => import('./templates.js')},
  'single-sends': {summary: 'One-off mailings, at once or at a set time', load: () => import('./single-sends.js')},
  automations: {summary: 'Emails that send themselves', load: () => import('./automations.js')},
  'notification-recipients': {
    summary: 'Addresses stored for notifications',
    load: () => import('./notification-recipients.js'),
  },
  locations: {summary: 'Countries, states and cities', load: () => import('./locations.js')},
};

/** A resource where it stands in the tree: `segments recipients`. */
export type Placed = {readonly path: string; readonly summary: string; readonly resource: Resource};

/** All of them, nested ones after their parents: for the sandbox, the reference and the tests. */
export const loadAll = async (): Promise<Placed[]> => {
  const loaded = await Promise.all(
    Object.entries(resources).map(async ([path, {summary, load}]) => ({
      path,
      summary,
      resource: (await load()).default,
    })),
  );
  return loaded.flatMap(withNested);
};

const withNested = (placed: Placed): Placed[] => [
  placed,
  ...Object.entries(placed.resource.nested ?? {}).flatMap(([name, {summary, ...resource}]) =>
    withNested({path: `${placed.path} ${name}`, summary, resource}),
  ),
];
