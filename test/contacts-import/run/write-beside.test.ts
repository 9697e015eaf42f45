import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {writeBeside} from '../../../src/contacts/run/row-files.js';
import {temporaryFolder} from '../../accounts/fake-host.js';

test('two imports of one file that end in the same moment write a file each', async () => {
  const folder = temporaryFolder();
  const source = join(folder, 'leads.csv');
  async function* rows(text: string) {
    yield text;
  }
  const written = await Promise.all(['one', 'two'].map(text => writeBeside(source, 'missing', rows(text))));
  expect([...written].sort()).toEqual([join(folder, 'leads.missing.2.csv'), join(folder, 'leads.missing.csv')]);
  expect(written.map(path => readFileSync(path, 'utf8'))).toEqual(['one', 'two']);
});

test('rows that cannot be written leave no empty file', async () => {
  const folder = temporaryFolder();
  async function* rows() {
    yield 'email\n';
    throw new Error('on purpose');
  }
  await expect(writeBeside(join(folder, 'leads.csv'), 'missing', rows())).rejects.toThrow('on purpose');
  expect(readdirSync(folder)).toEqual([]);
});
