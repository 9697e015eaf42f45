import {chmodSync, existsSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test, vi} from 'vitest';
import {processHost} from '../../../src/core/system/host.js';
import {openOutside} from '../../../src/resources/templates.js';
import {temporaryFolder} from '../../support/fake-host.js';

test.each([
  ['darwin', {}, ['open', '/tmp/a b.html']],
  [
    'win32',
    {SystemRoot: 'D:\\Windows'},
    ['D:\\Windows\\System32\\rundll32.exe', 'url.dll,FileProtocolHandler', '/tmp/a b.html'],
  ],
  ['linux', {DISPLAY: ':0'}, ['xdg-open', '/tmp/a b.html']],
  ['linux', {WAYLAND_DISPLAY: 'wayland-0'}, ['xdg-open', '/tmp/a b.html']],
  ['linux', {}, undefined],
])('on %s with %o', async (platform, env, wanted) => {
  let launched: readonly string[] | undefined;
  const launch = async (program: string, words: readonly string[]) => {
    launched = [program, ...words];
    return true;
  };
  expect(await openOutside({platform, env, launch}, '/tmp/a b.html')).toBe(wanted !== undefined);
  expect(launched).toEqual(wanted);
});

test('a program is started with its words, and one that is missing is said to', {tags: ['long']}, async () => {
  const folder = temporaryFolder();
  const program = join(folder, 'opener');
  writeFileSync(program, '#!/bin/sh\ntest "$1" = "a b" && touch "$2"\n');
  chmodSync(program, 0o700);
  const {launch} = processHost();
  expect(await launch(program, ['a b', join(folder, 'done')])).toBe(true);
  await vi.waitFor(() => expect(existsSync(join(folder, 'done'))).toBe(true));
  expect(await launch(join(folder, 'missing'), [])).toBe(false);
});
