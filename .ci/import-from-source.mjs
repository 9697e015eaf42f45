import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {pathToFileURL} from 'node:url';
import {build} from 'esbuild';
import {stubs} from './stubs.mjs';

/** What a module exports that sees the sources below `root`. */
export async function importFromSource(root, contents) {
  const folder = await mkdtemp(join(tmpdir(), 'emk-source-'));
  const outfile = join(folder, 'exports.cjs');
  try {
    await build({
      absWorkingDir: root,
      stdin: {contents, resolveDir: root},
      outfile,
      bundle: true,
      format: 'cjs',
      platform: 'node',
      external: ['node-sqlite3-wasm'],
      plugins: [stubs],
      logLevel: 'warning',
    });
    return await import(pathToFileURL(outfile).href);
  } finally {
    await rm(folder, {recursive: true, force: true});
  }
}
