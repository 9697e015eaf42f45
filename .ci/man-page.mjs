import {execFile} from 'node:child_process';
import {promisify} from 'node:util';
import {build} from 'esbuild';
import {stubs} from './stubs.mjs';

/** The manual page, taken from the sources that are being built. `options` are esbuild's. */
export async function manPage(options, version) {
  const contents = `import {manPage} from './src/reference/man-page.ts';
    import {tree} from './src/cli/tree.ts';
    manPage(tree, ${JSON.stringify(version)}).then(page => process.stdout.write(page));`;
  const {outputFiles} = await build({
    ...options,
    stdin: {contents, resolveDir: options.absWorkingDir, sourcefile: 'man-page.mjs'},
    format: 'cjs',
    plugins: [stubs],
  });
  const running = promisify(execFile)(process.execPath, ['-'], {maxBuffer: 1e8});
  running.child.stdin.end(outputFiles[0].text);
  return (await running).stdout;
}
