/** A folder of thousands of files: emk opens few of them at a time, because a system allows few. */
import type {EventEmitter} from 'node:events';
import {mkdirSync, mkdtempSync, writeFileSync} from 'node:fs';
import fs, {type FileHandle} from 'node:fs/promises';
import {syncBuiltinESMExports} from 'node:module';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeEach, expect, test} from 'vitest';
import {processHost} from '../../../src/core/system/host.js';
import {OPEN_FILES, readBodies} from '../../../src/files/account/files.js';
import {kinds} from '../../../src/files/account/kinds.js';
import {writingFolder} from '../../../src/files/account/pull.js';

const really = fs.open;
const opened = {now: 0, most: 0};

beforeEach(() => {
  Object.assign(opened, {now: 0, most: 0});
  put(async (...given) => {
    const handle = (await really(...given)) as FileHandle & EventEmitter;
    opened.most = Math.max(opened.most, ++opened.now);
    handle.once('close', () => opened.now--);
    return handle;
  });
});
afterAll(() => put(really));

function put(open: typeof fs.open): void {
  fs.open = open;
  syncBuiltinESMExports();
}

const paths = Array.from({length: 200}, (_, at) => `bodies/${at}.html`);

test('what a pull has written is compared a few files at a time', {tags: ['long']}, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'emk-many-'));
  const files = await writingFolder(processHost(), folder, async drafts => {
    for (const path of paths) await drafts.append(path, path);
    return drafts.changed();
  });
  expect(files).toHaveLength(paths.length);
  expect(opened.most).toBeLessThanOrEqual(OPEN_FILES);
  expect(opened.most).toBeGreaterThan(1);
});

test('the bodies of a folder are read a few files at a time', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'emk-many-'));
  mkdirSync(join(folder, 'bodies'));
  for (const path of paths) writeFileSync(join(folder, path), path);
  const at = {line: 1, column: 1};
  const placed = paths.map(html => ({entry: {html}, at, places: new Map()}));
  const read = await readBodies(folder, placed, kinds.templates.keys, message => expect(message).toBeUndefined());
  expect(read.map(({entry}) => entry['html'])).toEqual(paths);
  expect(opened.most).toBeLessThanOrEqual(OPEN_FILES);
  expect(opened.most).toBeGreaterThan(1);
});
