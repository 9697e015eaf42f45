import {execFile} from 'node:child_process';
import {promisify} from 'node:util';
import {build} from 'esbuild';
import {stubs} from './stubs.mjs';

/** What `--help` prints of each group of commands, by its name, taken from the sources that are being built. `options` are esbuild's. */
export async function groupHelps(options) {
  const contents = `import {groupHelp} from './src/cli/group-help.ts';
    import {tree} from './src/cli/tree.ts';
    import {isCommand} from './src/commands/command.ts';
    const pages = Object.entries(tree).map(async ([name, {summary, load}]) => {
      const group = (await load()).default;
      return isCommand(group) ? [] : [[name, groupHelp([name], summary, group)]];
    });
    Promise.all(pages).then(all => process.stdout.write(JSON.stringify(all.flat())));`;
  const {outputFiles} = await build({
    ...options,
    stdin: {contents, resolveDir: options.absWorkingDir, sourcefile: 'group-helps.mjs'},
    format: 'cjs',
    plugins: [stubs],
  });
  const running = promisify(execFile)(process.execPath, ['-'], {maxBuffer: 1e8});
  running.child.stdin.end(outputFiles[0].text);
  return JSON.parse((await running).stdout);
}
