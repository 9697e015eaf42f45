/** The sources as trees, read once for all tests about how they are written. */
import {readdirSync, readFileSync} from 'node:fs';
import ts from 'typescript';

/** Every file of `src` as a tree, by its path from `src`. */
export const sources: ReadonlyMap<string, ts.SourceFile> = new Map(
  readdirSync('src', {recursive: true, encoding: 'utf8'})
    .map(path => path.replaceAll('\\', '/'))
    .filter(path => path.endsWith('.ts') && !path.endsWith('.d.ts'))
    .map(path => [path, parse(path, readFileSync(`src/${path}`, 'utf8'))]),
);

const nodes = new WeakMap<ts.SourceFile, readonly ts.Node[]>();

/** Every node of a tree from top to bottom, collected once: to go through a tree anew for each rule took a third of their time. */
export function nodesIn(source: ts.SourceFile): readonly ts.Node[] {
  const known = nodes.get(source);
  if (known) return known;
  const found: ts.Node[] = [];
  const visit = (node: ts.Node): void => {
    found.push(node);
    ts.forEachChild(node, visit);
  };
  visit(source);
  nodes.set(source, found);
  return found;
}

/** Reads a text as a file of the project. */
export function parse(path: string, text: string): ts.SourceFile {
  return ts.createSourceFile(path, text, ts.ScriptTarget.ES2023, true);
}
