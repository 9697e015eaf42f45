/** Commands know who reads their result, but not its format: so a new format changes no command. */
import ts from 'typescript';
import {expect, test} from 'vitest';
import {formats} from '../../src/output/results/format.js';
import {nodesIn, parse, sources} from './sources.js';

/** The files that read what a person typed after `--output`, where names of formats belong. */
const parsing = ['cli/settle-globals.ts'];

const isFormat = (node: ts.Node): boolean =>
  ts.isStringLiteral(node) && formats.some(format => format === node.text) && !isField(node);

/** "id" is a field of most records too. */
const isField = (node: ts.StringLiteral): boolean => node.text === 'id';

const holdsFormat = (node: ts.Node): boolean => /(?:^|\.)(?:output|asked|format)$/i.test(node.getText());

/** The places of a file that name a format: a list of formats, and comparisons with one. */
const formatsNamedIn = (source: ts.SourceFile): readonly string[] =>
  nodesIn(source).flatMap(node => {
    const isList =
      ts.isArrayLiteralExpression(node) &&
      node.elements.some(isFormat) &&
      node.elements.every(each => isFormat(each) || (ts.isStringLiteral(each) && isField(each)));
    const isCompared =
      ts.isBinaryExpression(node) &&
      node.operatorToken.getText().endsWith('==') &&
      [node.left, node.right].some(isFormat) &&
      [node.left, node.right].some(holdsFormat);
    const isSwitched =
      ts.isSwitchStatement(node) && holdsFormat(node.expression) && node.caseBlock.getText().includes("case '");
    return isList || isCompared || isSwitched ? [node.getText()] : [];
  });

test('no file but the writers names a format', () => {
  const files = [...sources].filter(([file]) => !file.startsWith('output/') && !parsing.includes(file));
  expect(files.flatMap(([file, source]) => formatsNamedIn(source).map(text => `${file}: ${text}`))).toEqual([]);
});

test.each([
  "const spec = {formats: ['table', 'json']};",
  "if (globals.output === 'md') print();",
  "if ('csv' !== context.globals.output) print();",
  "const inRows = ['csv', 'tsv', 'id'].includes(output);",
  "switch (format) { case 'json': print(); }",
])('and one that does is found: %s', text => {
  expect(formatsNamedIn(parse('one.ts', text))).toHaveLength(1);
});

test('only what prints knows the format of a run', () => {
  const knowing = [...sources].filter(([, source]) => /\bGlobalsOfRun\b/.test(source.text)).map(([file]) => file);
  expect(knowing.filter(file => !file.startsWith('cli/'))).toEqual(['commands/globals.ts']);
});
