/** The parts of every sentence are said once, in `src/words`: plurals, numbers, lists, capitals, accents. */
import ts from 'typescript';
import {expect, test} from 'vitest';
import {nodesIn, parse, sources} from './sources.js';

/** What nobody writes by hand, each with its function. */
const patterns: ReadonlyArray<readonly [RegExp, string]> = [
  [/toLocaleString\(|Intl\.NumberFormat\('en-US'\)/, 'number'],
  [/'NFK?D'/, 'withoutAccents'],
  [/(?:charAt\(0\)|\[0\]\??)\.toUpperCase\(\)/, 'capital'],
  [/join\(' and '\)|, ' and \$1'/, 'andList'],
  [/join\(' or '\)|, ' or \$1'/, 'orList'],
  [/[`}] and \$\{[^}]+\} more`/, 'withMore'],
  [/\? '(?:is|are|was|were|has|have|it|its|them|their)' :/, 'plural'],
];

/** Places that stay, each with its reason. */
const allowed: ReadonlyMap<string, string> = new Map([
  ['account-files/folder/body-files.ts: withoutAccents', 'the names of files that folders have already'],
  ['own-files/spellings.ts: withoutAccents', 'an address in a file, whose accents stay'],
  ['contacts-import/file/open-import.ts: plural', 'the header of a file'],
]);

function byHandIn(file: string, source: ts.SourceFile): readonly string[] {
  if (file.startsWith('words/')) return [];
  const found = patterns.filter(([pattern]) => pattern.test(source.text)).map(([, instead]) => instead);
  if (nodesIn(source).some(isPluralByHand)) found.push('plural');
  return [...new Set(found)].map(instead => `${file}: ${instead}`);
}

/** A choice between two texts by whether a number is 1. Texts that are not words do not count. */
const isPluralByHand = (node: ts.Node): boolean =>
  ts.isConditionalExpression(node) &&
  ts.isBinaryExpression(node.condition) &&
  node.condition.right.getText() === '1' &&
  !/type|status|Number\(/.test(node.condition.left.getText()) &&
  [node.whenTrue, node.whenFalse].every(text => /^(?:''|['`](?:\w*[a-z]|\$\{))/i.test(text.getText()));

const byHand = (files: ReadonlyMap<string, ts.SourceFile>): readonly string[] =>
  [...files].flatMap(([file, source]) => byHandIn(file, source)).sort();

test('no plural, number, list or capital is made by hand', () => {
  expect(byHand(sources)).toEqual([...allowed.keys()].sort());
});

test('what is made by hand is found', () => {
  const text = `
    const one = (n: number) => \`\${n} \${n === 1 ? 'file' : 'files'}\`;
    const some = (names: string[]) => names.length > 1 ? 's' : '';
    const list = (names: string[]) => names.join(' and ');
    const file = (n: number) => n === 1 ? '' : \`.\${n}\`;
  `;
  expect(byHand(new Map([['a.ts', parse('a.ts', text)]]))).toEqual(['a.ts: andList', 'a.ts: plural']);
});
