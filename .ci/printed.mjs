import {execFile} from 'node:child_process';
import {promisify} from 'node:util';
import {build} from 'esbuild';
import {stubs} from './stubs.mjs';

/**
 * What emk would print at every start in the same way, from the sources of this build: `emk --help`, the help of each
 * group and command by its words, and what completion knows. `options` are esbuild's.
 */
export async function printed(options) {
  const contents = `import {commandHelp, groupHelp, overview} from './src/help/page.ts';
    import {tree} from './src/cli/tree.ts';
    import {isCommand} from './src/commands/command.ts';
    import {toCompletable} from './src/help/completable.ts';
    import {commandsOf, loadTree} from './src/help/tree.ts';
    const groups = Object.entries(tree).map(async ([name, {load}]) => {
      const group = (await load()).default;
      return isCommand(group) ? [] : [[name, groupHelp([name], tree, group)]];
    });
    const all = async () => {
      const places = await loadTree(tree);
      const commands = commandsOf(places).map(({path, command}) => [path.join('/'), commandHelp(path, tree, command, false)]);
      const pages = [...(await Promise.all(groups)).flat(), ...commands];
      return {overview: overview(tree), pages, completable: await toCompletable(places)};
    };
    all().then(found => process.stdout.write(JSON.stringify(found)));`;
  const {outputFiles} = await build({
    ...options,
    stdin: {contents, resolveDir: options.absWorkingDir, sourcefile: 'printed.mjs'},
    format: 'cjs',
    define: {'import.meta.dirname': JSON.stringify(`${options.absWorkingDir}/dist`)},
    plugins: [stubs],
  });
  const running = promisify(execFile)(process.execPath, ['-'], {maxBuffer: 1e8});
  running.child.stdin.end(outputFiles[0].text);
  return JSON.parse((await running).stdout);
}
