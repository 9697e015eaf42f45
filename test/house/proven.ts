/** Every check of mailings has a test: the tests and transcripts of mailings name each check. */
import {readdirSync, readFileSync} from 'node:fs';
import {expect, test} from 'vitest';
import {automationCheckNames, bodyCheckNames, emailCheckNames, mailingCheckNames} from '../../src/checks/names.js';

/** The texts of the tests of mailings. */
const texts = ['checks', 'html', 'resources', 'transcripts', 'commands'].flatMap(folder =>
  readdirSync(`test/${folder}`, {recursive: true, encoding: 'utf8'})
    .filter(path => /\.(?:ts|txt)$/.test(path))
    .map(path => readFileSync(`test/${folder}/${path}`, 'utf8')),
);

/** Names that appear in no text as a finding: after its level, in quotes, or before its sentence. */
const unnamed = (names: readonly string[], among: readonly string[]): readonly string[] =>
  names.filter(
    name => !among.some(text => new RegExp(`(?:error|warning) +${name}\\b|'${name}'|\\b${name}: `).test(text)),
  );

test('every check is met by a test that names it', () => {
  const names = [...emailCheckNames, ...mailingCheckNames, ...automationCheckNames, ...bodyCheckNames];
  expect(unnamed(names, texts)).toEqual([]);
});

test('a name that no test has is found', () => {
  expect(unnamed(['length', 'width'], ["['a long subject', ['warning length']]", 'the width of a text'])).toEqual([
    'width',
  ]);
});
