/** The completion scripts, working in their own shells; and what emk answers them. */

import {execFileSync, spawnSync} from 'node:child_process';
import {existsSync, mkdtempSync, readFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {describe, expect, test} from 'vitest';
import {tree} from '../../../src/cli/tree.js';
import {topWords} from '../../../src/commands/command-names.js';
import {toCompletable} from '../../../src/help/completable.js';
import {answer} from '../../../src/help/complete.js';
import {scriptFiles} from '../../../src/help/complete-command.js';
import {loadTree} from '../../../src/help/tree.js';
import {fakeHost} from '../../support/fake-host.js';
import {sample} from '../../support/sample.js';
import {complete, pathWithEmk} from './complete.js';

const places = await loadTree(tree);
const known = await toCompletable(places);
const shells = ['bash', 'zsh', 'fish'] as const;
const has = (shell: string): boolean => spawnSync(shell, ['-c', 'exit 0']).status === 0;

test('the built emk knows every command, option and choice', () => {
  expect(readFileSync('dist/complete.json', 'utf8') === JSON.stringify(known), 'npm run build writes it').toBe(true);
});

test('no shell would take a part of a description for something else', () => {
  const words = Object.values(known.stops).flatMap(({words}) => words);
  const switches = Object.values(known.stops).flatMap(({switches}) => switches);
  for (const {about} of [...words, ...switches, ...known.everywhere]) expect(about).not.toMatch(/[\t\n\0]/);
});

describe.each(shells)('%s', shell => {
  const script = readFileSync(scriptFiles[shell], 'utf8');

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
  test('closes what it opens', () => {
    const bare = readFileSync(scriptFiles.powershell, 'utf8')
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
    const env = {...process.env, PATH: pathWithEmk};
    const offered = execFileSync('pwsh', ['-NoProfile', '-NonInteractive', '-Command', ask], {encoding: 'utf8', env});
    expect(offered.trim()).toBe('list');
  });
});

test('bash is here', () => {
  expect(has('bash')).toBe(true);
});

test.runIf(has('fish'))('fish completes a path in quotes', () => {
  expect(complete('fish', 'emk import "LICE')).toEqual(['LICENSE']);
});

const lines: ReadonlyArray<readonly [line: string, offered: readonly string[]]> = [
  ['emk cont', ['contacts']],
  ['emk contacts l', ['list']],
  ['emk contact l', ['list']],
  ['emk groups rec', ['recipients']],
  ['emk group recipients del', ['delete']],
  ['emk --profile prod -o json contacts l', ['list']],
  ['emk --output=json contacts l', ['list']],
  ['emk import res', ['resume']],
  ['emk contacts l --lim', []],
  ['emk contacts list --lim', ['--limit']],
  ['emk contacts ls --lim', ['--limit']],
  ['emk contacts get --prof', ['--profile']],
  ['emk contacts list --dry', ['--dry-run']],
  ['emk contacts list --where a=b --lim', ['--limit']],
  ["emk contacts list --where 'a = b' --lim", ['--limit']],
  ['emk contacts list -o js', ['json', 'jsonl']],
  ['emk contacts list --output js', ['json', 'jsonl']],
  ['emk fields create --kind ', ['datetime-local', 'number', 'text']],
  ['emk fields add --name list --ki', ['--kind']],
  ['emk fields add --name list --ty', []],
  ['emk groups update 4 --no-disp', ['--no-display']],
  ['emk api ', ['DELETE', 'GET', 'POST']],
  ['emk api GE', ['GET']],
  ['emk api GET GE', []],
  ['emk completion ', ['bash', 'fish', 'powershell', 'zsh']],
  ['emk config set outp', ['output']],
  ['emk help exit', ['exit-codes']],
  ['emk help contacts im', ['import']],
  ['emk contacts r', []],
];

const withFiles: typeof lines = [
  ['emk import LICE', ['LICENSE']],
  ['emk import --rejects pack', ['package-lock.json', 'package.json']],
  ['emk sandbox run -- LICE', ['LICENSE']],
  ['emk send --html LICE', ['LICENSE']],
];

test.each(lines)('emk offers for %s', (line, offered) => {
  const [, ...words] = (line.match(/'[^']*'|[^\s']+|\s$/g) ?? []).map(word => word.trim());
  const [, ...found] = answer(['bash', ...words], fakeHost(), () => known)
    .trimEnd()
    .split('\n');
  expect(found.sort()).toEqual(offered);
});

describe.each(shells.filter(shell => shell === 'bash' || has(shell)))('%s completes', shell => {
  const typing = (line: string) => complete(shell, line);

  test.each([...sample(lines, 3), ...sample(withFiles, 2)])('%s', (line, offered) => {
    expect(typing(line)).toEqual(offered);
  });

  test('files beside the words that may come in their place', {tags: ['long']}, () => {
    expect(typing('emk import ')).toEqual(expect.arrayContaining(['LICENSE', 'resume', 'status']));
  });

  test('a value behind an equals sign', {tags: ['long']}, () => {
    expect(typing('emk contacts list --output=js').map(word => word.replace('--output=', ''))).toEqual([
      'json',
      'jsonl',
    ]);
  });

  test('without running what stands on the line', {tags: ['long']}, () => {
    const file = join(mkdtempSync(join(tmpdir(), 'emk-typed-')), 'made');
    expect(typing(`emk contacts list --where $(touch ${file}) --lim`)).toEqual(['--limit']);
    expect(existsSync(file)).toBe(false);
  });

  test('all words at the beginning', {tags: ['long']}, () => {
    expect(typing('emk ')).toEqual([...topWords(tree).keys(), 'help'].sort());
  });
});
