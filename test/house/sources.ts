/** The sources as trees, read once for all tests about how they are written. */
import {readdirSync, readFileSync} from 'node:fs';
import ts from 'typescript';

/** A named function of a file. */
export type Named = {
  readonly file: string;
  readonly name: string;
  readonly line: number;
  readonly lines: number;
  readonly node: ts.FunctionLikeDeclaration;
  readonly source: ts.SourceFile;
};

/** Every file of `src` as a tree, by its path from `src`. */
export const sources: ReadonlyMap<string, ts.SourceFile> = new Map(
  readdirSync('src', {recursive: true, encoding: 'utf8'})
    .map(path => path.replaceAll('\\', '/'))
    .filter(path => path.endsWith('.ts') && !path.endsWith('.d.ts'))
    .map(path => [path, parse(path, readFileSync(`src/${path}`, 'utf8'))]),
);

/** Reads a text as a file of the project. */
export function parse(path: string, text: string): ts.SourceFile {
  return ts.createSourceFile(path, text, ts.ScriptTarget.ES2023, true);
}

/** The functions of a file that have their own name, or are stored under one. */
export function functionsIn(file: string, source: ts.SourceFile): readonly Named[] {
  const found: Named[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) && 'body' in node && node.body) {
      const declared = node as ts.FunctionLikeDeclaration;
      const name = nameOf(declared);
      if (name !== undefined) {
        const [from, to] = [node.getStart(source), node.getEnd()].map(
          at => source.getLineAndCharacterOfPosition(at).line,
        ) as [number, number];
        found.push({file, name, line: from + 1, lines: to - from + 1, node: declared, source});
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function nameOf(node: ts.FunctionLikeDeclaration): string | undefined {
  if (node.name) return node.name.getText();
  const {parent} = node;
  const isHolder = ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent);
  return isHolder ? parent.name.getText() : undefined;
}
