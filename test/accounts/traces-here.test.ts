/** Files of emk that mention a person are found in every spelling of the address. */
import {mkdirSync, writeFileSync} from 'node:fs';
import {basename, join} from 'node:path';
import {expect, test} from 'vitest';
import {tracesHere} from '../../src/accounts/traces-here.js';
import {fakeHost, temporaryFolder} from './fake-host.js';

const spellings = [
  'josé@müller.example',
  'JOSÉ@Müller.example',
  'josé@xn--mller-kva.example',
  'josé@müller.example'.normalize('NFD'),
  'josé@xn--mller-kva.example'.normalize('NFD'),
];

const others = ['jose@muller.example', 'xjosé@müller.example', 'josé@müller.example.org'];

test.each(spellings)('asked as %j', async address => {
  const state = temporaryFolder();
  mkdirSync(join(state, 'edits'));
  for (const [at, text] of [...spellings, ...others].entries())
    writeFileSync(join(state, 'edits', `${at}.csv`), `email\n${text}\n`);
  const found = await tracesHere(fakeHost({env: {EMK_STATE_DIR: state}}), address);
  expect(found.map(({path}) => basename(path)).sort()).toEqual(spellings.map((_, at) => `${at}.csv`));
});
