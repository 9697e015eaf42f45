import type {Tree} from '../commands/command.js';
import {formats} from '../output/results/format.js';
import {fieldsFile, toFields} from './completion/fields.js';
import {scriptFiles, scripts} from './completion/scripts.js';
import {shellNames} from './completion/shells.js';
import {toStops} from './completion/stops.js';
import {loadTree} from './load-tree.js';
import {between, toMarkdown} from './markdown.js';
import {recipesInMarkdown} from './recipes.js';

/**
 * The files of the repository that are generated from the tree of commands, by path. `readme` is the current README.
 */
export async function generate(tree: Tree, readme: string | undefined): Promise<ReadonlyMap<string, string>> {
  const places = await loadTree(tree);
  const stops = await toStops(places);
  const files = new Map<string, string>(shellNames.map(shell => [scriptFiles[shell], scripts[shell](stops)]));
  files.set(fieldsFile, `${JSON.stringify(toFields(places), null, 1)}\n`);
  if (readme === undefined) return files;
  const withRecipes = between(readme, 'recipes', recipesInMarkdown());
  return files.set('README.md', between(withFormats(withRecipes), 'commands', toMarkdown(places)));
}

/** Lists every format in the README's sentence about formats. */
const withFormats = (readme: string): string => readme.replace(/`-o table\|[a-z|]+`/, `\`-o ${formats.join('|')}\``);
