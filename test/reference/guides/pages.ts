/** The lines that people copy from README, guides and help topics, page by page and in order. */
import {readdirSync, readFileSync} from 'node:fs';
import {topics} from '../../../src/reference/topics.js';

/** Whole scripts, which are played as such. */
const recipes = /<!-- recipes -->.*<!-- \/recipes -->/s;

export type Page = {readonly name: string; readonly lines: readonly string[]};

export async function pages(): Promise<readonly Page[]> {
  const guides = readdirSync('src/site/guides').filter(name => name.endsWith('.md'));
  const written = ['README.md', ...guides.map(name => `src/site/guides/${name}`)].map(path => ({
    name: path.replace('src/site/guides/', ''),
    lines: linesOfBlocks(readFileSync(path, 'utf8').replace(recipes, '')),
  }));
  const helps = Object.entries(topics).map(async ([topic, page]) => ({
    name: `emk help ${topic}`,
    lines: [...(await page()).matchAll(/^ *\$ ((?:.*(?:\\|\||&&)\n)*.*)$/gm)].map(([, line = '']) => line),
  }));
  return [...written, ...(await Promise.all(helps))].filter(({lines}) => lines.length > 0);
}

/** A line goes on after `\`, `|`, `&&` and `||`. In a block of a terminal it follows `$ `; cron's columns belong to no line. */
const linesOfBlocks = (text: string): readonly string[] =>
  [...text.matchAll(/^```(sh|console)\n(.*?)^```/gms)].flatMap(([, kind, code = '']) =>
    code
      .split(/(?<!\\|&&|\|)\n/)
      .filter(line => line.trim() !== '' && !line.startsWith('#'))
      .map(line => (kind === 'console' ? line.replace(/^\$ /, '') : line.replace(/^[\d ]+\*.* (?=emk )/, ''))),
  );
