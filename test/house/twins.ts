/** Nothing is decided twice: no function of `src` says what another one says already. */
import ts from 'typescript';
import {expect, test} from 'vitest';
import {functionsIn, type Named, parse, sources} from './sources.js';

/** Shorter functions than this may be alike by chance. */
const TOKENS = 12;

/** Twins that stay, as their places in order, each with its reason. */
const allowed: readonly {readonly twins: readonly string[]; readonly reason: string}[] = [];

/** Functions of one form, in groups of two and more. */
function twinsAmong(functions: readonly Named[]): readonly (readonly string[])[] {
  const found: string[][] = [];
  // To take a function apart into tokens is slow, so only functions of one outline are.
  for (const alike of groupsOf(functions, outlineOf)) {
    const forms = alike.map(each => ({tokens: tokensOf(each), place: `${each.file} ${each.name}`}));
    const long = forms.filter(({tokens}) => tokens.length >= TOKENS);
    for (const group of groupsOf(long, ({tokens}) => tokens.join(' ')))
      found.push(group.map(({place}) => place).sort());
  }
  return found;
}

/** What shares a key with another. */
function groupsOf<T>(all: readonly T[], keyOf: (one: T) => string): readonly (readonly T[])[] {
  const groups = new Map<string, T[]>();
  for (const each of all) {
    const key = keyOf(each);
    const group = groups.get(key);
    if (group) group.push(each);
    else groups.set(key, [each]);
  }
  return [...groups.values()].filter(group => group.length > 1);
}

/** The kinds of all nodes of a function but types, in order: twins have the same. */
function outlineOf({node}: Named): string {
  const kinds: number[] = [];
  const take = (each: ts.Node): void => {
    if (isNotSaid(each)) return;
    if (ts.isAsExpression(each) || ts.isSatisfiesExpression(each)) take(each.expression);
    else {
      kinds.push(each.kind);
      ts.forEachChild(each, take);
    }
  };
  for (const parameter of node.parameters) take(parameter);
  kinds.push(0);
  if (node.body) take(resultOf(node.body));
  return kinds.join(' ');
}

/** What takes no part in a comparison. */
const isNotSaid = (node: ts.Node): boolean =>
  ts.isTypeNode(node) || ts.isTypeParameterDeclaration(node) || ts.isModifier(node);

/**
 * The tokens of a function without its types. Names that it declares, or takes from a function around it, are replaced
 * by their order; a name from its file means one thing in this file, and something else in the next.
 */
function tokensOf({file, node, source}: Named): readonly string[] {
  const own = declaredIn(node);
  const around = namesAround(node, file);
  const names = new Map<string, string>();
  const tokens: string[] = [];
  const nameOf = (text: string): string => {
    const outer = own.has(text) ? undefined : around.get(text);
    if (!own.has(text) && !outer?.startsWith('$')) return outer ?? text;
    if (!names.has(text)) names.set(text, `$${names.size}`);
    return names.get(text) ?? text;
  };
  const take = (each: ts.Node): void => {
    if (isNotSaid(each)) return;
    const inner =
      ts.isAsExpression(each) || ts.isSatisfiesExpression(each) ? [each.expression] : each.getChildren(source);
    for (const part of inner) take(part);
    if (inner.length > 0) return;
    const text = each.getText(source);
    if (text === '' || announcesType(each)) return;
    if (isProperty(each)) tokens.push(text);
    else tokens.push(...(isShorthand(each) ? [text, ':'] : []), nameOf(text));
  };
  for (const parameter of node.parameters) take(parameter);
  tokens.push('=>');
  if (node.body) take(resultOf(node.body));
  return tokens;
}

const declared = new WeakMap<ts.Node, ReadonlySet<string>>();

/** The names that are declared in a node, looked for once: every function of a file asks for those of the file. */
function declaredIn(node: ts.Node): ReadonlySet<string> {
  const known = declared.get(node);
  if (known) return known;
  const own = new Set<string>();
  declared.set(node, own);
  const visit = (each: ts.Node): void => {
    const declares =
      ts.isParameter(each) ||
      ts.isVariableDeclaration(each) ||
      ts.isBindingElement(each) ||
      ts.isFunctionDeclaration(each) ||
      ts.isClassDeclaration(each);
    if (declares && each.name && ts.isIdentifier(each.name)) own.add(each.name.text);
    ts.forEachChild(each, visit);
  };
  visit(node);
  return own;
}

/** What a name outside a function means: `$name` if a function around it declares it, or else a name of its file. */
function namesAround(node: ts.Node, file: string): ReadonlyMap<string, string> {
  const meanings = new Map<string, string>();
  for (let outer = node.parent; outer; outer = outer.parent) {
    if (!ts.isFunctionLike(outer) && !ts.isSourceFile(outer)) continue;
    for (const name of declaredIn(outer)) {
      if (!meanings.has(name)) meanings.set(name, ts.isSourceFile(outer) ? `${name}@${file}` : `$${name}`);
    }
  }
  return meanings;
}

/** The colon before a type. */
const announcesType = ({kind, parent}: ts.Node): boolean =>
  kind === ts.SyntaxKind.ColonToken && (ts.isParameter(parent) || ts.isVariableDeclaration(parent));

/** A body that only returns a value says the same as the value. */
function resultOf(body: ts.Node): ts.Node {
  const [only, ...others] = ts.isBlock(body) ? body.statements : [];
  return only && others.length === 0 && ts.isReturnStatement(only) && only.expression ? only.expression : body;
}

/** A name behind a point or before a colon belongs to the object. */
const isProperty = ({parent, ...node}: ts.Node): boolean =>
  (ts.isPropertyAccessExpression(parent) || ts.isPropertyAssignment(parent)) && parent.name.pos === node.pos;

/** `{name}` names a property and a variable in one. */
const isShorthand = ({parent}: ts.Node): boolean =>
  ts.isShorthandPropertyAssignment(parent) ||
  (ts.isBindingElement(parent) && ts.isObjectBindingPattern(parent.parent) && parent.propertyName === undefined);

const functionsOf = (text: string): readonly Named[] => functionsIn('some.ts', parse('some.ts', text));

test('no function is written twice', () => {
  const found = twinsAmong([...sources].flatMap(([file, source]) => functionsIn(file, source)));
  expect(found.map(twins => twins.join(' ~ ')).sort()).toEqual(allowed.map(({twins}) => twins.join(' ~ ')).sort());
});

test('functions that differ in names, types and braces only are twins', () => {
  const functions = functionsOf(`
    const one = (name: string): string => name.trim().toLowerCase().slice(0, 3);
    export function other(text) { return text.trim().toLowerCase().slice(0, 3); }
  `);
  expect(twinsAmong(functions)).toEqual([['some.ts one', 'some.ts other']]);
});

test('functions that take the same from functions around them are twins', () => {
  const functions = functionsOf(`
    function outer(out) { let end = 0; const bad = (what) => ({bytes: out.subarray(0, end), bad: what}); }
    function second(text) { let end = 1; const bad = (what) => ({bytes: text.subarray(0, end), bad: what}); }
  `);
  expect(twinsAmong(functions)).toEqual([['some.ts bad', 'some.ts bad']]);
});

test('functions that read another property, or call another function of their file, are none', () => {
  const functions = functionsOf(`
    const one = ({first}: Name): string => first.trim().toLowerCase().slice(0, 3);
    const other = ({last}: Name): string => last.trim().toLowerCase().slice(0, 3);
    const apply = (work) => locked(() => start(work.folder, work.plan));
    const undo = (work) => locked(() => end(work.folder, work.plan));
  `);
  expect(twinsAmong(functions)).toEqual([]);
});
