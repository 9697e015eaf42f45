/** The lines that people copy from README and from the pages of `docs`, page by page and in order. */
import {readdirSync, readFileSync} from 'node:fs';

export type Page = {
  readonly name: string;
  readonly lines: readonly string[];
  /** Whole scripts, which are files beside the reader. */
  readonly scripts: Readonly<Record<string, string>>;
};

export const pages = (): readonly Page[] =>
  ['README.md', ...readdirSync('docs').map(name => `docs/${name}`)]
    .filter(path => path.endsWith('.md'))
    .map(path => toPage(path.replace('docs/', ''), readFileSync(path, 'utf8')))
    .filter(({lines}) => lines.length > 0);

function toPage(name: string, text: string): Page {
  const scripts: Record<string, string> = {};
  const lines = [...text.matchAll(/^```(sh|console)\n(.*?)^```/gms)].flatMap(([, kind, code = '']) => {
    if (name !== 'recipes.md' && !code.startsWith('#!')) return linesOf(code, kind === 'console');
    const script = `script-${Object.keys(scripts).length + 1}.sh`;
    scripts[script] = code;
    return [`sh ${script}`];
  });
  return {name, lines, scripts};
}

/** A line goes on after `\`, `|`, `&&` and `||`. In a block of a terminal it follows `$ `; cron's columns belong to no line. */
const linesOf = (code: string, isTerminal: boolean): readonly string[] =>
  code
    .split(/(?<!\\|&&|\|)\n/)
    .filter(line => line.trim() !== '' && !line.startsWith('#'))
    .map(line => (isTerminal ? line.replace(/^\$ /, '') : line.replace(/^[\d ]+\*.* (?=emk )/, '')));
