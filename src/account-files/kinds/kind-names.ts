/** The kinds of record in files, in the order of their dependencies: the names of files, lists and commands. */
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
