import type {Loose} from '../../api/describe/schema.js';
import type {Clock} from '../dates/typed-clock.js';

/** A column that is read from several fields of a record, such as one moment in place of a day, a time and a kind. */
export type Computed = {
  readonly path: string;
  /** What stands above it, where that is not the word for its path. */
  readonly head?: string;
  /** The columns of the list that it stands for where nobody asked for columns; it stands in place of the first. */
  readonly instead: readonly string[];
  /** The fields that it is read from. */
  readonly needs: readonly string[];
  readonly read: (record: Loose) => string;
  /** Reads what it needs besides the records, such as the names of groups. A format that shows the column calls it first. */
  readonly prepare?: (() => Promise<void>) | undefined;
  /** Whether a beginning of it says enough where space is short, as of a sentence with a name at its end. */
  readonly shrinks?: true;
};

/** A column that is read alike at all times, or one that tells past from future and so needs the account's clock. */
export type ComputedBy = Computed | ((clock: Clock) => Computed);

/** The columns as they are read now. */
export const onClock = (computed: readonly ComputedBy[] | undefined, clock: Clock): readonly Computed[] =>
  (computed ?? []).map(each => (typeof each === 'function' ? each(clock) : each));

/** The fields that must be kept of a record to fill these columns. */
export const fieldsFor = (paths: readonly string[], computed: readonly Computed[]): readonly string[] =>
  paths.flatMap(path => computedAt(path, computed)?.needs ?? [path]);

/** The columns of a list as people see them: computed ones stand where the fields stood that they are read from. */
export const inTheirPlaces = (paths: readonly string[], computed: readonly Computed[]): readonly string[] =>
  computed.reduce<readonly string[]>((columns, {path, instead}) => {
    const placed = columns.flatMap(column =>
      column === instead[0] ? [path] : instead.includes(column) ? [] : [column],
    );
    return [...new Set(placed)];
  }, paths);

/** Reads what computed columns among these need besides the records. */
export async function prepare(paths: readonly string[], computed: readonly Computed[]): Promise<void> {
  for (const path of paths) await computedAt(path, computed)?.prepare?.();
}

/** The computed column of this name. */
export const computedAt = (path: string, computed: readonly Computed[]): Computed | undefined =>
  computed.find(each => each.path === path);
