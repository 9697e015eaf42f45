import {headOf} from '../records/fields/heads.js';
import {type Choice, fitting} from './choice.js';

/** What a column is matched with: an existing field, a new field, or nothing, which skips it. */
export type Target =
  | {readonly kind: 'known'; readonly fields: readonly string[]}
  | {readonly kind: 'new'; readonly name: string}
  | {readonly kind: 'skipped'};

/** A column to match: its header, some values, and its current match. */
export type Matching = {
  readonly header: string;
  readonly examples: readonly string[];
  /** Undefined until it is decided. */
  readonly target: Target | undefined;
  readonly suggested: string;
  /** Why it cannot be changed, shown in place of its field. */
  readonly fixed?: string | undefined;
};

export type Targets = ReadonlyArray<Target | undefined>;

export type MatchOptions = {
  readonly columns: readonly Matching[];
  readonly known: readonly string[];
  /** A field that some column must fill. */
  readonly needed: string;
};

export type MatchState = {
  readonly at: number;
  readonly targets: Targets;
  /** The index of the selected target for a typed text. */
  readonly pick: number;
  /** What one key has decided for many columns, and may decide again. */
  readonly atOnce?: ReadonlySet<Target> | undefined;
  readonly problem?: string | undefined;
};

/** Whether the column under the cursor has a target that was decided for it alone. */
export const isMatched = ({targets, at, atOnce}: MatchState): boolean => {
  const target = targets[at];
  return target !== undefined && !atOnce?.has(target);
};

export const SKIPPED: Target = {kind: 'skipped'};

/** Matches one column. A column that had the same field becomes open again, because a field is filled once. */
export const matched = (targets: Targets, at: number, target: Target): Targets =>
  targets.map((before, index) => {
    if (index === at) return target;
    return before !== undefined && namesOf(before).some(name => namesOf(target).includes(name)) ? undefined : before;
  });

/** The targets that a typed text may mean, likeliest first: a field, a new field of that name, or none. */
export function targetsFor(typed: string, known: readonly string[]): ReadonlyArray<Choice<Target>> {
  const name = typed.trim();
  const fields = known.map(field => ({
    name: calledAmong(known)(field),
    note: field,
    value: {kind: 'known', fields: [field]} as const,
  }));
  const isNew = /^\w+$/.test(name) && !known.some(field => field.toLowerCase() === name.toLowerCase());
  return [
    ...fitting<Target>(fields, name),
    ...fitting<Target>([{name: 'skip this column', value: SKIPPED}], name),
    ...(isNew ? [{name: `new field “${name}”`, value: {kind: 'new', name} as const}] : []),
  ];
}

/** What a field is called where people match columns with it: the word above it, or its own name where two have that word. */
export const calledAmong =
  (known: readonly string[]) =>
  (field: string): string =>
    known.some(other => other !== field && headOf(other) === headOf(field)) ? field : headOf(field);

/** The targets for the arrows: the fields that no other column fills, a new one, and none. */
export function around(
  targets: Targets,
  {columns, known}: {readonly columns: readonly Matching[]; readonly known: readonly string[]},
  at: number,
  step: 1 | -1,
): Targets {
  const others = targets.flatMap((target, index) => (target && index !== at ? namesOf(target) : []));
  const now = targets[at];
  const cycle: readonly Target[] = [
    ...known.filter(name => !others.includes(name)).map(name => ({kind: 'known', fields: [name]}) as const),
    newFor(columns[at], [...others, ...known]),
    SKIPPED,
  ];
  const place = now === undefined ? -1 : cycle.findIndex(each => isSame(each, now));
  const next = place < 0 ? (step > 0 ? 0 : cycle.length - 1) : (place + step + cycle.length) % cycle.length;
  return matched(targets, at, cycle[next] ?? SKIPPED);
}

/** Skips all columns that match nothing, or creates a field for each. */
export function settled(
  targets: Targets,
  columns: readonly Matching[],
  known: readonly string[],
  kind: 'skipped' | 'new',
): Targets {
  const taken = [...known, ...targets.flatMap(target => (target ? namesOf(target) : []))];
  return targets.map((target, at) => {
    if (target !== undefined || columns[at]?.fixed !== undefined) return target;
    if (kind === 'skipped') return {...SKIPPED};
    const made = newFor(columns[at], taken);
    taken.push(...namesOf(made));
    return made;
  });
}

export const namesOf = (target: Target): readonly string[] =>
  target.kind === 'known' ? target.fields : target.kind === 'new' ? [target.name] : [];

const isSame = (one: Target, other: Target): boolean =>
  one.kind === other.kind && namesOf(one).join() === namesOf(other).join();

/** A new field for a column, with a free name. */
function newFor(column: Matching | undefined, taken: readonly string[]): Target {
  const lower = new Set(taken.map(name => name.toLowerCase()));
  const base = column?.suggested ?? 'field';
  let name = base;
  for (let number = 2; lower.has(name.toLowerCase()); number++) name = `${base}_${number}`;
  return {kind: 'new', name};
}

/** The columns that still need a decision. */
export const openIn = ({columns}: Pick<MatchOptions, 'columns'>, targets: Targets): readonly number[] =>
  columns.flatMap(({fixed}, at) => (targets[at] === undefined && fixed === undefined ? [at] : []));
