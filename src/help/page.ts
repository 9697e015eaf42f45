/** The pages of `--help`: of emk, of a group, of a command. All are laid out for the narrowest terminal, 80 columns. */
import type {Decides, Param} from '../api/describe/schema.js';
import type {Command, Group} from '../commands/command.js';
import {asPeopleSay, type Tree} from '../commands/command-names.js';
import {isOptionOf, optionName, optionTerm, placeholder, positions} from '../commands/parameters.js';
import {counted, lowerFirst} from '../core/words/sentence.js';
import {wrap} from '../output/text/width.js';
import {topics} from './topics.js';

type HelpRow = readonly [term: string, about: string];

/** The overview that `emk` prints. It needs only summaries, so no command is loaded to print it or to build it in. */
export function overview(tree: Tree): string {
  const listed = Object.values(sections).flat();
  const width = longest(listed.map(name => [name, '']));
  const jobs = Object.values(tree).flatMap(branch => Object.keys(branch.jobs ?? {}));
  const others = Object.keys(tree).filter(name => !listed.includes(name));
  return page([
    'emk runs an email-marketing account from the terminal: people, mail, results.',
    'Usage: emk <command> [options]; --help after a command shows what it takes',
    'Start with: emk sandbox tour (needs no account), emk login, emk import leads.csv',
    ...inPage(`For every day: ${jobs.join(', ')}`),
    ...Object.entries(sections).flatMap(([title, names]) => [
      `${title}:`,
      ...twoColumns(
        names.map(name => [name, tree[name]?.summary ?? '']),
        width,
      ),
    ]),
    `More commands: ${others.join(', ')}`,
    'Options that every command has: emk help options. Guides: emk help topics',
  ]);
}

/** What the overview shows with a summary; the other commands are named in one line. */
const sections: Readonly<Record<string, readonly string[]>> = {
  Contacts: ['lists', 'contacts', 'fields', 'segments', 'unsubscribes', 'groups'],
  Mail: ['senders', 'templates', 'mailings', 'automations'],
  Account: ['auth', 'config', 'account', 'agenda', 'report', 'undo'],
  'To try and test': ['sandbox', 'seed', 'doctor'],
};

export function groupHelp(path: readonly string[], tree: Tree, {summary, commands, nested = {}}: Group): string {
  const [name = ''] = path;
  const rowsOf = (targets: {readonly [name: string]: {readonly summary: string}}, before = ''): HelpRow[] =>
    Object.entries(targets).map(([name, about]) => [before + name, about.summary]);
  const below = [
    ...Object.entries(commands).flatMap(([name, command]) => [
      ...rowsOf({[name]: command}),
      ...rowsOf(command.nested ?? {}, `${name} `),
    ]),
    ...Object.entries(nested).flatMap(([name, inside]) => rowsOf(inside.commands, `${name} `)),
  ];
  const jobs = Object.entries((path.length === 1 && tree[name]?.jobs) || {});
  const each = jobs.map(([word, command]) => `emk ${word}${word === command ? '' : ` (${command})`}`);
  return page([
    `Usage: emk ${path.join(' ')} <command> [options]`,
    ...inPage(`${summary ?? tree[name]?.summary}.`),
    ...part('Commands', twoColumns(below)),
    ...(each.length > 0 ? ['', ...inPage(`Shorter: ${each.join(', ')}`)] : []),
    ...readOn(path, [`emk ${path.join(' ')} COMMAND --help`]),
  ]);
}

/** The help of a command. What few need is shown where all of it is asked for. */
export function commandHelp(path: readonly string[], tree: Tree, command: Command, isAll: boolean): string {
  const {takes, args, summary, details = '', nested = {}, examples} = command;
  const line = `emk ${asPeopleSay(tree, path).join(' ')}`;
  const options = Object.entries(takes)
    .filter(isOptionOf(command))
    .sort(([, one], [, other]) => Number(other.required ?? false) - Number(one.required ?? false));
  const common = options.filter(([, {rare, decides}]) => isAll || !(rare || decides === 'list'));
  const hidden = options.filter(([, {rare}]) => !isAll && rare);
  const ofLists = options.filter(([, {decides}]) => !isAll && decides === 'list');
  const given = args.flatMap(key => (takes[key] ? [rowOf(placeholder(key, command), takes[key])] : []));
  const rowsThat = (decides?: Decides): HelpRow[] =>
    common.filter(([, param]) => param.decides === decides).flatMap(rows);
  const shown: ReadonlyArray<readonly [title: string, rows: readonly HelpRow[]]> = [
    ['Options', [...given, ...rowsThat()]],
    ['What to check', rowsThat('checks')],
    ['What to print', [...rowsThat('output'), ...rowsThat('list')]],
  ];
  const width = Math.min(longest(shown.flatMap(([, rows]) => rows)), WIDEST_TERM);
  const usage = ['Usage:', line, '[options]', ...positions(command).map(key => placeholder(key, command))];
  const more = [
    ...(ofLists.length > 0 ? [`${ofLists.map(([key]) => `--${key}`).join(' ')}: emk help output`] : []),
    ...(hidden.length > 0 ? [`${counted(hidden.length, 'more option')}: ${line} --help --all`] : []),
  ];
  return page([
    ...inPage(usage.join(' ')),
    ...inPage(`${summary}.`),
    ...shown.flatMap(([title, rows]) => part(title, twoColumns(rows, width))),
    ...(more.length > 0 ? ['', ...more] : []),
    ...part('Commands', twoColumns(Object.entries(nested).map(([name, {summary}]) => [`${line} ${name}`, summary]))),
    ...part(
      'Examples',
      examples.map(example => `  $ ${example}`),
    ),
    ...(details ? ['', ...details.split('\n').flatMap(text => (text.startsWith(' ') ? [text] : inPage(text)))] : []),
    ...readOn(path, [...(path.length > 1 ? [`emk ${path[0]} --help`] : []), 'emk help options']),
  ]);
}

/** Longer terms get a line to themselves. */
const WIDEST_TERM = 34;

const page = (lines: readonly string[]): string => [...lines, ''].join('\n');

const part = (title: string, lines: readonly string[]): string[] =>
  lines.length > 0 ? ['', `${title}:`, ...lines] : [];

/** Pages that say more: topics about this place, and then these. A line to type stays whole. */
function readOn(path: readonly string[], others: readonly string[]): string[] {
  const lines = [...topicsAbout(path).map(topic => `emk help ${topic}`), ...others];
  const inOneWord = lines.map(line => line.replaceAll(' ', '\u00a0')).join(', ');
  return ['', ...inPage(`More: ${inOneWord}`).map(line => line.replaceAll('\u00a0', ' '))];
}

/** An option, or two for a switch that can also be turned off. */
const rows = ([key, param]: readonly [string, Param]): HelpRow[] => {
  const name = optionName(key, param);
  const row = rowOf(optionTerm(name, param), param, param.byPosition && `also without --${name}`);
  return param.negatable ? [row, [`--no-${name}`, `Don't ${lowerFirst(param.help)}`]] : [row];
};

/** A term with what may be known besides: whether it is required, its choices, its default. */
function rowOf(term: string, {help, choices = [], many, blank, required}: Param, shorter?: string | false): HelpRow {
  const words = help.split(/[^\w-]+/);
  const areSaid = choices.length < 2 || choices.length > MOST_CHOICES || choices.every(each => words.includes(each));
  const notes = [
    required && term.startsWith('-') && 'required',
    !areSaid && choices.join(', '),
    many && term.startsWith('-') && !help.includes('repeat') && 'repeatable',
    blank === 'empties' && "'' empties it",
    shorter,
  ].filter(Boolean);
  return [term, notes.length > 0 ? `${help} (${notes.join('; ')})` : help];
}

/** Longer lists of choices would flood the help; Tab offers them, and so does the error for a wrong word. */
const MOST_CHOICES = 20;

const WIDTH = 80;

const inPage = (text: string): string[] => wrap(text, WIDTH);

/** Rows in two columns; terms longer than theirs get a line to themselves. */
export function twoColumns(rows: readonly HelpRow[], termWidth = longest(rows)): string[] {
  const before = 2 + termWidth + 2;
  return rows.flatMap(([term, about]) => {
    const isLong = term.length > termWidth;
    const lines = wrap(about, WIDTH - before).map((line, index) =>
      `  ${(index === 0 && !isLong ? term : '').padEnd(termWidth)}  ${line}`.trimEnd(),
    );
    return isLong ? [`  ${term}`, ...lines] : lines;
  });
}

const longest = (rows: readonly HelpRow[]): number => Math.max(0, ...rows.map(([term]) => term.length));

/** The topics that the help of a command leads to, the closest first, and no more than two. */
function topicsAbout(path: readonly string[]): string[] {
  const places = path.map((_, at) => path.slice(0, at + 1).join(' ')).reverse();
  const found = places.flatMap(place => topics().filter(({about}) => about.includes(place)));
  return [...new Set(found)].slice(0, 2).map(({name}) => name);
}
