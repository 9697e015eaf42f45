/**
Builds dist/ from src/: minified CommonJS, one chunk for what starts a command and one for each thing that it may need
later. ES modules would cost each start a third of a bare node for their loader alone.

esbuild splits only ES modules, so it bundles and splits in a first pass, and turns each chunk into CommonJS in a second.
*/
import {execFile} from 'node:child_process';
import {mkdir, readFile, rm, writeFile} from 'node:fs/promises';
import {basename, join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {promisify} from 'node:util';
import {build, transform} from 'esbuild';
import {pack} from './pack.mjs';
import {quickExit, stubs} from './stubs.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const dist = join(root, 'dist');
const target = 'node20.19';

/** What is loaded together. */
const plan = [
  ['core', ['src/entry.ts']],
  ['online', ['src/api/http.ts', 'undici/lib/dispatcher/pool.js', 'undici/lib/api/api-request.js']],
];

const {outputFiles, metafile} = await build({
  absWorkingDir: root,
  entryPoints: ['src/entry.ts', 'src/reference/overview.ts'],
  outdir: dist,
  entryNames: '[name]',
  chunkNames: '[name]-[hash]',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target,
  external: ['node-sqlite3-wasm'],
  plugins: [stubs, quickExit],
  minifySyntax: true,
  legalComments: 'none',
  metafile: true,
  write: false,
  logLevel: 'warning',
});

const chunks = new Map(
  await Promise.all(
    outputFiles.map(async ({path, text}) => {
      const name = basename(path);
      const {entryPoint, imports} = metafile.outputs[`dist/${name}`];
      const fixed = imports.filter(({kind, external}) => kind === 'import-statement' && !external);
      return [name, {name, entryPoint, imports: fixed.map(({path}) => basename(path)), code: await toCommonJs(text)}];
    }),
  ),
);

await rm(dist, {recursive: true, force: true});
await mkdir(dist, {recursive: true});
await writeFile(join(dist, 'package.json'), '{"type":"commonjs"}\n');
for (const [name, code] of pack(chunks, plan)) await writeFile(join(dist, name), code);
await writeFile(join(dist, 'help.txt'), await overview());
await writeFile(
  join(dist, 'version.txt'),
  `${JSON.parse(await readFile(join(root, 'package.json'), 'utf8')).version}\n`,
);

/** A chunk is near and small, so `import()` of one becomes `require`. */
async function toCommonJs(text) {
  const {code} = await transform(text, {
    format: 'cjs',
    platform: 'node',
    target,
    supported: {'dynamic-import': false},
    minify: true,
    legalComments: 'none',
  });
  return code.trim();
}

/** What `emk --help` prints, taken from the code that was just built. */
async function overview() {
  const show = 'process.stdout.write(require("./overview.js").overview())';
  const {stdout} = await promisify(execFile)(process.execPath, ['-e', show], {cwd: dist});
  return stdout;
}
