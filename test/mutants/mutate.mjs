import ts from 'typescript';

/**
 * Compiles all mutants of a file into its text, each behind a question that only a run of mutants answers with yes:
 * `(globalThis.mutant__?.("file:12:7 true") ? true : (original))`. So a file is compiled once for all of them.
 */
export function mutate(text, file) {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const mutants = [];
  const idOf = (node, what) => {
    const {line, character} = source.getLineAndCharacterOfPosition(node.getStart(source));
    const id = `${file}:${line + 1}:${character + 1} ${what}`;
    mutants.push(id);
    return `globalThis.mutant__?.(${JSON.stringify(id)})`;
  };
  const render = (node, place) => {
    const inside = renderChildren(node, place);
    if (!place.inFunction || place.inSentence) return inside;
    if (ts.isThrowStatement(node)) return `{ if (!${idOf(node, 'no throw')}) ${inside.trimStart()} }`;
    const others = place.inLoop ? [] : variantsOf(node, source);
    return others.reduce((whole, {what, text: other}) => `(${idOf(node, what)} ? (${other}) : (${whole}))`, inside);
  };
  const renderChildren = (node, place) => {
    let at = node.getStart(source);
    let rendered = '';
    ts.forEachChild(node, child => {
      const start = child.getStart(source);
      if (start < at) return;
      rendered += text.slice(at, start) + render(child, placeIn(node, child, place));
      at = child.end;
    });
    return rendered + text.slice(at, node.end);
  };
  const code = renderChildren(source, {inFunction: false, inLoop: false, inSentence: false});
  return {code: text.slice(0, source.getStart(source)) + code, mutants};
}

/** What is known of a place: values of a module are computed once, and a loop that never ends would stop everything. */
const placeIn = (node, child, {inFunction, inSentence}) => ({
  inFunction: inFunction || ts.isFunctionLike(node),
  inLoop: ts.isIterationStatement(node, false) && child !== node.statement,
  inSentence: inSentence || ts.isTemplateExpression(node) || ts.isTypeNode(node),
});

/** What could stand in a node's place, as text. */
function variantsOf(node, source) {
  const text = node.getText(source);
  if (isCondition(node)) return [variant('true', 'true'), variant('false', 'false')];
  if (ts.isBinaryExpression(node)) return binaryVariants(node, source);
  if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken)
    return [variant('no !', node.operand.getText(source))];
  if (isCallAlone(node)) return [variant('no call', 'undefined')];
  if (ts.isCallExpression(node) && !(node.flags & ts.NodeFlags.OptionalChain)) return callVariants(node, text, source);
  if (isSwitch(node)) return [variant(text === 'true' ? 'false' : 'true', text === 'true' ? 'false' : 'true')];
  return [];
}

const variant = (what, text) => ({what, text});

const isCondition = node =>
  (ts.isIfStatement(node.parent) && node.parent.expression === node) ||
  (ts.isConditionalExpression(node.parent) && node.parent.condition === node);

/** A call for its effect: nothing takes its value. */
const isCallAlone = node =>
  ts.isExpressionStatement(node.parent) &&
  (ts.isCallExpression(node) || (ts.isAwaitExpression(node) && ts.isCallExpression(node.expression)));

/** A yes or no that is returned or handed on. */
const isSwitch = node =>
  (node.kind === ts.SyntaxKind.TrueKeyword || node.kind === ts.SyntaxKind.FalseKeyword) &&
  (ts.isReturnStatement(node.parent) || ts.isArrowFunction(node.parent) || ts.isPropertyAssignment(node.parent));

const swaps = {
  '===': '!==',
  '!==': '===',
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '&&': '||',
  '||': '&&',
  '-': '+',
};

function binaryVariants({left, operatorToken, right}, source) {
  const [one, other] = [left.getText(source), right.getText(source)];
  const operator = operatorToken.getText(source);
  if (operator === '??') return [variant('no ??', one)];
  const swapped = swaps[operator];
  return swapped ? [variant(`${operator} to ${swapped}`, `(${one}) ${swapped} (${other})`)] : [];
}

const otherMethods = new Map([
  ['some', 'every'],
  ['every', 'some'],
  ['max', 'min'],
  ['min', 'max'],
]);

function callVariants({expression, arguments: given}, text, source) {
  if (!ts.isPropertyAccessExpression(expression) || given.length === 0) return [];
  const method = expression.name.text;
  const before = text.slice(0, expression.name.getStart(source) - expression.getStart(source));
  const after = text.slice(before.length + method.length);
  if (method === 'filter') return [variant('no filter', `${before}filter(() => true)`)];
  const other = otherMethods.get(method);
  return other ? [variant(`${method} to ${other}`, `${before}${other}${after}`)] : [];
}
