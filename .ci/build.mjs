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
import {notices} from './notices.mjs';
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
/** `m` is an ES module, `c` a CommonJS one. */
const numbers = new Map([...packOf.keys()].map((path, index) => [path, `${isCommonJs(path) ? 'c' : 'm'}${index}`]));

const packs = await Promise.all(
  [...handedOut].map(async ([pack, modules]) => [pack, await bundle(pack, [...modules])]),
);
await rm(dist, {recursive: true, force: true});
await mkdir(dist, {recursive: true});
await writeFile(join(dist, 'package.json'), '{"type":"commonjs"}\n');
for (const [pack, code] of packs) await writeFile(join(dist, `${pack}.js`), code);
await writeFile(join(dist, 'help.txt'), await overview());
await writeFile(join(dist, 'NOTICES.txt'), await notices(root, Object.keys(inputs)));
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
  return wired(outputFiles[0].text);
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
        const isHere = holder === pack && (from.kind !== 'dynamic-import' || !handedOut.get(pack)?.has(module));
        if (holder === undefined || isHere) return undefined;
        return {path: `./${holder}.js#${numbers.get(module)}`, external: true};
      });
    },
  };
}

/**
Turns what was left to other packs into `require`, one for each pack. ES modules are handed out as they are, so esbuild's
wrapper, which would make all of one its default export, goes.
*/
function wired(code) {
  const used = new Set();
  const wiredCode = code
    .replace(/\bimport\("\.\/([\w-]+)\.js#((\w)\d+)"\)/g, (_, pack, name, kind) => {
      const found = `require("./${pack}.js").${name}`;
      return `Promise.resolve().then(()=>${kind === 'c' ? `({default:${found}})` : found})`;
    })
    .replace(/[\w$]+\((require\("\.\/[\w-]+\.js#m\d+"\))(?:,1)?\)/g, '$1')
    .replace(/\brequire\("\.\/([\w-]+)\.js#(\w\d+)"\)/g, (_, pack, name) => {
      used.add(pack);
      return `${variable(pack)}.${name}`;
    });
  const head = [...used].map(pack => `const ${variable(pack)}=require("./${pack}.js");`).join('');
  return `"use strict";${head}${wiredCode.replace(/^"use strict";/, '').trim()}\n`;
}

/** Longer than any name that esbuild makes up. */
function variable(pack) {
  return `pack_${pack.replaceAll('-', '_')}`;
}

/** What `emk --help` prints, taken from the sources that were just built. */
async function overview() {
  const contents = `import {overview} from './src/reference/overview.ts';
    import {tree} from './src/cli/tree.ts';
    process.stdout.write(overview(tree));`;
  const {outputFiles} = await build({
    ...common,
    stdin: {contents, resolveDir: root, sourcefile: 'overview.mjs'},
    format: 'cjs',
    packages: 'external',
    plugins: [{name: 'summaries', setup: leaveOnDemand}],
  });
  const {stdout} = await promisify(execFile)(process.execPath, ['-e', outputFiles[0].text]);
  return stdout;
}

/** An overview is made of summaries, so whatever is only loaded on demand stays outside. */
function leaveOnDemand({onResolve}) {
  onResolve({filter: /./}, ({path, kind}) => (kind === 'dynamic-import' ? {path, external: true} : undefined));
}
