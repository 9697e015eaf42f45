import type {Tree} from '../commands/command.js';
import {formats} from '../output/results/format.js';
import {fieldsFile, toFields} from './completion/fields.js';
import {scriptFiles, scripts} from './completion/scripts.js';
import {shellNames} from './completion/shells.js';
import {toStops} from './completion/stops.js';
import {loadTree} from './load-tree.js';
import {recipesInMarkdown} from './recipes.js';

/** The guide that shows the recipes, and names the formats. */
export const scriptsGuide = 'src/site/guides/scripts.md';

/** The files that are generated from the tree of commands, by path. `guide` is the current guide to scripts. */
export async function generate(tree: Tree, guide: string): Promise<ReadonlyMap<string, string>> {
  const places = await loadTree(tree);
  const stops = await toStops(places);
  return new Map([
    ...shellNames.map(shell => [scriptFiles[shell], scripts[shell](stops)] as const),
    [fieldsFile, `${JSON.stringify(toFields(places), null, 1)}\n`],
    [scriptsGuide, between(withFormats(guide), 'recipes', recipesInMarkdown())],
  ]);
}

/** Lists every format in the guide's sentence about formats. */
const withFormats = (guide: string): string => guide.replace(/`-o table\|[a-z|]+`/, `\`-o ${formats.join('|')}\``);

/** Replaces the part of a text between two marks; without the marks, the text stays as it is. */
export function between(text: string, name: string, content: string): string {
  const [start, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const [from, to] = [text.indexOf(start), text.indexOf(end)];
  return from < 0 || to < from ? text : `${text.slice(0, from + start.length)}\n\n${content}\n\n${text.slice(to)}`;
}
