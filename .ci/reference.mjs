/**
 * Writes what is generated from the sources: the completion scripts, and the recipes of a guide. With
 * --check it writes nothing, and fails if a file differs.
 */
import {mkdir, readFile, writeFile} from 'node:fs/promises';
import {dirname, join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {importFromSource} from './import-from-source.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const check = process.argv.includes('--check');
const read = path => readFile(join(root, path), 'utf8').catch(() => undefined);

const {generate, scriptsGuide} = await importFromSource(
  root,
  `export {generate, scriptsGuide} from './src/reference/generate.ts';`,
);
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
