/**
 * Writes what is generated from the sources: the completion scripts, and the recipes of a guide. With
 * --check it writes nothing, and fails if a file differs.
 */
import {mkdir, mkdtemp, readFile, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {dirname, join} from 'node:path';
import {fileURLToPath, pathToFileURL} from 'node:url';
import {build} from 'esbuild';
import {stubs} from './stubs.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const check = process.argv.includes('--check');
const read = path => readFile(join(root, path), 'utf8').catch(() => undefined);

const folder = await mkdtemp(join(tmpdir(), 'emk-reference-'));
const outfile = join(folder, 'generate.cjs');
try {
  await build({
    absWorkingDir: root,
    stdin: {
      contents: `export {generate, scriptsGuide} from './src/reference/generate.ts';`,
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
  const {generate, scriptsGuide} = await import(pathToFileURL(outfile).href);
  for (const [path, text] of generate(await read(scriptsGuide))) {
    if ((await read(path)) === text) continue;
    if (check) {
      console.error(`${path} is not current: npm run reference writes it.`);
      process.exitCode = 1;
      continue;
    }
    await mkdir(dirname(join(root, path)), {recursive: true});
    await writeFile(join(root, path), text);
    console.error(`Wrote ${path}.`);
  }
} finally {
  await rm(folder, {recursive: true, force: true});
}
