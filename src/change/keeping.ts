import type {Loose, Source} from '../api/describe/schema.js';

/** The kinds of record that emk deletes, by the words of their commands. */
const keptKinds = [
  'contacts',
  'lists',
  'fields',
  'segments',
  'segments recipients',
  'unsubscribes',
  'groups recipients',
  'senders',
  'mailings',
  'automations',
  'automations emails',
  'notifications',
] as const;

export type KeptKind = (typeof keptKinds)[number];

export const isKeptKind = (kind: unknown): kind is KeptKind => keptKinds.some(each => each === kind);

/** The kind of a collection's records. */
export const kindOf = ({see}: Pick<Source, 'see'>): KeptKind | undefined =>
  keptKinds.find(kind => see.startsWith(`emk ${kind} list`));

/** A private file for records before they are deleted. */
export type Keeping = {
  add(kind: KeptKind, records: readonly Loose[]): void;
  /** Notes the highest row of a list, so that later ones are known to be newer than the copy. */
  noteLastRow(kind: KeptKind, row: number): void;
  /** Makes sure that all of it is on disk, and gives its id for `emk undo`; undefined if nothing was added. */
  finish(): string | undefined;
  drop(): void;
};
