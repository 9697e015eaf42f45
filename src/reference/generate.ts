import {formats} from '../output/results/format.js';
import {scriptFiles, scripts} from './completion/scripts.js';
import {shellNames} from './completion/shells.js';
import {recipesInMarkdown} from './recipes.js';

/** The guide that shows the recipes, and names the formats. */
export const scriptsGuide = 'src/site/guides/scripts.md';

/** The files that are generated from the sources, by path. `guide` is the current guide to scripts. */
export const generate = (guide: string): ReadonlyMap<string, string> =>
  new Map([
    ...shellNames.map(shell => [scriptFiles[shell], scripts[shell]] as const),
    [scriptsGuide, between(withFormats(guide), 'recipes', recipesInMarkdown())],
  ]);

/** Lists every format in the guide's sentence about formats. */
const withFormats = (guide: string): string => guide.replace(/`-o table\|[a-z|]+`/, `\`-o ${formats.join('|')}\``);

/** Replaces the part of a text between two marks; without the marks, the text stays as it is. */
export function between(text: string, name: string, content: string): string {
  const [start, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const [from, to] = [text.indexOf(start), text.indexOf(end)];
  return from < 0 || to < from ? text : `${text.slice(0, from + start.length)}\n\n${content}\n\n${text.slice(to)}`;
}
