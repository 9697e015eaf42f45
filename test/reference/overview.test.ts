import {execFileSync} from 'node:child_process';
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {build} from 'esbuild';
import {expect} from 'vitest';
import {tree} from '../../src/cli/tree.js';
import {overview} from '../../src/reference/overview.js';
import {topics} from '../../src/reference/topics.js';
import {longTest, test} from '../in-two-parts.js';
import {expectGolden} from './golden.js';

test('is as it was approved', () => {
  expectGolden('overview.txt', overview(tree));
});

test('fits 80 columns', () => {
  expect(
    overview(tree)
      .split('\n')
      .filter(line => line.length > 80),
  ).toEqual([]);
});

test('names every command once, with its summary unless it is for programs', () => {
  const lines = overview(tree).split('\n');
  const [, listed = ''] = /^For scripts and programs: (.*)\.$/m.exec(overview(tree)) ?? [];
  const forPrograms = listed.split(', ');
  for (const [name, {summary, word}] of Object.entries(tree)) {
    if (forPrograms.includes(name)) continue;
    expect(
      lines.filter(line => line.startsWith(word === undefined ? `  ${name}  ` : `  ${word} (${name})  `)),
      name,
    ).toEqual([expect.stringContaining(summary)]);
  }
  const named = lines.flatMap(line => /^ {2}(?:[a-z]+ \()?([a-z][a-z-]*)\)? {2,}\S/.exec(line)?.[1] ?? []);
  expect([...named, ...forPrograms].sort()).toEqual(Object.keys(tree).sort());
});

test('names every topic', () => {
  for (const topic of Object.keys(topics)) expect(overview(tree)).toContain(topic);
});

longTest('loads no command and no dependency', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'emk-overview-'));
  try {
    await build({
      entryPoints: {overview: 'src/reference/overview.ts', tree: 'src/cli/tree.ts'},
      outdir: folder,
      bundle: true,
      splitting: true,
      format: 'esm',
      outExtension: {'.js': '.mjs'},
      platform: 'node',
      packages: 'external',
      logLevel: 'silent',
    });
    const script = `const {overview} = await import(${JSON.stringify(join(folder, 'overview.mjs'))});
      const {tree} = await import(${JSON.stringify(join(folder, 'tree.mjs'))});
      process.stdout.write(overview(tree));`;
    // Outside of the project no dependency can be found, so loading any would fail.
    const printed = execFileSync(process.execPath, ['--input-type=module', '-e', script], {
      cwd: folder,
      encoding: 'utf8',
    });
    expect(printed).toBe(overview(tree));
  } finally {
    rmSync(folder, {recursive: true, force: true});
  }
});
