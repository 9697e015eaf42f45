import type {Loose, Source} from '../../api/describe/schema.js';

/** The kinds of record that emk deletes, each by the words of its command. */
export const keptKinds = [
  'contacts',
  'contact-types',
  'fields',
  'segments',
  'segments recipients',
  'unsubscribers',
  'unsubscribe-groups recipients',
  'senders',
  'single-sends',
  'automations',
  'automations schedules',
  'notification-recipients',
] as const;

export type KeptKind = (typeof keptKinds)[number];

/** The kind of a collection's records. */
export const kindOf = ({see}: Pick<Source, 'see'>): KeptKind | undefined =>
  keptKinds.find(kind => see.startsWith(`emk ${kind} list`));

/** A private file that takes records before they are deleted. */
export type Keeping = {
  add(kind: KeptKind, records: readonly Loose[]): void;
  /** Says that all of it is on the disk; undefined where nothing was added. */
  finish(): Kept | undefined;
  /** Deletes the file. */
  drop(): void;
};

/** Records that were kept: the name that `emk restore` takes, and the file. */
export type Kept = {readonly name: string; readonly path: string};
