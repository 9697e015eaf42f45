/**
The kinds of record that are kept in files, in the order in which they depend on each other: each name is that of a
file, of the list in it and of the commands.
*/
export const kindNames = [
  'contact-types',
  'fields',
  'unsubscribe-groups',
  'unsubscribers',
  'senders',
  'templates',
  'segments',
  'automations',
  'single-sends',
  'notification-recipients',
] as const;

export type KindName = (typeof kindNames)[number];

export const isKindName = (name: string): name is KindName => (kindNames as readonly string[]).includes(name);
