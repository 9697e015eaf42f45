/** Seeds and cleans at the same time: the locks that they take, and what they read only under them. */
import {expect, test} from 'vitest';
import * as runFolder from '../../../src/files/seed/runs.js';
import {replaceOnce} from '../../support/replace-export.js';
import {useFreshShell} from '../../support/use-shell.js';

const shell = useFreshShell();

test('a run that is called like the lock of what all runs share does not wait for itself', {
  tags: ['long'],
}, async () => {
  shell().write('seed.yaml', 'groups: [{name: Tests, description: For tests}]\n');
  expect(await shell().emk('seed seed.yaml --run shared --yes')).toMatchObject({code: 0, stderr: ''});
});

test('a clean of old runs leaves one alone that a job is at work on', {tags: ['long']}, async () => {
  shell().write('seed.yaml', 'lists: [{name: QA}]\n');
  expect(await shell().emk('seed seed.yaml --run nightly --yes')).toMatchObject({code: 0});
  const before = await shell().emk('lists list -o json');
  const later = {host: {now: () => new Date('2026-03-14T12:00:00Z')}};
  replaceOnce(
    runFolder,
    'withRun',
    real => (context, run, work) =>
      real(context, run, async folder => {
        const {code, stderr} = await shell().emk('seed clean --older-than 2d --yes', later);
        expect([code, stderr]).toEqual([11, expect.stringContaining('is working on the run nightly.')]);
        return work(folder);
      }),
  );
  expect(await shell().emk('seed seed.yaml --run nightly --yes')).toMatchObject({code: 0});
  expect(await shell().emk('lists list -o json')).toEqual(before);
  expect(await shell().emk('seed clean --older-than 2d --yes', later)).toMatchObject({code: 0});
});
