/** Help follows the width of the terminal, and its examples can be copied at every width. */
import {Writable} from 'node:stream';
import {describe, expect} from 'vitest';
import {tree} from '../../src/cli/tree.js';
import {inTypedWords} from '../../src/commands/tree-words.js';
import {commandsOf, loadTree} from '../../src/reference/load-tree.js';
import {topics} from '../../src/reference/topics.js';
import {eitherTest, everyOther, portion, test} from '../in-two-parts.js';
import {runAgainst} from '../run-against.js';
import {emkCalls} from './shell-commands.js';

const commands = commandsOf(await loadTree(tree));
const groups = [...new Set(commands.map(({path}) => path[0] ?? ''))];

async function helpAt(columns: number, words: readonly string[]): Promise<string> {
  let shown = '';
  const write = (chunk: unknown, _: unknown, done: () => void) => {
    shown += String(chunk);
    done();
  };
  const stdout = Object.assign(new Writable({write}), {isTTY: true, columns});
  expect((await runAgainst('http://127.0.0.1:1', words, {host: {stdout}})).code).toBe(0);
  return shown;
}

const pages = [
  ['--help'],
  ...Object.keys(topics).map(topic => ['help', topic]),
  ...groups.map(group => [group, '--help']),
  ...commands.map(({path}) => [...path, '--help']),
  ...commands.map(({path}) => [...path, '-h']),
];

/** A line may only be longer if it is a single word or quoted text, with its prompt and its backslash. */
const tooLong = (page: string, width: number): readonly string[] =>
  page.split('\n').filter(line => line.length > width && !oneWord.test(line.trim().replace(/^\$ | \\$/g, '')));

/** A JSON text cannot be wrapped. */
const oneWord = /^\{|^(?:"(?:\\.|[^"])*"|'[^']*'|[^\s"'])+$/;

describe.each([40, 60, 79, 120].map((width, number) => ({width, number})))('at $width columns', ({width, number}) => {
  eitherTest.each(everyOther(portion(pages, 30), number))('emk %s %s %s %s', async (...words) => {
    const page = await helpAt(
      width,
      words.filter(word => word !== undefined),
    );
    expect(tooLong(page, width)).toEqual([]);
  });
});

test.each([40, 100])('an example at %i columns is what it was', async width => {
  for (const {path, command} of commands) {
    const page = await helpAt(width, [...path, '--help']);
    const shown = page.slice(page.indexOf('\nExamples:'), page.indexOf('\nSee also:'));
    const examples = [...shown.matchAll(/^ {2}\$ ((?:.*(?:\\|&&|\|)\n)*.*)$/gm)].map(([, line = '']) => line);
    const whole = command.examples.map(line => inTypedWords(tree, {path, typedPath: path}, line));
    expect(examples.map(line => line.replace(/(?: \\|(?<=&&|\|))\n +/g, ' '))).toEqual(
      whole.map(line => line.replace(/ +/g, ' ')),
    );
    expect(examples.map(line => emkCalls(line))).toEqual(whole.map(line => emkCalls(line)));
  }
});

test('off a terminal each example is one line', async () => {
  const {stdout} = await runAgainst('http://127.0.0.1:1', 'senders create --help');
  expect(stdout).toContain(
    `  $ ${commands.find(({path}) => path.join(' ') === 'senders create')?.command.examples[0]}\n`,
  );
});
