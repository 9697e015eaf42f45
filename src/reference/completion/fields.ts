import type {Field, Shape} from '../../api/describe/schema.js';
import {wordsOf} from '../../records/fields/field.js';
import type {TreePlace} from '../load-tree.js';
import {withBelow} from '../load-tree.js';

/** For each command that lists records, by its path: the fields, and the words for a field's values. */
export type Fields = {readonly [path: string]: {readonly [field: string]: readonly string[]}};

/** The file with these fields, because completing must not load the commands. */
export const fieldsFile = 'completions/fields.json';

/** The fields that `--columns`, `--where` and `--sort` accept. */
export const toFields = (places: readonly TreePlace[]): Fields =>
  Object.fromEntries(
    places.flatMap(withBelow).flatMap(({path, command, calls}) => {
      const listed = calls.map(({returns}) => returns).find(returns => returns.kind === 'many');
      return command?.takes['columns'] && listed ? [[path.join(' '), Object.fromEntries(within(listed.shape))]] : [];
    }),
  );

const within = (shape: Shape, before = ''): Array<[path: string, words: readonly string[]]> =>
  Object.entries(shape).flatMap(([name, field]) => {
    const path = `${before}${name}`;
    const below = shapeIn(field);
    return [[path, wordsOf(field) ?? []], ...(below ? within(below, `${path}.`) : [])];
  });

function shapeIn(field: Field): Shape | undefined {
  const [inside] = Array.isArray(field) ? field : [];
  return typeof inside === 'object' ? inside : undefined;
}
