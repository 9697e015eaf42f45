import type {Place, YamlMistake} from './place.js';

/** Finds anchors, with which a few lines can mean a million, and deep nesting, before anything is built. */
export function outOfBounds(
  text: string,
  tokens: Iterable<string>,
  typeOf: (token: string) => string | null,
): readonly YamlMistake[] {
  const mistakes: YamlMistake[] = [];
  let [at, line, start, depth] = [0, 1, 0, 0];
  let isScalar = false;
  const here = (): Place => {
    for (let end = text.indexOf('\n', start); end >= 0 && end < at; end = text.indexOf('\n', start)) {
      [start, line] = [end + 1, line + 1];
    }
    return {line, column: at - start + 1};
  };
  for (const token of tokens) {
    // The text of a scalar comes after its mark, and may look like any token.
    const type: string | null = isScalar ? 'text' : typeOf(token);
    isScalar = type === 'scalar';
    if (type === 'anchor' || type === 'alias') {
      mistakes.push({
        at: here(),
        says: `${token} is an anchor or an alias. These files cannot have any.`,
        hint: 'Write the values out instead.',
      });
      if (mistakes.length === MOST) return mistakes;
    }
    depth += brackets.get(type) ?? 0;
    if (depth > DEEPEST) {
      return [{at: here(), says: `The file is nested too deeply: ${depth} brackets are open here.`}];
    }
    if (type === null || !marks.has(type)) at += token.length;
  }
  return mistakes;
}

/** How far in each bracket leads. */
const brackets: ReadonlyMap<string | null, 1 | -1> = new Map([
  ['flow-seq-start', 1],
  ['flow-map-start', 1],
  ['flow-seq-end', -1],
  ['flow-map-end', -1],
]);

/** Tokens that the lexer adds, without text in the file. */
const marks: ReadonlySet<string> = new Set(['doc-mode', 'flow-error-end', 'scalar']);

/** The most mistakes to report: nobody reads more. */
const MOST = 100;

/** The deepest nesting. Real files need five levels. */
const DEEPEST = 64;
