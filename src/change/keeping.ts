import type {Loose, Source} from '../api/describe/schema.js';
import {identities} from './identity/identities.js';

/** The kinds of record that a copy can hold, by the words of their commands. */
export type KeptKind = keyof typeof identities;

const keptKinds = Object.keys(identities) as readonly KeptKind[];

export const isKeptKind = (kind: unknown): kind is KeptKind => keptKinds.some(each => each === kind);

/** The kind of a collection's records. */
export const keptKindOf = ({see}: Pick<Source, 'see'>): KeptKind | undefined =>
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
