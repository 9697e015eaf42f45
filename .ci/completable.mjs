import {printFromSource} from './print-from-source.mjs';

/** What completion knows, as JSON, from the sources of this build. `options` are esbuild's. */
export const completable = options =>
  printFromSource(
    options,
    `import {toCompletable} from './src/help/completable.ts';
    import {loadTree} from './src/help/tree.ts';
    import {tree} from './src/cli/tree.ts';
    loadTree(tree).then(toCompletable).then(all => process.stdout.write(JSON.stringify(all)));`,
  );
