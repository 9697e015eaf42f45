/** Nothing is exported without a user: an unused export is dead code, or belongs to its file alone. */
import {readdirSync, readFileSync} from 'node:fs';
import {posix} from 'node:path';
import ts from 'typescript';
import {expect, test} from 'vitest';
import {nodesIn, parse, sources} from './sources.js';

/** Values that no other file of `src` uses, each with its user. */
const usedElsewhere: Readonly<Record<string, string>> = {
  'entry.ts start': 'bin/emk.js starts emk by it',
  'reference/completion/answer.ts answer': 'bin/emk.js asks it before anything else is loaded',
  'reference/completion/stops.ts toCompletable': '.ci/completable.mjs writes down what can be completed by it',
  'reference/generate.ts generate': '.ci/reference.mjs writes the generated files by it',
  'reference/generate.ts between': 'a test writes its recording into a guide by it',
  'reference/generate.ts scriptsGuide': '.ci/reference.mjs reads the guide by it',
  'cli/offer-line.ts correctedLine': 'a test asks where a first guess leads',
  'commands/command-formats.ts formatsOf': 'tests run each command in every format that it can print',
  'contacts-import/cells/address-cell.ts isAddressIn': 'a test holds the judgement of bytes against that of texts',
  'output/formats/render.ts writers': 'the compiler is asked whether a format without a writer is refused',
  'prompts/search-stream.ts MOST_KEPT': 'a test makes a list of just this length',
  'report/clock.ts clockIn': 'tests draw the report on a clock of their own',
  'sandbox/http/faults/fault-text.ts parseFault': 'tests hand the sandbox a fault as a person writes it',
  'sandbox/library/start-sandbox.ts startSandboxBy': 'programs import it from emk-cli/sandbox',
  'sandbox/library/sandbox-thread.ts serveInThread': 'the thread of a sandbox begins there',
  'sandbox/service/operations/behaviours.ts behaviours': 'a test holds every behaviour against what the table says',
  'site/make-site.ts makeSite': '.ci/site.mjs writes the site by it',
  'site/read-sources.ts readSources': '.ci/site.mjs reads guides and transcripts by it',
  'site/transcript.ts blocksOf': 'the player of the transcripts reads them by it',
  'site/transcript.ts readTranscript': 'a test asks in which order it gives what was printed',
  'system/host.ts homeFolder': 'a test asks for the home folder without its variable',
  'system/host.ts programOf': 'tests compare its answer with the launcher of an archive',
  'system/host.ts signalsOf': 'a test asks for the signals of another system',
  'system/page.ts pagerOnMachine': 'a test asks for the pager of another system',
};

type Export = {readonly file: string; readonly name: string; readonly isType: boolean};

/** The exports of a file that it declares itself. */
const exportsOf = (file: string, source: ts.SourceFile): readonly Export[] =>
  source.statements.filter(isExported).flatMap(statement => {
    const isType = ts.isTypeAliasDeclaration(statement) || ts.isInterfaceDeclaration(statement);
    return namesIn(statement).map(name => ({file, name, isType}));
  });

const isExported = (statement: ts.Statement): boolean =>
  ts.canHaveModifiers(statement) &&
  (ts.getModifiers(statement) ?? []).some(({kind}) => kind === ts.SyntaxKind.ExportKeyword) &&
  !(ts.getModifiers(statement) ?? []).some(({kind}) => kind === ts.SyntaxKind.DefaultKeyword);

function namesIn(statement: ts.Statement): readonly string[] {
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.flatMap(({name}) => boundNames(name));
  const {name} = statement as ts.DeclarationStatement;
  return name ? [name.text] : [];
}

const boundNames = (name: ts.BindingName): readonly string[] =>
  ts.isIdentifier(name)
    ? [name.text]
    : name.elements.flatMap(each => (ts.isBindingElement(each) ? boundNames(each.name) : []));

/** What the files use of each other, as `file name`; for a file that is imported as a whole, all names. */
function usesIn(files: ReadonlyMap<string, ts.SourceFile>): (exported: Export) => boolean {
  const used = new Set<string>();
  const asWhole = new Set<string>();
  const named = new Set<string>();
  for (const [file, source] of files) {
    const placeOf = ({text}: ts.LiteralLikeNode): string =>
      posix.join(posix.dirname(file), text).replace(/\.js$/, '.ts');
    const note = (node: ts.Node): void => {
      if ((ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) && isText(node.moduleSpecifier)) {
        const from = placeOf(node.moduleSpecifier);
        const names = ts.isImportDeclaration(node) ? node.importClause?.namedBindings : node.exportClause;
        if (names && 'elements' in names)
          for (const {name, propertyName} of names.elements) used.add(`${from} ${(propertyName ?? name).text}`);
        else if (names) asWhole.add(from);
      } else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument) && isText(node.argument.literal)) {
        asWhole.add(placeOf(node.argument.literal));
        if (node.qualifier) named.add(node.qualifier.getText(source));
      } else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
        const [path] = node.arguments;
        if (isText(path)) asWhole.add(placeOf(path));
      } else if (ts.isPropertyAccessExpression(node)) named.add(node.name.text);
      else if (ts.isBindingElement(node)) named.add((node.propertyName ?? node.name).getText(source));
    };
    for (const node of nodesIn(source)) note(node);
  }
  return ({file, name}) => used.has(`${file} ${name}`) || (asWhole.has(file) && named.has(name));
}

const isText = (node: ts.Node | undefined): node is ts.StringLiteralLike =>
  node !== undefined && ts.isStringLiteralLike(node);

/** What the tests import from `src`. Types may be exported for them, because they must name what they make. */
const forTests = new Set(
  readdirSync('test', {recursive: true, encoding: 'utf8'})
    .filter(path => path.endsWith('.ts'))
    .flatMap(path => [...readFileSync(`test/${path}`, 'utf8').matchAll(/^import [^{;]*\{([^}]*)\} from '[./]*src\//gm)])
    .flatMap(([, names = '']) => names.split(',').map(name => name.trim().replace(/^type /, ''))),
);

function deadIn(files: ReadonlyMap<string, ts.SourceFile>): readonly string[] {
  const isUsed = usesIn(files);
  return [...files]
    .flatMap(([file, source]) => exportsOf(file, source))
    .filter(each => !isUsed(each) && !(each.isType && forTests.has(each.name)))
    .map(({file, name}) => `${file} ${name}`)
    .sort();
}

test('every export has a user in another file', () => {
  expect(deadIn(sources)).toEqual(Object.keys(usedElsewhere).sort());
});

test('an export is used by its name, by a lazy import, and by nothing that only has its name', () => {
  const files = {
    'a.ts': 'export const named = 1, lazy = 2, alone = 3; export type Alone = number; const own = alone;',
    'b.ts': `import {named} from './a.js'; const {lazy} = await import('./a.js'); const alone = named;`,
  };
  const trees = Object.entries(files).map(([path, text]) => [path, parse(path, text)] as const);
  expect(deadIn(new Map(trees))).toEqual(['a.ts Alone', 'a.ts alone']);
});
