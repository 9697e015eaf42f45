import {type TreePlace, withBelow} from '../reference/load-tree.js';
import {optionSections, toRow} from '../reference/option-sections.js';
import {topicsAbout} from '../reference/topics.js';
import {usage} from '../reference/usage.js';
import {optionList} from './option-list.js';
import {codeBlock, commandPath, escaped, type FindPage, linkTo, type Page, toProse} from './page.js';
import type {Played} from './transcript.js';

type Looks = {
  /** The played line that shows a command best, by its words. */
  readonly exampleOf: (words: string) => Played | undefined;
  readonly hasSchema: (words: string) => boolean;
  /** The guides that show a command. */
  readonly guidesWith: (place: TreePlace) => readonly Page[];
  readonly find: FindPage;
};

/** A page for each word of the tree: commands, and the groups that hold them. */
export const commandPages = (places: readonly TreePlace[], looks: Looks): readonly Page[] =>
  places.flatMap(top => withBelow(top).map(place => toPage(place, top, looks)));

const toPage = (place: TreePlace, top: TreePlace, looks: Looks): Page => ({
  path: commandPath(place.path),
  title: `emk ${place.path.join(' ')}`,
  summary: `${place.summary}.`,
  body: [
    `${escaped(place.summary)}.`,
    ...(place.also.length === 0 ? [] : [`Same as: ${place.also.map(words => `\`emk ${words}\``).join(', ')}`]),
    ...aboutCommand(place, looks),
    ...(place.below.length === 0 ? [] : ['## Commands', summaries(place.below)]),
    '## See also',
    seeAlso(place, top, looks),
  ].join('\n\n'),
});

function aboutCommand(place: TreePlace, {exampleOf, find}: Looks): readonly string[] {
  const {path, command, calls} = place;
  if (!command) return [];
  const played = exampleOf(path.join(' '));
  return [
    codeBlock(usage({...place, command}), 'text'),
    ...(command.details ?? '').split(/\n{2,}/).map(block => paragraph(block, find)),
    ...(played ? ['## Example', example(played)] : []),
    '## Lines to copy',
    codeBlock(command.examples.join('\n'), 'sh'),
    ...optionSections(command, calls).flatMap(({title, rows}) => [
      `## ${title}`,
      optionList(
        rows.map(row => toRow(row)),
        find,
      ),
    ]),
    'And [the options that every command has](/help/options.md).',
  ].filter(block => block !== '');
}

/** A paragraph of prose, or lines that keep their layout. */
const paragraph = (block: string, find: FindPage): string =>
  block.startsWith(' ') ? codeBlock(block, 'text') : toProse(block, find);

const summaries = (places: readonly TreePlace[]): string =>
  places
    .map(({path, summary}) => `- ${linkTo(commandPath(path), `emk ${path.join(' ')}`)}: ${escaped(summary)}`)
    .join('\n');

/** The commands beside this one, the topics and the guides that say more, and the shape of its JSON. */
function seeAlso(place: TreePlace, top: TreePlace, {hasSchema, guidesWith}: Looks): string {
  const beside = parentOf(place, top)?.below.filter(other => other !== place) ?? [];
  return [
    ...topicsAbout(place.path).map(([topic, summary]) => `- [${summary}](/help/${topic}.md)`),
    ...guidesWith(place).map(({path, title}) => `- [${title}](/${path}.md)`),
    ...(beside.length === 0
      ? []
      : [`- Beside it: ${beside.map(({path}) => linkTo(commandPath(path), path.slice(1).join(' '))).join(', ')}`]),
    ...(place === top ? [] : [`- All of ${linkTo(commandPath(top.path), `emk ${top.name}`)}`]),
    ...(hasSchema(place.path.join(' ')) ? [`- [The shape of its JSON](/schemas/${place.path.join('-')}.json)`] : []),
    '- [All commands](/commands/index.md)',
  ].join('\n');
}

const parentOf = (place: TreePlace, top: TreePlace): TreePlace | undefined =>
  withBelow(top).find(({below}) => below.includes(place));

/** A played line: the file that it reads, what was typed, and what emk printed and said beside it. */
function example({line, seen, file}: Played): string {
  const before = file ? [codeBlock(`cat ${file.name}`, 'sh'), codeBlock(file.text, 'text')] : [];
  const printed = seen.map(shown).join('\n').replaceAll('127.0.0.1:PORT', 'mail.example.com');
  return [...before, codeBlock(line, 'sh'), ...(printed === '' ? [] : [codeBlock(printed, 'text')])].join('\n\n');
}

function shown(line: string): string {
  if (line === '·') return '';
  const code = /^\[exit (\d+)\]$/.exec(line)?.[1];
  return code === undefined ? line.replace(/^2> /, '') : `exit code ${code}`;
}
