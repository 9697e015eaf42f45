import type {Field, Shape} from '../../api/describe/schema.js';
import {wordsOf} from '../../records/fields/field.js';
import type {TreePlace} from '../tree.js';

/** The fields that `--columns`, `--where` and `--sort` accept, with the words for a field's values. */
export type Fields = Readonly<Record<string, readonly string[]>>;

/** The fields of the records that a command lists. */
export function fieldsOf({command, calls}: TreePlace): Fields {
  const listed = calls.map(({returns}) => returns).find(returns => returns.kind === 'many');
  return command?.takes['columns'] && listed ? Object.fromEntries(within(listed.shape)) : {};
}

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
