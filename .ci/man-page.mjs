import {printFromSource} from './print-from-source.mjs';

/** The manual page `emk.1`, from the sources of this build. `options` are esbuild's. */
export const manPage = (options, edition) =>
  printFromSource(
    options,
    `import {manPages} from './src/reference/man/pages.ts';
    import {tree} from './src/cli/tree.ts';
    manPages(tree, ${JSON.stringify(edition)}).then(pages => process.stdout.write(pages.get('emk')));`,
  );
