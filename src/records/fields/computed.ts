import type {Loose} from '../../api/describe/schema.js';
import type {Clock} from '../dates/span.js';

/** A column computed from several fields of a record, such as one moment from a day, a time and a kind. */
export type Computed = {
  readonly path: string;
  readonly head?: string;
  /** The default columns that it replaces. It takes the place of the first one. */
  readonly instead: readonly string[];
  readonly needs: readonly string[];
  readonly read: (record: Loose) => string;
};

/** A column, or one that depends on the current time and so needs the account's clock. */
export type ComputedBy = Computed | ((clock: Clock) => Computed);

export const onClock = (computed: readonly ComputedBy[] | undefined, clock: Clock): readonly Computed[] =>
  (computed ?? []).map(each => (typeof each === 'function' ? each(clock) : each));

export const fieldsFor = (paths: readonly string[], computed: readonly Computed[]): readonly string[] =>
  paths.flatMap(path => computedAt(path, computed)?.needs ?? [path]);

/** The columns of a list as people see them: computed columns replace the fields that they are computed from. */
export const inTheirPlaces = (paths: readonly string[], computed: readonly Computed[]): readonly string[] =>
  computed.reduce<readonly string[]>((columns, {path, instead}) => {
    const placed = columns.flatMap(column =>
      column === instead[0] ? [path] : instead.includes(column) ? [] : [column],
    );
    return [...new Set(placed)];
  }, paths);

export const computedAt = (path: string, computed: readonly Computed[]): Computed | undefined =>
  computed.find(each => each.path === path);
