/**
 * Compiles src once before the tests, what has changed since the last time. Node.js then loads it by itself, without
 * Vitest between its modules: 40 files of tests that were measured took a seventh less.
 */
import {createHash} from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import {dirname, join, relative, resolve, sep} from 'node:path';
import {fileURLToPath} from 'node:url';
import {build} from 'esbuild';
import type {Plugin} from 'vitest/config';
import type {TestProject} from 'vitest/node';
import {replaceable} from './replaceable.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const sources = join(root, 'src');
const compiled = join(root, 'node_modules/.emk-tests');

/** Leads from a source to what was compiled of it. */
export const compiledSources: Plugin = {
  name: 'compiled-sources',
  enforce: 'pre',
  resolveId(asked, importer) {
    if (importer === undefined || !/^\.{1,2}\/.*\.js$/.test(asked)) return;
    const path = resolve(dirname(importer), asked);
    if (!path.startsWith(sources + sep)) return;
    return {id: join(compiled, relative(root, path)).replaceAll(sep, '/'), external: true};
  },
};

export default async function setup(project: TestProject): Promise<void> {
  await compileSources();
  project.onTestsRerun(compileSources);
}

type Hashes = Record<string, string>;

async function compileSources(): Promise<void> {
  const paths = readdirSync(sources, {recursive: true, encoding: 'utf8'})
    .filter(path => path.endsWith('.ts') && !path.includes('node_modules'))
    .map(path => `src/${path.replaceAll(sep, '/')}`);
  const now: Hashes = Object.fromEntries(paths.map(path => [path, hashOf(readFileSync(join(root, path)))]));
  const before = compiledBefore();
  const changed = paths.filter(path => before[path] !== now[path]);
  for (const gone of Object.keys(before)) if (now[gone] === undefined) rmSync(compiledPath(gone), {force: true});
  mkdirSync(compiled, {recursive: true});
  cpSync(join(root, 'package.json'), join(compiled, 'package.json'));
  for (const name of ['docs', 'completions']) {
    if (!existsSync(join(compiled, name))) symlinkSync(join(root, name), join(compiled, name), 'junction');
  }
  const {outputFiles} = await build({
    entryPoints: changed,
    absWorkingDir: root,
    outbase: '.',
    outdir: compiled,
    write: false,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    supported: {'import-attributes': true},
    sourcemap: 'inline',
    sourcesContent: false,
    logLevel: 'warning',
  });
  for (const {path, text} of outputFiles) writeWhole(path, replaceable(relative(compiled, path), text));
  writeWhole(hashes, JSON.stringify(now));
}

const hashes = join(compiled, 'hashes.json');
const compiledPath = (source: string): string => join(compiled, source.replace(/\.ts$/, '.js'));

/** Counts what makes the difference between two compiled files: the source, and how it was compiled. */
const hashOf = (source: Uint8Array): string => createHash('sha256').update(howCompiled).update(source).digest('base64');

const howCompiled = [
  'test/support/compiled-sources.ts',
  'test/support/replaceable.ts',
  'tsconfig.json',
  'package-lock.json',
]
  .map(path => readFileSync(join(root, path), 'utf8'))
  .join('\n');

const compiledBefore = (): Hashes => (existsSync(hashes) ? JSON.parse(readFileSync(hashes, 'utf8')) : {});

/** Another run of tests may read the file at the same time. */
function writeWhole(path: string, text: string): void {
  mkdirSync(dirname(path), {recursive: true});
  const part = `${path}.${process.pid}`;
  writeFileSync(part, text);
  renameSync(part, path);
}
