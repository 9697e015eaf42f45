/** Random lines of words that emk knows end as documented, in the requested format; a dry run changes nothing. */

import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import type {Param} from '../../src/api/describe/schema.js';
import {tree} from '../../src/cli/tree.js';
import type {Command} from '../../src/commands/command.js';
import {optionName} from '../../src/commands/parameters.js';
import {commandsOf, loadTree} from '../../src/help/tree.js';
import {isJson} from '../support/is-json.js';
import {randomRuns} from '../support/random-runs.js';
import type {Ran} from '../support/run-against.js';
import {tries} from '../support/sample.js';
import {useShell} from '../support/use-shell.js';

const shell = useShell();

/** Random numbers that are the same in every run, so that a failure can be repeated. */
function numbersFrom(seed: number): (below: number) => number {
  let state = seed;
  return below => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

/** The files in the folder of each line. */
const files = {
  'people.csv': 'email,first_name,last_name,city\nnora@acme.example,Nora,New,Pune\nliam@example.ie,Liam,Old,\n',
  'seed.yaml': 'lists:\n  - name: Readers\n    people: 3\n',
  'may.html': '<!doctype html><title>May</title><p>Hello ((first_name))</p>',
};

/** What somebody may write as a value, right by chance. */
const values = [
  ...['1', '2', '99', '0', '-1', 'Newsletter', 'list:Newsletter', 'segments_1', 'me@acme.example', 'not an address'],
  ...['', ' ', '-', '@', '@/nowhere', '/dev/null', 'tomorrow 9am', '2024-04-01 09:00', 'city=Pune', 'id>', 'null'],
  ...['2f1c', '62a01279-decc-4dfb-900b-a5129fad3033', 'Welcome', '\u001b]52;c;x\u0007', '\u202e', 'ü'.repeat(300)],
  ...Object.keys(files),
  ...['@may.html', '.', 'new.csv', 'output', 'json', 'bash', 'GET', '/contact-types', '{"name":"x"}', 'name=x'],
];

/** A value that fits a parameter, so that lines pass the first check. */
const fitting = ({type, format, choices, kinds, value = ''}: Param): readonly string[] => {
  if (choices) return choices;
  if (kinds) return ['list:Newsletter', 'segments_1'];
  if (type === 'file' || /file/.test(value)) return Object.keys(files);
  if (format === 'address') return ['nora@acme.example', 'liam@example.ie'];
  if (format === 'moment') return ['tomorrow 9am', 'in 2 hours'];
  if (type === 'date') return ['2026-05-01'];
  return type === 'integer' ? ['1', '2', '3', '30'] : values;
};

/** Commands that serve until they are stopped, start other programs, or ask for secrets. */
const aside = /^(sandbox (run|serve|tour)|auth)\b/;

/** Options that keep a line running until somebody stops it. */
const endless = new Set(['watch', 'serve']);

/** Commands that say themselves what is changed, whatever operations they name. */
const free = /^(api|sandbox|seed)\b/;

/** The documented exit codes, without that of an unexpected error. */
const codes = [0, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 130, 143];

const onlyReads = ({calls}: Command): boolean =>
  typeof calls !== 'function' && calls.every(({effect}) => effect === 'reads');

/** What a program that asked for JSON cannot read. */
function unreadable(format: string, {stdout, stderr}: Ran): readonly string[] {
  const whole = format === 'json' && stdout.trim() !== '' ? [stdout] : [];
  const lines = `${format === 'jsonl' ? stdout : ''}\n${stderr}`.split('\n').filter(line => line.trim() !== '');
  return [...whole, ...(format === 'json' || format === 'jsonl' ? lines : [])].filter(text => !isJson(text));
}

/** How many lines are tried: the long tests begin with those of every run. */
const runs = randomRuns(tries(25, 100));

/** The seed of the lines: another number gives others. */
const SEED = Number(process.env['EMK_SEED'] ?? 20_260_304);

test(
  'random lines end as they say they may, and change nothing under --dry-run',
  async () => {
    const commands = commandsOf(await loadTree(tree)).filter(({path}) => !aside.test(path.join(' ')));
    const below = numbersFrom(SEED);
    const one = <T>(from: readonly T[]): T => from[below(from.length)] as T;
    const wrong: string[] = [];
    for (let run = 0; run < runs; run++) {
      const {path, command} = one(commands);
      const wordFor = (param: Param | undefined): string => one(param && below(3) > 0 ? fitting(param) : values);
      const given = command.args.filter(() => below(6) > 0).map(key => wordFor(command.takes[key]));
      const options = Object.entries(command.takes).filter(([key]) => !command.args.includes(key) && !endless.has(key));
      for (const [key, param] of options.filter(([, {required}]) => (required ? below(8) > 0 : below(8) === 0))) {
        given.push(`--${optionName(key, param)}`, ...(param.type === 'flag' ? [] : [wordFor(param)]));
      }
      const format = one(['table', 'json', 'json', 'jsonl', 'csv', 'id']);
      const isDry = free.test(path.join(' ')) || !onlyReads(command) || below(2) === 0;
      const line = [...path, ...given, '-o', format, ...(isDry ? ['--dry-run'] : [])];
      line.push(...(below(2) === 0 ? ['--yes'] : []), '--retries', '1');
      const cwd = mkdtempSync(join(shell().folder, 'line-'));
      for (const [name, text] of Object.entries(files)) writeFileSync(join(cwd, name), text);
      const before = (await shell().sandbox.requests()).length;
      const stdin = one(['', 'nora@acme.example\n', '1\n2\n', '<p>Hello</p>']);
      const ran = await shell().emk(line, {stdin, host: {cwd, home: cwd}});
      rmSync(cwd, {recursive: true, maxRetries: 5});
      const {code, stdout, stderr} = ran;
      if (process.env['EMK_SHOW'])
        console.log('LINE', code, JSON.stringify(line).slice(0, 200), '>>', stderr.split('\n')[0]?.slice(0, 120));
      const changed = (await shell().sandbox.requests()).slice(before).filter(({method}) => method !== 'GET');
      const found = [
        ...(codes.includes(code) ? [] : ['an exit code that nobody documents']),
        ...(/^\s+at .*:\d+|did not foresee/m.test(stderr) ? ['a trace'] : []),
        ...((stdout + stderr).includes(shell().sandbox.secretKey) ? ['a key'] : []),
        ...unreadable(format, ran).map(text => `no JSON: ${text.slice(0, 80)}`),
        ...(changed.length > 0 ? [`a change: ${JSON.stringify(changed.map(({method, path}) => [method, path]))}`] : []),
      ];
      if (found.length > 0) {
        wrong.push(
          `${found.join('; ')}\n${JSON.stringify(line)} (${code})\n${stdout.slice(0, 300)}\n${stderr.slice(0, 600)}`,
        );
      }
    }
    expect(wrong.join('\n\n')).toBe('');
  },
  runs * 1000,
);
