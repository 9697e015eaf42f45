import type {Contents} from './frame.js';
import type {Page} from './page.js';

/** `llms.txt`: what a language model reads first, with links to all pages that tell more. */
export function llmsText(about: string, contents: Contents, pages: readonly Page[]): string {
  const summaryOf = new Map(pages.map(({path, summary}) => [path, summary]));
  const links = (some: Contents[number]['pages']): readonly string[] =>
    some.map(({path, title}) => `- [${title}](${path}): ${summaryOf.get(path) ?? ''}`);
  return [
    '# emk',
    '',
    `> ${about}`,
    '',
    'For programs: `emk commands -o json` prints every command with its options and what it may change, `emk schema` the shape of its JSON, `emk help exit-codes` when to try again. `--dry-run` prints the requests that would change something. `emk --sandbox` needs no account.',
    '',
    ...contents.flatMap(({title, pages}) => [`## ${title}`, '', ...links(pages), '']),
    '## Every command',
    '',
    ...links(pages.filter(({path}) => path.startsWith('commands/'))),
    '',
  ].join('\n');
}
