/** Prebuilt help equals what emk itself prints. */

import {spawnSync} from 'node:child_process';
import {closeSync, existsSync, openSync, readFileSync} from 'node:fs';
import {resolve} from 'node:path';
import {expect, test} from 'vitest';
import {tree} from '../../src/cli/tree.js';
import {commandsOf, loadTree} from '../../src/help/tree.js';
import {runAgainst} from '../support/run-against.js';
import {sample} from '../support/sample.js';

const built = (...words: string[]) => {
  const {status, stdout, stderr} = spawnSync(process.execPath, [resolve('bin/emk.js'), ...words], {encoding: 'utf8'});
  return {code: status, stdout, stderr};
};

const helpOf = (...path: readonly string[]) => runAgainst('http://127.0.0.1:1/api', [...path, '--help']);

const commands = commandsOf(await loadTree(tree)).map(({path}) => path);

test.each([...Object.keys(tree).map(name => [name]), ...sample(commands, 5)].map(path => ({path})))(
  'of $path',
  async ({path}) => {
    const {stdout} = await helpOf(...path);
    expect(readFileSync(`dist/help/${path.join('/')}.txt`, 'utf8')).toBe(stdout);
  },
);

test.each(sample(['contacts', 'agenda'], 1))('%s is printed by the built program', async name => {
  const {code, stdout} = await helpOf(name);
  expect(built(name, '--help')).toEqual({code, stdout, stderr: ''});
});

const written = [['--help'], ['--version'], ['contacts', '--help'], ['completion', 'bash']];

test.runIf(existsSync('/dev/full')).each(sample(written, 1))(
  'of %s %s to a full disk ends with a sentence',
  (...words) => {
    const full = openSync('/dev/full', 'w');
    const {status, stderr} = spawnSync(process.execPath, [resolve('bin/emk.js'), ...words.filter(Boolean)], {
      encoding: 'utf8',
      stdio: ['ignore', full, 'pipe'],
    });
    closeSync(full);
    expect([status, stderr]).toEqual([
      8,
      expect.stringMatching(/^error: emk could not write the output: the disk is full\./),
    ]);
  },
);

test('no word leads out of the folder of pages, and a mistake is still one', {tags: ['long']}, () => {
  expect(built('../package', '--help').code).toBe(2);
  expect(built('contact-tipes', '--help')).toMatchObject({code: 2, stderr: expect.stringContaining('has no command')});
});
