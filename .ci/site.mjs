/**
 * Builds the site from the tree of commands, the guides and the transcripts: static files for any web server, or to
 * open as they are, in the folder `site`.
 */
import {copyFile, mkdir, mkdtemp, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {dirname, join} from 'node:path';
import {fileURLToPath, pathToFileURL} from 'node:url';
import {build} from 'esbuild';
import {stubs} from './stubs.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const site = join(root, 'site');

const folder = await mkdtemp(join(tmpdir(), 'emk-site-'));
const outfile = join(folder, 'make-site.cjs');
try {
  await build({
    absWorkingDir: root,
    stdin: {
      contents: `export {readSources} from './src/site/read-sources.ts';
        export {makeSite} from './src/site/make-site.ts'; export {tree} from './src/cli/tree.ts';`,
      resolveDir: root,
    },
    outfile,
    bundle: true,
    format: 'cjs',
    platform: 'node',
    external: ['node-sqlite3-wasm'],
    plugins: [stubs],
    logLevel: 'warning',
  });
  const {makeSite, readSources, tree} = await import(pathToFileURL(outfile).href);
  const sources = readSources(root);
  const files = await makeSite(tree, sources);
  await rm(site, {recursive: true, force: true});
  for (const [path, text] of files) {
    await mkdir(dirname(join(site, path)), {recursive: true});
    await writeFile(join(site, path), text);
  }
  await mkdir(join(site, 'pictures'));
  for (const path of sources.pictures) await copyFile(join(root, path), join(site, 'pictures', path.split('/').at(-1)));
  console.error(`Wrote ${files.size} files. Open ${join(site, 'index.html')}.`);
} finally {
  await rm(folder, {recursive: true, force: true});
}
