import {relative} from 'node:path';
import {library} from './packs.mjs';
import {isStub} from './stubs.mjs';

/**
 * The modules that packs export, because other packs import them or because they are loaded on demand: with the pack of
 * each, its name there, what that pack writes to export it, and the text that replaces it where it is imported. `survey`
 * builds modules to find their exports.
 */
export async function handedOut(inputs, packOf, survey) {
  const wanted = new Set(Object.keys(called));
  for (const [path, {imports}] of Object.entries(inputs)) {
    for (const {path: imported, kind} of imports) {
      const isElsewhere = packOf.has(imported) && packOf.get(imported) !== packOf.get(path);
      if (!isStub(imported) && packOf.has(imported) && (isElsewhere || kind === 'dynamic-import')) wanted.add(imported);
    }
  }
  const {outputs} = (await survey([...wanted])).metafile;
  const exportsOf = new Map(Object.values(outputs).map(({entryPoint, exports}) => [entryPoint, exports]));
  return new Map(
    [...wanted].map((path, index) => {
      const name = called[path] ?? `m${index}`;
      const pack = packOf.get(path);
      const module = {path, name, found: `require('./${pack}.js').modules.${name}`};
      const exported = exportsOf.get(path);
      const texts = inputs[path].format === 'cjs' ? asCommonJs(module) : asEsModule(module, exported);
      return [path, {pack, name, ...texts}];
    }),
  );
}

/** The modules that are loaded from outside, with their names: the launcher starts emk, and programs start a sandbox. */
const called = {
  'src/entry.ts': 'entry',
  [library]: 'library',
};

/** For an import, a default export of its own: esbuild would copy the properties of what is required, at each start. */
const asCommonJs = ({path, name, found}) => ({
  imports: `const ${name} = require('./${path}');`,
  entry: name,
  standIn: `module.exports = ${found};`,
  standInImported: `export default ${found};`,
});

/**
 * A plain object of a module's exports, since a namespace would take a function for each of them. They are read once:
 * they never change later, and every use would ask the other pack again.
 */
const asEsModule = ({path, name, found}, exported) => ({
  imports: `import {${exported.map((each, index) => `${each} as ${name}_${index}`)}} from './${path}';`,
  entry: `${name}: {${exported.map((each, index) => `${each}: ${name}_${index}`)}}`,
  standIn: `const {${exported.map((each, index) => `${each}: e${index}`)}} = ${found};
    export {${exported.map((each, index) => `e${index} as ${each}`)}};`,
});

/** Makes a pack take modules from the others. It takes its own on-demand modules the same way. */
export const takeFromOthers = (pack, modules, root) => ({
  name: 'take-from-others',
  setup({onResolve, onLoad, resolve}) {
    onResolve({filter: /./}, async ({path, pluginData, ...from}) => {
      if (pluginData === 'resolving' || from.kind === 'entry-point' || from.namespace === 'elsewhere') return undefined;
      const found = await resolve(path, {...from, pluginData: 'resolving'});
      const module = relative(root, found.path);
      const known = found.namespace === 'file' ? modules.get(module) : undefined;
      if (known === undefined || (known.pack === pack && from.kind !== 'dynamic-import')) return undefined;
      return {path: module, namespace: 'elsewhere', suffix: from.kind === 'require-call' ? '' : '?imported'};
    });
    onLoad({filter: /./, namespace: 'elsewhere'}, ({path, suffix}) => {
      const {standIn, standInImported = standIn} = modules.get(path);
      return {contents: suffix === '' ? standIn : standInImported, loader: 'js'};
    });
    onResolve({filter: /./, namespace: 'elsewhere'}, ({path}) => ({path, external: true}));
  },
});
