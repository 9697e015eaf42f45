import {execFile} from 'node:child_process';
import {promisify} from 'node:util';
import {build} from 'esbuild';
import {stubs} from './stubs.mjs';

/** What a module prints that sees the sources of this build. `options` are esbuild's. */
export async function printFromSource(options, contents) {
  const {outputFiles} = await build({
    ...options,
    stdin: {contents, resolveDir: options.absWorkingDir, sourcefile: 'print.mjs'},
    format: 'cjs',
    define: {'import.meta.dirname': JSON.stringify(`${options.absWorkingDir}/dist`)},
    plugins: [stubs],
  });
  const running = promisify(execFile)(process.execPath, ['-'], {maxBuffer: 1e8});
  running.child.stdin.end(outputFiles[0].text);
  return (await running).stdout;
}
