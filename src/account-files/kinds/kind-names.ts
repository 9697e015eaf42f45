/**
 * The kinds of record in files, in the order of their dependencies. Each is the name of a file, of the list in it and
 * of the commands.
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
