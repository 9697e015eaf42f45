/** Every line that emk hints at works as it is. */
import {readdirSync, readFileSync} from 'node:fs';
import {describe, expect} from 'vitest';
import type {Param} from '../src/api/describe/schema.js';
import {namesIn} from '../src/cli/option-words.js';
import {tree} from '../src/cli/tree.js';
import type {Command} from '../src/commands/command.js';
import {globalOptions} from '../src/commands/globals.js';
import {isOptionOf, optionName} from '../src/commands/parameter-name.js';
import {asPeopleSay, topWords} from '../src/commands/tree-words.js';
import {commandsOf, loadTree} from '../src/reference/load-tree.js';
import {closest} from '../src/words/closest.js';
import {hintedLines, wrongInShell, wrongWith, wrongWithWords} from './hinted-lines.js';
import {eitherTest, everyOther, portion, test} from './in-two-parts.js';
import {emkCalls} from './reference/shell-commands.js';
import {useShell} from './use-shell.js';

const folder = new URL('transcripts/', import.meta.url);

/** What emk printed, without what was typed and the files. */
const printedIn = (name: string): readonly string[] =>
  readFileSync(new URL(name, folder), 'utf8')
    .split('\n')
    .filter(line => !/^(?:\$|%|#| )/.test(line))
    .map(line => line.replace(/^2> ?/, ''));

/** What is wrong with the lines that lines of output hint at, and with the words of errors that a program would run. */
async function wrongIn(printed: readonly string[]): Promise<readonly string[]> {
  const wrong: string[] = [];
  const pasteable: string[] = [];
  const judge = (line: string, why: string | undefined): void => {
    if (why !== undefined) wrong.push(`${line}: ${why}`);
  };
  for (const each of new Set(printed)) {
    const isData = /^\{"(?:error|notice|warning)":/.test(each);
    const {hint = '', run = null} = isData ? (JSON.parse(each).error ?? {}) : {hint: each};
    const lines = hintedLines(hint ?? '');
    for (const line of lines) {
      const why = await wrongWith(line);
      if (why === undefined) pasteable.push(line);
      judge(line, why);
    }
    if (run) judge(run.join(' '), await wrongWithWords(run.slice(1)));
    else if (isData && lines.length === 1)
      judge(hint, /<|…|\b[A-Z]{2,}\b/.test(hint) ? undefined : 'has no words to run');
  }
  return [...wrong, ...wrongInShell([...new Set(pasteable)])];
}

/** The lines of emk that a line of a transcript types, each with what stands below it up to the next line. */
const typedIn = (name: string): ReadonlyArray<readonly [typed: readonly string[][], printed: readonly string[]]> =>
  readFileSync(new URL(name, folder), 'utf8')
    .split(/^\$ /m)
    .slice(1)
    .map(part => part.split('\n'))
    .filter(([line = '']) => /\bemk [a-z-]/.test(line) && !/ (?:help|-h|--help)\b|<<|\bemk schema/.test(line))
    .map(([line = '', ...printed]) => [callsIn(line), printed.map(each => each.replace(/^2> ?/, ''))]);

/** Lines that a shell reads but this does not, such as those with a variable, have one word too few to judge. */
const callsIn = (line: string): string[][] => {
  try {
    return emkCalls(line).map(words => [...words]);
  } catch {
    return [];
  }
};

/** Hinted lines whose nouns are not in the words of the line above them: the one rule for all hints. What a misspelt word may mean is like that word. */
const inOtherWords = (typed: readonly string[], printed: readonly string[]): readonly string[] =>
  printed
    .filter(text => !text.includes('Did you mean'))
    .flatMap(text =>
      hintedLines(text).filter(line => {
        const [, first = '', ...names] = namesIn(line.replaceAll(/ '--[^']*'/g, '').split(' '));
        return isLong(typed)
          ? topWords(tree).has(first) && !Object.hasOwn(tree, first)
          : first !== namesIn(typed)[0] && isLong([first, ...names]);
      }),
    );

/** Whether a line has a name of the API for which people have a word. */
function isLong(typed: readonly string[]): boolean {
  const [first = '', second = ''] = namesIn(typed);
  // A mistyped name counts as the name.
  const {word, jobs = {}} = tree[closest(first, topWords(tree).keys()) ?? ''] ?? {};
  return word !== undefined || Object.values(jobs).includes(second);
}

test.each(readdirSync(folder))('have the words of the line before them in the transcript %s', name => {
  const wrong = typedIn(name).flatMap(([[typed, ...others], printed]) =>
    typed && others.length === 0 ? inOtherWords(typed, printed) : [],
  );
  expect(wrong).toEqual([]);
});

test.each(readdirSync(folder))('in the transcript %s', async name => {
  expect(await wrongIn(printedIn(name))).toEqual([]);
});

/** A name that a shell would tear apart, run or fill in. */
const ODD = `O'Brien & "Söhne" $HOME; touch pwned #1`;

/** What each command is given: nothing, names that nobody has, and all its options with odd values. */
const lineKinds: {readonly [kind: string]: (command: Command) => readonly string[]} = {
  'with nothing': () => [],
  'about what is not there': ({args}) => args.map(() => ODD),
  'with all that it needs': command => [
    ...fitting(command),
    ...options(command, ([, {required}]) => required === true),
  ],
  'with every option': command => [...fitting(command), ...options(command, () => true), '--yes', '--dry-run'],
};

const fitting = ({args, takes}: Command): readonly string[] => args.map(key => valueFor(takes[key]));

const options = (command: Command, isGiven: (each: [string, Param]) => boolean): readonly string[] =>
  Object.entries(command.takes)
    .filter(isOptionOf(command))
    .filter(([key]) => !endless.has(key))
    .filter(isGiven)
    .flatMap(([key, param]) => [`--${optionName(key, param)}${param.type === 'flag' ? '' : `=${valueFor(param)}`}`]);

function valueFor({type, format, choices, kinds, value = ''}: Param = {type: 'text', help: ''}): string {
  if (choices) return choices[0] ?? '';
  if (kinds) return `type:${ODD}`;
  if (type === 'file' || /file/.test(value)) return 'it\'s "here" $1.csv';
  if (format === 'address') return 'nora@acme.example';
  if (format === 'moment') return 'friday 9am';
  if (type === 'date') return '2026-05-01';
  return type === 'integer' ? '2' : ODD;
}

const aside = /^(?:sandbox (?:run|serve|tour)|mcp)\b/;
const endless = new Set(['watch', 'serve']);
const commands = commandsOf(await loadTree(tree)).filter(({path}) => !aside.test(path.join(' ')));
const rows = commands.flatMap(({path, command}, number) =>
  everyOther(Object.keys(lineKinds), number).map(kind => [path.join(' '), kind, command] as const),
);

describe('after a line of odd words', () => {
  const shell = useShell();

  eitherTest.each(portion(rows, 30))('%s %s', async (path, kind, command) => {
    // The names of the API, and the words that people say.
    const words = (path.length + kind.length) % 2 === 0 ? path.split(' ') : asPeopleSay(tree, path.split(' '));
    const typed = [...words, ...(lineKinds[kind]?.(command) ?? [])];
    const account =
      [[], [`--profile=; touch pwned`], [`--base-url=${shell().sandbox.baseUrl}`]][(path.length + kind.length) % 3] ??
      [];
    const format = kind.length % 2 === 0 ? [] : ['--output=json'];
    const {stderr} = await shell().emk([...typed, ...account, ...format]);
    const printed = stderr.split('\n');
    const wrong = [...(await wrongIn(printed)), ...inOtherWords(typed, printed)];
    for (const [, option = ''] of stderr.matchAll(/(?<!emk .*)\b(?:[Aa]dd|[Gg]ive) (--[a-z-]+)/g)) {
      if (typed.some(word => word.startsWith(option))) wrong.push(`${option} is given: ${stderr}`);
      if (option !== '--help' && !isOptionFor(command, option)) wrong.push(`there is no ${option}: ${stderr}`);
    }
    expect(wrong).toEqual([]);
  });
});

const isOptionFor = (command: Command, option: string): boolean =>
  Object.entries({...command.takes, ...globalOptions}).some(([key, param]) => `--${optionName(key, param)}` === option);
