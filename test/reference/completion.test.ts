/** The completion scripts: current, complete, and working in their own shells. */

import {execFileSync, spawnSync} from 'node:child_process';
import {readFileSync} from 'node:fs';
import {describe, expect} from 'vitest';
import {tree} from '../../src/cli/tree.js';
import {globalOptions} from '../../src/commands/globals.js';
import {scriptFiles, scripts} from '../../src/reference/completion/scripts.js';
import {toStops} from '../../src/reference/completion/stops.js';
import {commandsOf, loadTree} from '../../src/reference/load-tree.js';
import {eitherTest, portion, test} from '../in-two-parts.js';
import {complete} from './complete.js';

const places = await loadTree(tree);
const stops = await toStops(places);
const shells = ['bash', 'zsh', 'fish'] as const;
const has = (shell: string): boolean => spawnSync(shell, ['-c', 'exit 0']).status === 0;

describe.each(shells)('%s', shell => {
  const script = scripts[shell](stops);

  test('is current', () => {
    expect(readFileSync(scriptFiles[shell], 'utf8') === script, 'npm run reference writes it').toBe(true);
  });

  test('knows every command, option and choice', () => {
    for (const {path} of commandsOf(places)) expect(script, path.join(' ')).toContain(`'${path.join(' ')}'`);
    for (const {switches} of stops) for (const {long} of switches) expect(script).toContain(long);
    for (const name of Object.keys(globalOptions)) expect(script).toContain(`--${name}`);
  });

  test('closes what it opens', () => {
    // What can be checked without the shell.
    const bare = script.replace(shell === 'fish' ? /'(?:[^'\\]|\\.)*'/g : /'[^']*'|\\'/g, '').replace(/^\s*#.*$/gm, '');
    const count = (word: RegExp) => bare.match(word)?.length ?? 0;
    expect(bare).not.toContain("'");
    if (shell === 'fish') expect(count(/^\s*(?!else )(if|switch|function|for)\b/gm)).toBe(count(/^\s*end$/gm));
    else {
      expect(count(/\bcase\b/g)).toBe(count(/\besac\b/g));
      // An option such as --fail-if opens nothing.
      expect(count(/(?<!-)\bif\b/g)).toBe(count(/\bfi\b/g));
      expect(count(/\bdo\b/g)).toBe(count(/\bdone\b/g));
      expect(count(/\{/g)).toBe(count(/\}/g));
    }
  });

  test.runIf(shell === 'bash' || has(shell))('is valid to its shell', () => {
    execFileSync(shell, ['-n', scriptFiles[shell]]);
  });
});

describe('powershell', () => {
  const script = scripts.powershell(stops);

  test('is current', () => {
    expect(readFileSync(scriptFiles.powershell, 'utf8') === script, 'npm run reference writes it').toBe(true);
  });

  test('holds its words as JSON that nothing in them ends, and closes what it opens', () => {
    const held = [...script.matchAll(/ConvertFrom-Json @'\n(.*)\n'@\n/g)].map(([, json = '']) => JSON.parse(json));
    expect(held).toHaveLength(2);
    expect(Object.keys(held[0])).toEqual(stops.map(({path}) => `emk ${path}`.trim()));
    const bare = script
      .replace(/@'\n.*\n'@/g, '')
      .replace(/'[^']*'/g, '')
      .replace(/^\s*#.*$/gm, '');
    const count = (mark: string) => bare.split(mark).length;
    for (const [open, close] of ['{}', '()', '[]']) expect(count(open ?? ''), open).toBe(count(close ?? ''));
    expect(bare).not.toMatch(/['`]/);
  });

  test.runIf(has('pwsh'))('is valid to its shell', () => {
    const load = `$ErrorActionPreference = 'Stop'; . ./${scriptFiles.powershell}`;
    execFileSync('pwsh', ['-NoProfile', '-NonInteractive', '-Command', load]);
  });

  test.runIf(has('pwsh'))('completes words', () => {
    const line = 'emk contacts l';
    const ask = `. ./${scriptFiles.powershell}; (TabExpansion2 '${line}' ${line.length}).CompletionMatches.CompletionText`;
    expect(execFileSync('pwsh', ['-NoProfile', '-NonInteractive', '-Command', ask], {encoding: 'utf8'}).trim()).toBe(
      'list',
    );
  });
});

test('bash is here', () => {
  expect(has('bash')).toBe(true);
});

test.runIf(has('fish'))('fish completes a path in quotes', () => {
  const ask = `source ${scriptFiles.fish}\ncomplete -C 'emk contacts import "LICE'`;
  expect(execFileSync('fish', ['--no-config', '-c', ask], {encoding: 'utf8'})).toContain('LICENSE');
});

describe.each(shells.filter(shell => shell === 'bash' || has(shell)))('%s completes', shell => {
  const typing = (line: string) => complete(shell, line);

  eitherTest.each(
    portion<[string, string[]]>(
      [
        ['emk cont', ['contact-types', 'contacts']],
        ['emk contacts l', ['list']],
        ['emk contact l', ['list']],
        ['emk unsubscribe-groups rec', ['recipients']],
        ['emk unsubscribe-group recipients del', ['delete']],
        ['emk --profile prod -o json contacts l', ['list']],
        ['emk --output=json contacts l', ['list']],
        ['emk contacts import re', ['resume']],
        ['emk contacts l --lim', []],
        ['emk contacts list --lim', ['--limit']],
        ['emk contacts ls --lim', ['--limit']],
        ['emk contacts get --prof', ['--profile']],
        ['emk contacts list --dry', ['--dry-run']],
        ['emk contacts list --where a=b --lim', ['--limit']],
        ["emk contacts list --where 'a = b' --lim", ['--limit']],
        ['emk contacts list -o js', ['json', 'jsonl']],
        ['emk contacts list --output js', ['json', 'jsonl']],
        ['emk fields create --type ', ['datetime-local', 'number', 'text']],
        ['emk fields add --name list --ty', ['--type']],
        ['emk unsubscribe-groups update 4 --no-disp', ['--no-display']],
        ['emk api ', ['DELETE', 'GET', 'POST']],
        ['emk api GE', ['GET']],
        ['emk api GET GE', []],
        ['emk completion ', ['bash', 'fish', 'powershell', 'zsh']],
        ['emk config get outp', ['output']],
        ['emk help exit', ['exit-codes']],
        ['emk help contacts im', ['import']],
        ['emk contacts list --columns ', []],
        ['emk contacts r', ['rm']],
      ],
      8,
    ),
  )('%s', (line, expected) => {
    expect(typing(line)).toEqual(expected);
  });

  eitherTest.each(
    portion<[string, string[]]>(
      [
        ['emk contacts import LICE', ['LICENSE']],
        ['emk contacts import --rejects pack', ['package-lock.json', 'package.json']],
        ['emk sandbox run -- LICE', ['LICENSE']],
        ['emk single-sends create --html @LICE', ['@LICENSE']],
        ['emk single-sends create --html LICE', []],
        ['emk api POST /x -F file=@LICE', ['file=@LICENSE']],
      ],
      2,
    ),
  )('%s with a file', (line, expected) => {
    expect(typing(line)).toEqual(expected);
  });

  test('files beside the words that may come in their place', () => {
    expect(typing('emk contacts import ')).toEqual(expect.arrayContaining(['LICENSE', 'resume', 'status', 'undo']));
  });

  test('a value behind an equals sign', () => {
    expect(typing('emk contacts list --output=js').map(word => word.replace('--output=', ''))).toEqual([
      'json',
      'jsonl',
    ]);
  });

  test('all words at the beginning', () => {
    expect(typing('emk ')).toEqual([...places.map(({name}) => name), 'help'].sort());
  });
});
