import {execFile} from 'node:child_process';
import {promisify} from 'node:util';
import {build} from 'esbuild';

/** What `emk --help` prints, from the sources of this build. `options` are esbuild's. */
export async function overview(options) {
  const contents = `import {overview} from './src/help/page.ts';
    import {tree} from './src/cli/tree.ts';
    process.stdout.write(overview(tree));`;
  const {outputFiles} = await build({
    ...options,
    stdin: {contents, resolveDir: options.absWorkingDir, sourcefile: 'overview.mjs'},
    format: 'cjs',
    define: {'import.meta.dirname': JSON.stringify(`${options.absWorkingDir}/dist`)},
    packages: 'external',
    plugins: [{name: 'summaries', setup: leaveOnDemand}],
  });
  const {stdout} = await promisify(execFile)(process.execPath, ['-e', outputFiles[0].text]);
  return stdout;
}

/** Leaves on-demand modules out, because an overview needs only summaries. */
function leaveOnDemand({onResolve}) {
  onResolve({filter: /./}, ({path, kind}) => (kind === 'dynamic-import' ? {path, external: true} : undefined));
}
