/**
Builds dist/ from src/: minified CommonJS in packs, one for what starts a command, and one for each thing it may need
later. ES modules would cost each start a third of a bare node for their loader alone; esbuild's own splitting is for those
only, and makes a file of every handful of modules.
*/
import {execFile} from 'node:child_process';
import {mkdir, readFile, rm, writeFile} from 'node:fs/promises';
import {join, relative} from 'node:path';
import {fileURLToPath} from 'node:url';
import {promisify} from 'node:util';
import {build} from 'esbuild';
import {divide} from './packs.mjs';
import {quickExit, stubs} from './stubs.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const dist = join(root, 'dist');

const common = {
  absWorkingDir: root,
  bundle: true,
  platform: 'node',
  target: 'node20.19',
  external: ['node-sqlite3-wasm'],
  minify: true,
  legalComments: 'none',
  write: false,
  logLevel: 'warning',
};

const survey = await build({
  ...common,
  entryPoints: ['src/entry.ts'],
  outdir: dist,
  format: 'esm',
  plugins: [stubs],
  metafile: true,
});
const {inputs} = survey.metafile;
const packOf = divide(inputs);
const isCommonJs = path => inputs[path].format === 'cjs';

/** The modules that each pack must hand out, because others import them. */
const handedOut = new Map([['core', new Set(['src/entry.ts'])]]);
for (const [path, {imports}] of Object.entries(inputs)) {
  for (const {path: imported, kind} of imports) {
    const pack = packOf.get(imported);
    if (pack === undefined || (pack === packOf.get(path) && kind !== 'dynamic-import')) continue;
    handedOut.set(pack, (handedOut.get(pack) ?? new Set()).add(imported));
  }
}
const numbers = new Map([...packOf.keys()].map((path, index) => [path, `m${index}`]));

const packs = await Promise.all(
  [...handedOut].map(async ([pack, modules]) => [pack, await bundle(pack, [...modules])]),
);
await rm(dist, {recursive: true, force: true});
await mkdir(dist, {recursive: true});
await writeFile(join(dist, 'package.json'), '{"type":"commonjs"}\n');
for (const [pack, code] of packs) await writeFile(join(dist, `${pack}.js`), code);
await writeFile(join(dist, 'help.txt'), await overview());
await writeFile(
  join(dist, 'version.txt'),
  `${JSON.parse(await readFile(join(root, 'package.json'), 'utf8')).version}\n`,
);

/** One pack: the modules it hands out under their numbers, and whatever of the pack they need. */
async function bundle(pack, modules) {
  const contents = modules
    .map(path => {
      const [name, from] = [numbers.get(path), JSON.stringify(`./${path}`)];
      return isCommonJs(path) ? `import ${name} from ${from}; export {${name}};` : `export * as ${name} from ${from};`;
    })
    .join('\n');
  const {outputFiles} = await build({
    ...common,
    stdin: {contents, resolveDir: root, sourcefile: 'pack.mjs'},
    format: 'cjs',
    plugins: [elsewhere(pack), stubs, quickExit],
  });
  const flagged = modules.filter(path => !isCommonJs(path)).map(path => numbers.get(path));
  return wired(outputFiles[0].text, flagged);
}

/** Leaves what other packs hold to them: `./core.js#m7` is a module of the pack core. */
function elsewhere(pack) {
  return {
    name: 'elsewhere',
    setup(hooks) {
      hooks.onResolve({filter: /./}, async ({path, pluginData, ...from}) => {
        if (pluginData === 'resolving' || from.kind === 'entry-point') return undefined;
        const found = await hooks.resolve(path, {...from, pluginData: 'resolving'});
        if (found.errors.length > 0 || found.external || found.namespace !== 'file') return undefined;
        const module = relative(root, found.path);
        const holder = packOf.get(module);
        const dynamic = from.kind === 'dynamic-import';
        if (holder === undefined || (holder === pack && !dynamic)) return undefined;
        return holder === pack && !handedOut.get(pack)?.has(module)
          ? undefined
          : {path: `./${holder}.js#${numbers.get(module)}${isCommonJs(module) && dynamic ? '!' : ''}`, external: true};
      });
    },
  };
}

/** Turns what was left to other packs into `require`, once for each. `!` marks a CommonJS module that `import()` asks for. */
function wired(code, flagged) {
  const used = new Set();
  const wiredCode = code
    .replace(/\bimport\("\.\/([\w-]+)\.js#(m\d+)(!?)"\)/g, (_, pack, name, wrapped) => {
      const found = `require("./${pack}.js").${name}`;
      return `Promise.resolve().then(()=>${wrapped ? `({default:${found}})` : found})`;
    })
    .replace(/\brequire\("\.\/([\w-]+)\.js#(m\d+)"\)/g, (_, pack, name) => {
      used.add(pack);
      return `${variable(pack)}.${name}`;
    });
  const head = [...used].map(pack => `const ${variable(pack)}=require("./${pack}.js");`).join('');
  // An importer of a default export looks for this mark.
  const marks = flagged
    .map(name => `Object.defineProperty(module.exports.${name},"__esModule",{value:true});`)
    .join('');
  return `"use strict";${head}${wiredCode.replace(/^"use strict";/, '').trim()}\n${marks}`;
}

/** Longer than any name that esbuild makes up. */
function variable(pack) {
  return `pack_${pack.replaceAll('-', '_')}`;
}

/** What `emk --help` prints, taken from the code that was just built. */
async function overview() {
  const name = numbers.get('src/reference/overview.ts');
  const pack = packOf.get('src/reference/overview.ts');
  const show = `process.stdout.write(require("./${pack}.js").${name}.overview())`;
  const {stdout} = await promisify(execFile)(process.execPath, ['-e', show], {cwd: dist});
  return stdout;
}
