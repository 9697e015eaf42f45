import type {Tree} from '../commands/command.js';
import {errorGuide} from '../reference/error-guide.js';
import {loadTree, withBelow} from '../reference/load-tree.js';
import {topics} from '../reference/topics.js';
import {namedSchemas} from '../schema/command/named-schemas.js';
import {commandPages} from './command-pages.js';
import {type Contents, framed} from './frame.js';
import {guidePages} from './guide-pages.js';
import type {Page} from './page.js';
import {type FindPage, findPages, toProse} from './page.js';
import type {Sources} from './read-sources.js';
import {schemaFiles, schemaPage} from './schema-pages.js';
import {searchScript} from './search.js';
import {style} from './style.js';
import {topicPages} from './topic-pages.js';
import {type Played, readTranscript} from './transcript.js';

/** Every text file of the site, by its path. */
export async function makeSite(tree: Tree, {guides, transcripts}: Sources): Promise<ReadonlyMap<string, string>> {
  const places = await loadTree(tree);
  const words = places.flatMap(withBelow).map(({path}) => path);
  const texts = await topicTexts();
  const find = findPages(words, [...texts.keys(), 'errors']);
  const schemas = await namedSchemas(tree);
  const withSchema = new Set(schemas.map(({name}) => name));
  const examples = examplesOf(words, transcripts);
  const help = [...topicPages(texts, find), errorPage(find), schemaPage(schemas)];
  const written = guidePages(guides, find);
  const commands = commandPages(places, {
    exampleOf: words => examples.get(words),
    hasSchema: words => withSchema.has(words),
    find,
  });
  const pages: readonly Page[] = [...written, ...commands, ...help];
  const contents: Contents = [
    {title: 'Guides', pages: written.map(page => (page.path === 'index.html' ? {...page, title: 'Start'} : page))},
    {title: 'Reference', pages: help},
    {title: 'Commands', pages: commands.filter(({path}) => places.some(({name}) => path === `commands/${name}.html`))},
  ];
  return new Map([
    ...pages.map(page => [page.path, framed(page, contents)] as const),
    ...schemaFiles(schemas),
    ['style.css', style],
    ['search.js', searchScript(pages)],
    ['llms.txt', llmsText(written[0]?.summary ?? '', contents, pages)],
  ]);
}

/** The pages of `emk help`, except the list of them and those that have a page of their own here. */
const topicTexts = async (): Promise<ReadonlyMap<string, string>> =>
  new Map(
    await Promise.all(
      Object.entries(topics)
        .filter(([topic]) => topic !== 'topics' && topic !== 'errors')
        .map(async ([topic, text]) => [topic, await text()] as const),
    ),
  );

/** Each error at an anchor of its code, so that a program can link to what it met: `errors.html#not_found`. */
const errorPage = (find: FindPage): Page => ({
  path: 'help/errors.html',
  title: 'Errors',
  summary: 'Each error by its code: what it means, why it happens, and what to do.',
  body: [
    '<p class="lead">Each error by its code: what it means, why it happens, and what to do.</p>',
    '<p>With <code>-o json</code> an error has a <code>code</code>. It stays the same from version to version.</p>',
    ...Object.entries(errorGuide).map(
      ([code, {exit, happened, cause, cure}]) =>
        `<h2 id="${code}"><code>${code}</code> <small>exit code ${exit}</small></h2>
<p>${toProse(happened, find)}</p>
<dl><dt>Cause</dt><dd>${toProse(cause, find)}</dd><dt>Fix</dt><dd>${toProse(cure, find)}</dd></dl>`,
    ),
  ].join('\n'),
});

/** `llms.txt`: what a language model reads first, with links to all pages that tell more. */
function llmsText(about: string, contents: Contents, pages: readonly Page[]): string {
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

/**
 * The played line that shows each command best, by the words of the command. `commands.txt` comes first: it was written
 * for this, while the others also play odd situations.
 */
function examplesOf(
  commands: readonly (readonly string[])[],
  transcripts: ReadonlyMap<string, string>,
): ReadonlyMap<string, Played> {
  const names = commands.map(words => words.join(' ')).sort((one, other) => other.length - one.length);
  const best = new Map<string, Played>();
  for (const [file, text] of transcripts) {
    for (const played of readTranscript(text)) {
      const typed = `${played.line.replace(/^(?:\w+=\S* )*emk (?:--sandbox )?/, '')} `;
      const name = names.find(name => typed.startsWith(`${name} `));
      if (name === undefined) continue;
      const candidate = file === 'commands.txt' ? {...played, oddness: -1} : played;
      if (candidate.oddness < (best.get(name)?.oddness ?? Number.POSITIVE_INFINITY)) best.set(name, candidate);
    }
  }
  return best;
}
