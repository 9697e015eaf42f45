/** The schema of a seed file accepts what emk accepts, and refuses what it refuses. */
import {readFileSync} from 'node:fs';
import Ajv from 'ajv';
import {expect, test} from 'vitest';
import {parse} from 'yaml';
import {seedSchema} from '../../../src/files/seed/keys.js';
import {useShell} from '../../support/use-shell.js';

const shell = useShell();
const fits = (document: unknown): boolean =>
  new Ajv.default({strict: false, unicodeRegExp: false}).compile(seedSchema())(document);

test('takes the seed of the guide to CI', {tags: ['long']}, () => {
  const [, text = ''] = /```yaml\n(# test-data\.yaml\n[\s\S]*?)```/.exec(readFileSync('docs/ci.md', 'utf8')) ?? [];
  const document = parse(text);
  // YAML reads the value as a number, and emk reads every scalar as written.
  document.contacts[0].fields[0].value = '5';
  expect(fits(document)).toBe(true);
});

test.each([
  ['an unknown list', {segments: []}],
  ['an unknown key', {contacts: [{list: 'QA', contry: 'Germany'}]}],
  ['people of no list', {contacts: [{count: 5, fake: true}]}],
  ['a text for a number', {contacts: [{list: 'QA', count: 'many', fake: true}]}],
])('refuses %s', (_, document) => {
  expect(fits(document)).toBe(false);
});

test('is printed as it is', async () => {
  expect(JSON.parse((await shell().emk('schema seed file')).stdout)).toEqual(seedSchema());
});
