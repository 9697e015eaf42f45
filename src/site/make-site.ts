import type {Tree} from '../commands/command.js';
import {loadTree, withBelow} from '../reference/load-tree.js';
import {topics} from '../reference/topics.js';
import {namedSchemas} from '../schema/command/named-schemas.js';
import {commandPages} from './command-pages.js';
import {findPages} from './cross-references.js';
import {errorPage} from './error-page.js';
import {examplesOf} from './examples.js';
import {type Contents, framed} from './frame.js';
import {guidePages} from './guide-pages.js';
import {llmsText} from './llms.js';
import type {Page} from './page.js';
import type {Sources} from './read-sources.js';
import {schemaFiles, schemaPage} from './schema-pages.js';
import {searchScript} from './search.js';
import {style} from './style.js';
import {topicPages} from './topic-pages.js';

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
