import {createHash} from 'node:crypto';
import {readdir, stat, unlink} from 'node:fs/promises';
import {join} from 'node:path';
import {stateFolder} from '../../core/own-files/folders.js';
import {makeFolder, tellingFileTrouble} from '../../core/system/files.js';
import type {Host} from '../../core/system/host.js';
import {writeWhole} from '../../core/system/whole-file.js';
import {slug} from '../../core/words/sentence.js';
import type {Mailing} from './mailing.js';
import {previewPage} from './page.js';

/** Writes a preview into a private folder, because it may show a person's data, and deletes old ones. */
export async function keepPreview(host: Host, mailing: Mailing): Promise<string> {
  const folder = join(stateFolder(host), 'previews');
  const path = join(folder, `${fileName(mailing.name)}.html`);
  await tellingFileTrouble(async () => {
    makeFolder(folder);
    await writeWhole(path, [previewPage(mailing)]);
  });
  await removeOld(folder, host.now().getTime() - KEPT);
  return path;
}

/** Deletes old previews: each is for one look, and nobody would delete them by hand. */
async function removeOld(folder: string, before: number): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const {mtimeMs} = await stat(path).catch(() => ({mtimeMs: Number.POSITIVE_INFINITY}));
    if (mtimeMs < before) await unlink(path).catch(() => {});
  }
}

const KEPT = 7 * 24 * 3_600_000;

/** A file name that every file system accepts and that no other mailing has, in any alphabet. */
function fileName(name: string): string {
  return `${slug(name, 60) || 'mailing'}-${createHash('sha256').update(name).digest('hex').slice(0, 6)}`;
}
