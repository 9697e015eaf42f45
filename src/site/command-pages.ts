import type {Param} from '../api/describe/schema.js';
import {isOptionOf, optionName} from '../commands/parameter-name.js';
import {escapeHtml} from '../html/escape.js';
import {sameLine} from '../reference/layout.js';
import {type TreePlace, withBelow} from '../reference/load-tree.js';
import {usage} from '../reference/usage.js';
import {withWholeOptions} from './guide-pages.js';
import {codeBlock, commandPath, type FindPage, type Page, toProse} from './page.js';
import type {Played} from './transcript.js';

type Looks = {
  /** The played line that shows a command best, by its words. */
  readonly exampleOf: (words: string) => Played | undefined;
  readonly hasSchema: (words: string) => boolean;
  readonly find: FindPage;
};

/** A page for each word of the tree: commands, and the groups that hold them. */
export const commandPages = (places: readonly TreePlace[], looks: Looks): readonly Page[] =>
  places.flatMap(withBelow).map(place => ({
    path: commandPath(place.path),
    title: `emk ${place.path.join(' ')}`,
    summary: `${place.summary}.`,
    body: [`<p class="lead">${escapeHtml(place.summary)}.</p>`, ...aboutCommand(place, looks), ...below(place)].join(
      '\n',
    ),
  }));

function aboutCommand(place: TreePlace, {exampleOf, hasSchema, find}: Looks): readonly string[] {
  const {path, also, command} = place;
  const same = sameLine(also).map(line => `<p>${escapeHtml(line)}</p>`);
  if (!command) return same;
  const words = path.join(' ');
  const played = exampleOf(words);
  const given = command.args.flatMap(key => {
    const param = command.takes[key];
    return param ? [[`<${param.value ?? optionName(key, param)}>`, param] as const] : [];
  });
  const options = Object.entries(command.takes)
    .filter(isOptionOf(command))
    .map(([key, param]) => [optionLine(optionName(key, param), param), param] as const)
    .sort(([, one], [, other]) => Number(other.required === true) - Number(one.required === true));
  return [
    ...same,
    `<pre class="usage"><code>${withWholeOptions(escapeHtml(usage({...place, command})))}</code></pre>`,
    ...(command.details ?? '').split(/\n{2,}/).map(block => paragraph(block, find)),
    ...(played ? ['<h2 id="example">Example</h2>', terminal(played)] : []),
    '<h2 id="to-copy">To copy</h2>',
    codeBlock(command.examples.join('\n')),
    ...(given.length > 0 ? ['<h2 id="arguments">Arguments</h2>', list(given, find)] : []),
    ...(options.length > 0 ? ['<h2 id="options">Options</h2>', list(options, find)] : []),
    '<p><a href="/help/options.html">The options that every command has</a>' +
      (hasSchema(words) ? `, and <a href="/schemas/${path.join('-')}.json">the shape of its JSON</a>` : '') +
      '.</p>',
  ];
}

/** A paragraph of prose, or lines that keep their layout. */
const paragraph = (block: string, find: FindPage): string =>
  block.startsWith(' ') ? codeBlock(block) : block && `<p>${toProse(block, find)}</p>`;

const optionLine = (name: string, {type, short, value, negatable}: Param): string =>
  `${short ? `-${short}, ` : ''}--${negatable ? '[no-]' : ''}${name}${type === 'flag' ? '' : ` <${value ?? type}>`}`;

const list = (rows: readonly (readonly [string, Param])[], find: FindPage): string =>
  `<dl class="options">${rows.map(([term, param]) => `<dt><code>${escapeHtml(term)}</code></dt><dd>${about(param, find)}</dd>`).join('\n')}</dl>`;

const about = ({help, required, many, choices}: Param, find: FindPage): string =>
  [
    toProse(/[.…?]$/.test(help) ? help : `${help}.`, find),
    ...(choices ? [`One of ${choices.map(choice => `<code>${escapeHtml(choice)}</code>`).join(', ')}.`] : []),
    ...(many ? ['Can be repeated.'] : []),
    ...(required ? ['<strong>Required.</strong>'] : []),
  ].join(' ');

const below = ({below}: TreePlace): readonly string[] =>
  below.length === 0 ? [] : ['<h2 id="commands">Commands</h2>', summaries(below)];

const summaries = (places: readonly TreePlace[]): string =>
  `<dl>${places.map(({path, summary}) => `<dt><a href="/${commandPath(path)}"><code>emk ${path.join(' ')}</code></a></dt><dd>${escapeHtml(summary)}.</dd>`).join('\n')}</dl>`;

/** A played line as a terminal shows it: what was typed, its output, and what emk said beside it. */
function terminal({line, seen, file}: Played): string {
  const before = file ? [typed(`cat ${file.name}`), escapeHtml(file.text), ''] : [];
  return `<pre class="terminal" tabindex="0"><code>${[...before, typed(line), ...seen.flatMap(shown)].join('\n').replaceAll('127.0.0.1:PORT', 'mail.example.com')}</code></pre>`;
}

const typed = (line: string): string => `<b>$ ${escapeHtml(line)}</b>`;

function shown(line: string): readonly string[] {
  if (line === '·') return [''];
  const code = /^\[exit (\d+)\]$/.exec(line)?.[1];
  if (code !== undefined) return [`<i>exit code ${code}</i>`];
  return [line.startsWith('2> ') ? `<i>${escapeHtml(line.slice(3))}</i>` : escapeHtml(line)];
}
