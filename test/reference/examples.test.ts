/** Every line that a user copies from emk's own texts works. */

import {readdirSync, readFileSync} from 'node:fs';
import {describe, expect} from 'vitest';
import {tree} from '../../src/cli/tree.js';
import {commandsOf, loadTree, withBelow} from '../../src/reference/load-tree.js';
import {topics} from '../../src/reference/topics.js';
import {longTest, test} from '../in-two-parts.js';
import {emkCalls, shellCommands} from './shell-commands.js';
import {understood, understoodAtTerminal} from './understood.js';

const places = await loadTree(tree);
const commands = commandsOf(places);
/** What people read in the project itself. */
const written = [
  'README.md',
  ...readdirSync('src/site/guides')
    .filter(name => name.endsWith('.md'))
    .map(name => `src/site/guides/${name}`),
];
const pages = await Promise.all(Object.entries(topics).map(async ([topic, page]) => ({topic, text: await page()})));

/** Lines after `$ `, with their continuation lines. */
const typedLines = (text: string): string[] =>
  [...text.matchAll(/^ *\$ ((?:.*(?:\\|\||&&)\n)*.*)$/gm)].map(([, line = '']) => line);

const sourceFiles = readdirSync('src', {recursive: true, encoding: 'utf8'})
  .filter(path => path.endsWith('.ts') && !path.startsWith('reference'))
  .map(path => [path, readFileSync(`src/${path}`, 'utf8')] as const);

describe('reading shell lines', () => {
  test.each<[string, string[][]]>([
    ['emk people list', [['emk', 'contacts', 'list']]],
    [`id=$(emk fields create --name 'a b' -o id)`, [['emk', 'fields', 'create', '--name', 'a b', '-o', 'id']]],
    [
      'emk a "$id" "x $(emk b)" > f 2>/dev/null',
      [
        ['emk', 'b'],
        ['emk', 'a', '7', 'x 7'],
      ],
    ],
    [
      'cat x | emk c - && emk d; emk e',
      [
        ['cat', 'x'],
        ['emk', 'c', '-'],
        ['emk', 'd'],
        ['emk', 'e'],
      ],
    ],
    ['if ! emk f; then emk g; fi', [['emk', 'f'], ['emk', 'g'], ['fi']]],
    [
      `emk h -- sh -c 'emk i "j k"'`,
      [
        ['emk', 'h', '--', 'sh', '-c', 'emk i "j k"'],
        ['emk', 'i', 'j k'],
      ],
    ],
    ['A=1 emk l \\\n  --m # emk n', [['emk', 'l', '--m']]],
  ])('%s', (line, expected) => {
    expect(shellCommands(line)).toEqual(expected);
  });
});

describe('a line that emk would not understand is found', () => {
  test.each([
    ['contcts list'],
    ['contacts lst'],
    ['contacts list --colums id'],
    ['contact-types create'],
    ['contact-types create --nmae Leads'],
    ['contacts show seven --hm'],
    ['fields create --name age --type integer'],
    ['contacts list --limit many'],
    ['contacts --yes'],
    ['help exit-cods'],
  ])('emk %s', async line => {
    await expect(understood(line.split(' '))).rejects.toThrow();
  });
});

describe('every example is a real command line', () => {
  const ofCommands = commands.flatMap(({path, command}) =>
    command.examples.map(example => ({path: path.join(' '), example})),
  );
  test.each(ofCommands)('$path: $example', async ({path, example}) => {
    const calls = emkCalls(example);
    expect(calls.length, 'it calls emk').toBeGreaterThan(0);
    for (const call of calls) await understood(call);
    const own = commands.find(place => place.path.join(' ') === path);
    const words = path.split(' ');
    expect(
      calls.some(call => words.every(word => call.includes(word))),
      `it shows ${own?.path.join(' ')} itself`,
    ).toBe(true);
  });

  const ofPages = pages.flatMap(({topic, text}) =>
    typedLines(text)
      .filter(line => /\bemk\b/.test(line))
      .map(line => ({topic, line})),
  );
  test.each(ofPages)('help $topic: $line', async ({line}) => {
    const calls = emkCalls(line);
    expect(calls.length, 'it calls emk').toBeGreaterThan(0);
    for (const call of calls) await understood(call);
  });

  longTest('pages and the overview name no command that is not there', async () => {
    const {overview} = await import('../../src/reference/overview.js');
    const named = [...pages.map(({text}) => text), overview(tree)].flatMap(text => [
      ...[...text.replace(/\s+/g, ' ').matchAll(/"emk ([^"<>…|]+)"/g)].map(([, line = '']) => line),
      ...[...text.matchAll(/^ {2}emk ([a-z-]+(?: [a-z-]+)*)(?= {2}|$)/gm)].map(([, line = '']) => line),
    ]);
    expect(named.length).toBeGreaterThan(10);
    for (const line of named) {
      const [call = []] = emkCalls(`emk ${line}`);
      await understood([...call, '--help']).catch(async () => understood(call));
    }
  });

  longTest('hints name only commands that are there', async () => {
    const named = readdirSync('src', {recursive: true, encoding: 'utf8'})
      .filter(path => path.endsWith('.ts') && !path.startsWith('reference'))
      .flatMap(path =>
        [
          ...readFileSync(`src/${path}`, 'utf8').matchAll(
            /(?:"|'|[a-z]: )emk (?!(?:can|cannot|could|does|did|found|kept|is|was|has|adds|asks|changes|checks|creates|deletes|finds|ignores|saves|sends|goes|keeps|knows|looks|names|needs|reads|shows|skips|stops|takes|tells|uses|waits|writes)\b)((?:--sandbox )?[a-z][a-z-]*(?: [a-z][a-z-]*)*)/g,
          ),
        ].map(([, words = '']) => ({path, words: words.replace('--sandbox ', '')})),
      );
    expect(named.length).toBeGreaterThan(100);
    // The contact type for tests is called `emk tests`.
    for (const {path, words} of named.filter(({words}) => words !== 'tests')) {
      await expect(leadsSomewhere(words.split(' ')), `${path}: emk ${words}`).resolves.toBe(true);
    }
  });

  /** A line stands at the end of its hint, after a colon. */
  test('hints end in whole lines, which emk understands as they are', async () => {
    const lines = sourceFiles.flatMap(([path, text]) =>
      [...text.matchAll(/(?:hint: |[?:] )'[^'\n]*: (emk [a-z][^'\n]*)'/g)].map(([, line = '']) => ({path, line})),
    );
    expect(lines.length).toBeGreaterThan(40);
    for (const {path, line} of lines.filter(({line}) => !/[…<]|\. |\b[A-Z]{3,}\b/.test(line))) {
      const [call = []] = emkCalls(line.replace(/\.$/, ''));
      // "emk asks …" is a sentence; the test before this one knows each word that is none.
      if (!(await leadsSomewhere(call.slice(0, 1)))) continue;
      await expect(understoodAtTerminal(call), `${path}: ${line}`).resolves.toBeUndefined();
    }
  });

  test('hints quote what they repeat: names of profiles and files may hold what a shell reads as its own', () => {
    const bare = sourceFiles.flatMap(([path, text]) =>
      [...text.matchAll(/emk [a-z][^`\n"]*(?: |--\w+ )\$\{(?:name|argument|path|file|first|from|to|address)\}/g)]
        .map(([line]) => line)
        .filter(line => /^emk (?:auth|config|contacts|account|import|templates|single-sends) [a-z]/.test(line))
        // emk gives the names of its copies itself.
        .filter(() => path !== 'commands/keeping/ways-back.ts')
        .map(line => `${path}: ${line}`),
    );
    expect(bare).toEqual([]);
  });

  test.each(written)('%s', async file => {
    const blocks = [...readFileSync(file, 'utf8').matchAll(/^```sh\n(.*?)^```/gms)];
    const calls = blocks.flatMap(([, code = '']) => emkCalls(code.replace(/^[\d ]+\*.* (?=emk )/gm, '')));
    for (const call of calls) await understood(call);
    // At a terminal emk asks for what these lines lack.
    const named = [...readFileSync(file, 'utf8').matchAll(/`emk ([a-z][^`]*)`|^\$ emk (--sandbox .*)$/gm)].map(
      ([, inText, atTerminal = '']) => inText ?? atTerminal,
    );
    for (const line of named) {
      const [call = []] = emkCalls(`emk ${line}`);
      await understood([...call, '--help']).catch(async () => understood(call));
    }
  });
});

/** Whether words lead down the tree to a command, which may have arguments, or to a group. */
async function leadsSomewhere(words: readonly string[]): Promise<boolean> {
  const [first = '', ...others] = words;
  if (first === 'help') return others.length === 0 || (others[0] ?? '') in topics || leadsSomewhere(others);
  let place = places.flatMap(withBelow).find(({path, also}) => [path.join(' '), ...also].includes(first));
  for (const word of others) {
    if (!place || place.command) break;
    place = place.below.find(({name}) => name === word);
  }
  return place !== undefined;
}
