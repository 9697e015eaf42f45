/** Nothing is exported without a user in another file: an unused export is dead code, or belongs to its file alone. */
import {readdirSync, readFileSync} from 'node:fs';
import {posix} from 'node:path';
import ts from 'typescript';
import {expect, test} from 'vitest';
import {nodesIn, sources} from './sources.js';

type Export = {readonly file: string; readonly name: string};

/** The exports of a file that it declares itself. */
const exportsOf = (file: string, source: ts.SourceFile): readonly Export[] =>
  source.statements.filter(isExported).flatMap(statement => {
    return namesIn(statement).map(name => ({file, name}));
  });

const isExported = (statement: ts.Statement): boolean =>
  ts.canHaveModifiers(statement) &&
  (ts.getModifiers(statement) ?? []).some(({kind}) => kind === ts.SyntaxKind.ExportKeyword) &&
  !(ts.getModifiers(statement) ?? []).some(({kind}) => kind === ts.SyntaxKind.DefaultKeyword);

function namesIn(statement: ts.Statement): readonly string[] {
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.flatMap(({name}) => boundNames(name));
  const {name} = statement as ts.DeclarationStatement;
  return name ? [name.text] : [];
}

const boundNames = (name: ts.BindingName): readonly string[] =>
  ts.isIdentifier(name)
    ? [name.text]
    : name.elements.flatMap(each => (ts.isBindingElement(each) ? boundNames(each.name) : []));

/** What the files use of each other, as `file name`; for a file that is imported as a whole, all names. */
function usesIn(files: ReadonlyMap<string, ts.SourceFile>): (exported: Export) => boolean {
  const used = new Set<string>();
  const asWhole = new Set<string>();
  const named = new Set<string>();
  for (const [file, source] of files) {
    const placeOf = ({text}: ts.LiteralLikeNode): string =>
      posix.join(posix.dirname(file), text).replace(/\.js$/, '.ts');
    const note = (node: ts.Node): void => {
      if ((ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) && isText(node.moduleSpecifier)) {
        const from = placeOf(node.moduleSpecifier);
        const names = ts.isImportDeclaration(node) ? node.importClause?.namedBindings : node.exportClause;
        if (names && 'elements' in names)
          for (const {name, propertyName} of names.elements) used.add(`${from} ${(propertyName ?? name).text}`);
        else if (names) asWhole.add(from);
      } else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument) && isText(node.argument.literal)) {
        asWhole.add(placeOf(node.argument.literal));
        if (node.qualifier) named.add(node.qualifier.getText(source));
      } else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
        const [path] = node.arguments;
        if (isText(path)) asWhole.add(placeOf(path));
      } else if (ts.isPropertyAccessExpression(node)) named.add(node.name.text);
      else if (ts.isBindingElement(node)) named.add((node.propertyName ?? node.name).getText(source));
    };
    for (const node of nodesIn(source)) note(node);
  }
  return ({file, name}) => used.has(`${file} ${name}`) || (asWhole.has(file) && named.has(name));
}

const isText = (node: ts.Node | undefined): node is ts.StringLiteralLike =>
  node !== undefined && ts.isStringLiteralLike(node);

/** What tests, the launcher and the build use of `src`, by its name alone. */
const outside = new Set(
  ['test', 'bin', '.ci']
    .flatMap(folder => readdirSync(folder, {recursive: true, encoding: 'utf8'}).map(path => `${folder}/${path}`))
    .filter(path => /\.(?:ts|[cm]?js)$/.test(path))
    .flatMap(path => readFileSync(path, 'utf8').match(/\b\w+\b/g) ?? []),
);

function deadIn(files: ReadonlyMap<string, ts.SourceFile>): readonly string[] {
  const isUsed = usesIn(files);
  return [...files]
    .flatMap(([file, source]) => exportsOf(file, source))
    .filter(each => !isUsed(each) && !outside.has(each.name))
    .map(({file, name}) => `${file} ${name}`)
    .sort();
}

test('every export has a user in another file', () => {
  expect(deadIn(sources)).toEqual([]);
});
