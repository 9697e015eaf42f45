/** A copy of the sources in its own folder, to try changes that the project does not keep. */
import {execFile} from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {fileURLToPath, pathToFileURL} from 'node:url';
import {build} from 'esbuild';

/** A new file, or a change: `before` is inserted before the only place of `at`, `instead` replaces it. */
export type Edit =
  | {readonly file: string; readonly text: string}
  | {readonly file: string; readonly at: string; readonly before: string}
  | {readonly file: string; readonly at: string; readonly instead: string};

export type TreeCopy = {
  edit(edits: readonly Edit[]): void;
  /** The files that differ from the project's. */
  changed(): string[];
  /** The exports of this module, which sees the copied sources. */
  load<T>(module: string): Promise<T>;
  /** The mistakes that the compiler finds in these files, one line each: to look at all files takes five times as long. */
  mistakes(files: readonly string[]): Promise<string[]>;
  remove(): void;
};

const root = fileURLToPath(new URL('..', import.meta.url));
/** The sources, and everything needed to compile, run and describe them. */
const copied = [
  'src',
  ...['shell', 'account-copy', 'run-against', 'held-to-schemas', 'no-keyboard', 'words'].map(name => `test/${name}.ts`),
  'package.json',
];

/**
 * What `load` makes. Node.js loads it by itself: Vitest would read its source map, of 15 million characters, with a regular
 * expression at the first error from there, and V8 overflows at that in a process that has compiled many others.
 */
export const copiesInOneModule = /\/emk-tree-[^/]+\/bundle\.mjs$/;

export function copyTree(): TreeCopy {
  const folder = mkdtempSync(join(tmpdir(), 'emk-tree-'));
  for (const path of copied) cpSync(join(root, path), join(folder, path), {recursive: true});
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  const {compilerOptions} = JSON.parse(readFileSync(join(root, 'tsconfig.json'), 'utf8'));
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({compilerOptions, include: ['src']}));
  return {
    edit(edits) {
      for (const edit of edits) {
        const path = join(folder, edit.file);
        writeFileSync(path, 'text' in edit ? edit.text : edited(readFileSync(path, 'utf8'), edit));
      }
    },
    changed: () =>
      copied
        .flatMap(path => [path, ...below(join(folder, path)).map(name => join(path, name))])
        .filter(path => isFile(join(folder, path)) && textOf(join(folder, path)) !== textOf(join(root, path)))
        .sort(),
    async load(module) {
      const outfile = join(folder, 'bundle.mjs');
      await build({
        stdin: {contents: module, resolveDir: folder},
        outfile,
        bundle: true,
        platform: 'node',
        format: 'esm',
        packages: 'external',
        logLevel: 'error',
      });
      return import(pathToFileURL(outfile).href);
    },
    mistakes: files =>
      new Promise((resolve, reject) => {
        execFile(process.execPath, ['-e', compile, folder, ...files], {cwd: folder}, (error, stdout) =>
          error ? reject(error) : resolve(stdout.split('\n').filter(Boolean)),
        );
      }),
    remove: () => rmSync(folder, {recursive: true, force: true}),
  };
}

/** A program that compiles a folder, and prints what is wrong in some of its files. */
const compile = `
  const ts = require(${JSON.stringify(join(root, 'node_modules/typescript'))});
  const [folder, ...files] = process.argv.slice(1);
  const {config} = ts.readConfigFile(folder + '/tsconfig.json', ts.sys.readFile);
  const {fileNames, options} = ts.parseJsonConfigFileContent(config, ts.sys, folder);
  const program = ts.createProgram(fileNames, {...options, noEmit: true});
  for (const file of files) {
    const source = program.getSourceFile(folder + '/' + file);
    if (!source) throw new Error(file + ' is not there.');
    for (const {start, messageText} of [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)])
      console.log(file + '(' + (source.getLineAndCharacterOfPosition(start).line + 1) + '): ' + ts.flattenDiagnosticMessageText(messageText, ' '));
  }`;

function edited(text: string, edit: Exclude<Edit, {readonly text: string}>): string {
  const [head, tail, ...others] = text.split(edit.at);
  if (head === undefined || tail === undefined || others.length > 0)
    throw new Error(`${edit.file} does not have "${edit.at}" exactly once.`);
  return `${head}${'before' in edit ? `${edit.before}${edit.at}` : edit.instead}${tail}`;
}

const below = (path: string): string[] =>
  statSync(path).isDirectory() ? readdirSync(path, {recursive: true, encoding: 'utf8'}) : [];

const isFile = (path: string): boolean => statSync(path).isFile();

const textOf = (path: string): string | undefined => (existsSync(path) ? readFileSync(path, 'utf8') : undefined);
