import {printFromSource} from './print-from-source.mjs';

/** The manual page, from the sources of this build. `options` are esbuild's. */
export const manPage = (options, version) =>
  printFromSource(
    options,
    `import {manPage} from './src/reference/man-page.ts';
    import {tree} from './src/cli/tree.ts';
    manPage(tree, ${JSON.stringify(version)}).then(page => process.stdout.write(page));`,
  );
