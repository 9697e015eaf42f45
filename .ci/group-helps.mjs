import {printFromSource} from './print-from-source.mjs';

/**
 * What `--help` prints for each group of commands, by name, from the sources of this build. `options` are esbuild's.
 */
export async function groupHelps(options) {
  const printed = await printFromSource(
    options,
    `import {groupHelp} from './src/help/page.ts';
    import {tree} from './src/cli/tree.ts';
    import {isCommand} from './src/commands/command.ts';
    const pages = Object.entries(tree).map(async ([name, {load}]) => {
      const group = (await load()).default;
      return isCommand(group) ? [] : [[name, groupHelp([name], tree, group)]];
    });
    Promise.all(pages).then(all => process.stdout.write(JSON.stringify(all.flat())));`,
  );
  return JSON.parse(printed);
}
