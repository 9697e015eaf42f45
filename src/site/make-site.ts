import {globalOptions} from '../commands/globals.js';
import {optionTerm} from '../commands/parameter-name.js';
import type {Tree} from '../commands/tree-words.js';
import {loadTree, type TreePlace, withBelow} from '../reference/load-tree.js';
import {topics} from '../reference/topics.js';
import {namedSchemas} from '../schema/command/named-schemas.js';
import {commandPages} from './command-pages.js';
import {errorPage} from './error-page.js';
import {guidePages} from './guide-pages.js';
import {optionList} from './option-list.js';
import {commandPath, escaped, type FindPage, findPages, linkTo, type Page} from './page.js';
import type {Sources} from './read-sources.js';
import {schemaFiles, schemaPage} from './schema-pages.js';
import {searchWords} from './search-words.js';
import {topicPages} from './topic-pages.js';
import {bestExamples} from './transcript.js';

/** Every text file that VitePress makes the site of, by its path. */
export async function makeSite(tree: Tree, {guides, transcripts}: Sources): Promise<ReadonlyMap<string, string>> {
  const places = await loadTree(tree);
  const all = places.flatMap(withBelow);
  const texts = await topicTexts();
  const paths = new Map([
    ...all.flatMap(({path}) => wordsFor(path, all).map(words => [words, commandPath(path)] as const)),
    ...[...texts.keys(), 'errors', 'options'].map(topic => [`help ${topic}`, `help/${topic}`] as const),
  ]);
  const find = findPages(paths);
  const schemas = await namedSchemas(tree);
  const withSchema = new Set(schemas.map(({name}) => name));
  const examples = bestExamples(
    all.map(({path}) => path.join(' ')),
    transcripts,
  );
  const written = guidePages(guides, find);
  const shown = new Map(written.map(page => [page, commandsIn(page.body, find)]));
  const help = [...topicPages(texts, find), optionsPage(find), errorPage(find), schemaPage(schemas)];
  const commands = commandPages(places, {
    exampleOf: words => examples.get(words),
    hasSchema: words => withSchema.has(words),
    guidesWith: ({path}) => written.filter(page => shown.get(page)?.has(commandPath(path))),
    find,
  });
  const pages = [...written, commandsPage(places), ...commands, ...help];
  const contents = contentsOf(written, help, places);
  return new Map([
    ...pages.map(page => [`${page.path}.md`, inFile(page)] as const),
    ...schemaFiles(schemas),
    ['llms.txt', llmsText(pages)],
    ['site.json', JSON.stringify({contents, words: searchWords(all, paths)})],
  ]);
}

/** All words that lead to a command: its own, and those of each place above it, as in `people export` and `import undo`. */
const wordsFor = (path: readonly string[], all: readonly TreePlace[]): readonly string[] => [
  path.join(' '),
  ...all
    .filter(above => above.path.every((name, at) => name === path[at]))
    .flatMap(above => above.also.map(words => [words, ...path.slice(above.path.length)].join(' '))),
];

/** The pages of the commands that stand in the lines of a guide. */
const commandsIn = (body: string, find: FindPage): ReadonlySet<string | undefined> =>
  new Set([...body.matchAll(/^(?:npx )?emk (?:--sandbox )?(.*)$/gm)].map(([, words = '']) => find(words)?.path));

/** The pages of `emk help`, except the list of them and those that have a page of their own here. */
const topicTexts = async (): Promise<ReadonlyMap<string, string>> =>
  new Map(
    await Promise.all(
      Object.entries(topics)
        .filter(([topic]) => topic !== 'topics' && topic !== 'errors' && topic !== 'options')
        .map(async ([topic, text]) => [topic, await text()] as const),
    ),
  );

const optionsPage = (find: FindPage): Page => ({
  path: 'help/options',
  title: 'Options of every command',
  summary: 'The options that every command has.',
  body: [
    'Every command has these options. Many have a variable or a setting too: see [the environment](/help/environment.md).',
    optionList(
      Object.entries(globalOptions).map(([name, param]) => [optionTerm(name, param), param.help]),
      find,
    ),
  ].join('\n\n'),
});

const commandsPage = (places: readonly TreePlace[]): Page => ({
  path: 'commands/index',
  title: 'Commands',
  summary: 'Every command, by what it works with.',
  body: [
    'Every command, by what it works with.',
    ...places.map(place =>
      [
        `## ${place.name}`,
        `${linkTo(commandPath(place.path), `emk ${place.name}`)}: ${escaped(place.summary)}.`,
        place.below
          .flatMap(withBelow)
          .map(({path, summary}) => `- ${linkTo(commandPath(path), path.slice(1).join(' '))}: ${escaped(summary)}`)
          .join('\n'),
      ].join('\n\n'),
    ),
  ].join('\n\n'),
});

/** A page as VitePress reads it. Links lead from page to page, so that the text can be read where it is too. */
function inFile({path, title, summary, body}: Page): string {
  const root = path.includes('/') ? '../' : '';
  const head = {title: path === 'index' ? 'emk' : title, description: summary, outline: outlineOf(path)};
  const ending = path.startsWith('help/') ? ['titleTemplate: ":title · emk help"'] : [];
  const lines = [...Object.entries(head).map(([name, value]) => `${name}: ${JSON.stringify(value)}`), ...ending];
  return `---\n${lines.join('\n')}\n---\n\n# ${title}\n\n${body.replaceAll('](/', `](${root}`)}\n`;
}

/** Which headings are in the contents of a page. A command has too many options for them. */
const outlineOf = (path: string): number | readonly number[] => (path.startsWith('guides/') ? [2, 3] : 2);

type Entry = {
  readonly text: string;
  readonly link: string;
  readonly collapsed?: true;
  readonly items?: readonly Entry[];
};

/** The contents beside the pages: of the guides, of the help, and of all commands. */
function contentsOf(written: readonly Page[], help: readonly Page[], places: readonly TreePlace[]): object {
  const entry = ({path, title}: Page): Entry => ({text: path === 'index' ? 'Start' : title, link: `/${path}`});
  const command = ({path, name, also}: TreePlace): Entry => ({
    text:
      path.length === 1 && also[0] !== undefined
        ? `${name} (${also[0]})`
        : path.slice(path.length > 1 ? 1 : 0).join(' '),
    link: `/${commandPath(path)}`,
  });
  return {
    guides: written.map(entry),
    help: help.map(entry),
    commands: places.map(place =>
      place.below.length === 0
        ? command(place)
        : {...command(place), collapsed: true, items: place.below.flatMap(withBelow).map(command)},
    ),
  };
}

/** `llms.txt`: what a language model reads first, with links to all pages as Markdown. */
function llmsText(pages: readonly Page[]): string {
  const about = pages.find(({path}) => path === 'index')?.summary ?? '';
  const links = (title: string, isPart: (path: string) => boolean): readonly string[] => [
    `## ${title}`,
    '',
    ...pages.filter(({path}) => isPart(path)).map(({path, title, summary}) => `- [${title}](${path}.md): ${summary}`),
    '',
  ];
  return [
    '# emk',
    '',
    `> ${about}`,
    '',
    'For programs: `emk commands -o json` prints every command with its options and what it may change, `emk schema` the shape of its JSON, `emk help exit-codes` when to try again. `--dry-run` prints the requests that would change something. `emk --sandbox` needs no account.',
    '',
    ...links('Guides', path => path === 'index' || path.startsWith('guides/')),
    ...links('Reference', path => path.startsWith('help/')),
    ...links('Commands', path => path.startsWith('commands/')),
  ].join('\n');
}
