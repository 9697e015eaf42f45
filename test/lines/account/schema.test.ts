/** The schema of the files accepts what a pull writes, and refuses what emk refuses. */
import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import Ajv from 'ajv';
import {expect, test} from 'vitest';
import {parse} from 'yaml';
import {kindNames} from '../../../src/files/account/keys.js';
import {kinds} from '../../../src/files/account/kinds.js';
import {accountSchema} from '../../../src/files/account/read-entries.js';
import {useShell} from '../../support/use-shell.js';

const shell = useShell();
const fits = new Ajv.default({strict: false, unicodeRegExp: false}).compile(accountSchema());

test('takes every file of a pull', {tags: ['long']}, async () => {
  await shell().emk('account pull a');
  const names = readdirSync(join(shell().folder, 'a')).filter(name => name.endsWith('.yaml'));
  expect(names).toHaveLength(kindNames.length);
  for (const name of names) {
    const document = parse(readFileSync(join(shell().folder, 'a', name), 'utf8'));
    expect([name, fits(document)]).toEqual([name, true]);
    expect(fits({...document, more: []})).toBe(false);
  }
});

test.each([
  ['an unknown key', {senders: [{nickname: 'News', 'from-nam': 'Acme'}]}],
  ['an entry without a name', {senders: [{'from-name': 'Acme'}]}],
  ['a word that is no choice', {fields: [{name: 'age', kind: 'date'}]}],
  ['a text for a flag', {groups: [{name: 'G', display: 'yes'}]}],
])('refuses %s', (_, document) => {
  expect(fits(document)).toBe(false);
});

test('follows the endpoints in what the service takes', () => {
  expect(kinds.senders.keys['address-line1']?.limits).toEqual({max: 255});
  expect(kinds.fields.keys['kind']?.choices).toEqual(['text', 'number', 'datetime-local']);
  expect(kinds['lists'].keys['name']?.limits).toEqual({min: 2});
});

test('is printed as it is, for people and programs', async () => {
  const {stdout} = await shell().emk('schema account file');
  expect(JSON.parse(stdout)).toEqual(accountSchema());
  expect(JSON.parse((await shell().emk('schema account file -o json')).stdout)).toEqual(accountSchema());
});
