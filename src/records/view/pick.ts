import type {Loose} from '../../api/describe/schema.js';

type Tree = Map<string, Tree | undefined>;

/** Compiles paths into a function that keeps only those fields of a record, nested as they were. */
export function toPicker(paths: readonly string[]): (record: Loose) => Loose {
  const tree: Tree = new Map();
  for (const path of paths) grow(tree, path.split('.'));
  return record => pick(record, tree) as Loose;
}

function grow(tree: Tree, [first = '', ...rest]: readonly string[]): void {
  if (rest.length === 0) tree.set(first, undefined);
  else if (!tree.has(first)) tree.set(first, new Map());
  const below = tree.get(first);
  if (below) grow(below, rest);
}

function pick(value: unknown, tree: Tree): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(item => pick(item, tree));
  const fields = [...tree].filter(([name]) => Object.hasOwn(value, name));
  return Object.fromEntries(
    fields.map(([name, below]) => [name, below ? pick((value as Loose)[name], below) : (value as Loose)[name]]),
  );
}
