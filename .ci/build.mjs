/**
 * Builds dist/ from src/: minified CommonJS in packs, one for starting a command, and one for each thing it may need
 * later. ES modules would add a third of a bare node to each start for their loader alone; esbuild's own splitting
 * supports only those, and makes many tiny files.
 */
import {createHash} from 'node:crypto';
import {mkdir, readFile, rm, writeFile} from 'node:fs/promises';
import {dirname, join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {build} from 'esbuild';
import {handedOut, takeFromOthers} from './handed-out.mjs';
import {libraryFiles} from './library-files.mjs';
import {notices} from './notices.mjs';
import {library, packsOf} from './packs.mjs';
import {printed} from './printed.mjs';
import {isStub, onlyWhatSpeaks, parser, parserBytes, quickExit, stubs} from './stubs.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const dist = join(root, 'dist');

const options = {
  absWorkingDir: root,
  bundle: true,
  platform: 'node',
  target: 'node20.19',
  external: ['node-sqlite3-wasm'],
  define: {'import.meta.dirname': '__dirname'},
  minify: true,
  // Built-in modules are also required where the source imports them on demand: import() would start the ES module
  // loader.
  supported: {'dynamic-import': false},
  legalComments: 'none',
  metafile: true,
  write: false,
  logLevel: 'warning',
};
const survey = entryPoints =>
  build({...options, entryPoints, outdir: dist, format: 'esm', splitting: true, plugins: [stubs]});

const {inputs} = (await survey(['src/entry.ts', library])).metafile;
const packOf = packsOf(inputs);
const modules = await handedOut(inputs, packOf, survey);
const packs = new Map();
for (const pack of new Set(packOf.values())) packs.set(pack, await bundle(pack));

await rm(dist, {recursive: true, force: true});
await mkdir(dist, {recursive: true});
for (const [pack, code] of packs) await writeFile(join(dist, `${pack}.js`), code);
await writeFile(join(dist, parser), parserBytes(root));
await writeFile(join(dist, 'complete.js'), await completing());
for (const [name, text] of libraryFiles(root)) await writeFile(join(dist, name), text);
await writeFile(join(dist, 'package.json'), '{"type":"commonjs"}\n');
const {overview, pages, completable} = await printed(options);
await writeFile(join(dist, 'complete.json'), JSON.stringify(completable));
await writeFile(join(dist, 'help.txt'), overview);
for (const [words, page] of pages) {
  await mkdir(join(dist, 'help', dirname(words)), {recursive: true});
  await writeFile(join(dist, 'help', `${words}.txt`), page);
}
await writeFile(join(dist, 'NOTICES.txt'), await notices(root, Object.keys(inputs)));
const {version} = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
await writeFile(join(dist, 'version.txt'), `${version}\n`);

/** One pack: the modules that it exports, and what they need from it. */
async function bundle(pack) {
  const own = [...modules.values()].filter(module => module.pack === pack);
  const handOut = `${own.map(({imports}) => imports).join('\n')}
    export const modules = {${own.map(({entry}) => entry)}};`;
  const {outputFiles, metafile} = await build({
    ...options,
    stdin: {contents: handOut, resolveDir: root, sourcefile: `${pack}.mjs`},
    format: 'cjs',
    banner: {js: '"use strict";'},
    // Node prints the line of an error that a program does not catch.
    ...(pack === 'library' && {lineLimit: 160}),
    plugins: [takeFromOthers(pack, modules, root), stubs, quickExit, onlyWhatSpeaks],
  });
  const astray = Object.keys(metafile.inputs).find(
    path => packOf.has(path) && packOf.get(path) !== pack && !isStub(path),
  );
  if (astray !== undefined)
    throw new Error(`${astray} is in ${pack} besides ${packOf.get(astray)}: its state would exist twice.`);
  return withFingerprint(outputFiles[0].text);
}

/** The file for completion at each press of Tab, separate because the packs would load too much. */
async function completing() {
  const contents = `export {answer} from './src/help/complete.ts';`;
  const {outputFiles} = await build({
    ...options,
    stdin: {contents, resolveDir: root, sourcefile: 'complete.mjs'},
    format: 'cjs',
    banner: {js: '"use strict";'},
    external: [...options.external, 'conf'],
  });
  return outputFiles[0].text;
}

/** Adds a hash to the end of a pack, by which the launcher recognises its compiled code. */
function withFingerprint(code) {
  return `${code}//${createHash('sha256').update(code).digest('hex').slice(0, 16)}`;
}
