/** A name says what a thing is or does: earlier riddles among the names of `src` do not come back. */
import {posix} from 'node:path';
import ts from 'typescript';
import {expect, test} from 'vitest';
import {functionsIn, parse, sources} from './sources.js';

/** Names that tell a newcomer nothing by themselves. As a part of a longer name each may be right: `planInWords`. */
const riddles: ReadonlySet<string> = new Set(
  `anythingElse befalls brokenOff calledBy calm discreet discretion double eitherOf goOn goesOn grounds hand
  handedOn hands handsOn inTheEnd inTurn inWords judged land lands leftAll leftIn leftUndone lookout lost makerOf means
  meant meantBy mended mends moreOf named nameTwins nearest nextTime oddRows onlyThose outranked passing plain said
  sayBack sketch sow sowing sown standing standingOf takeBack takenBack theOnly twin twins untold whatGoes whatFollows
  whoseLine whyKept withWhatFollows workbook`.split(/\s+/),
);

/** A name in one spelling: `whose-line`, `WhoseLine` and `WHOSE_LINE` are the same. */
const spelled = (name: string): string =>
  name
    .replace(/^[A-Z]/, letter => letter.toLowerCase())
    .replace(/[-_](\w)/g, (_, letter: string) => letter.toUpperCase());

/** The names of a file: its own, those of its exports, and those of its functions. */
function namesIn(file: string, source: ts.SourceFile): readonly string[] {
  const declared = source.statements.flatMap(statement => {
    if (ts.isVariableStatement(statement))
      return statement.declarationList.declarations.map(({name}) => name.getText());
    const {name} = statement as ts.DeclarationStatement;
    return name ? [name.text] : [];
  });
  const isTopLevel = ({node}: ReturnType<typeof functionsIn>[number]): boolean => node.parent === source;
  const functions = functionsIn(file, source).filter(isTopLevel);
  return [posix.basename(file, '.ts'), ...declared, ...functions.map(({name}) => name)];
}

const riddlesAmong = (files: ReadonlyMap<string, ts.SourceFile>): readonly string[] => [
  ...new Set(
    [...files].flatMap(([file, source]) =>
      namesIn(file, source)
        .filter(name => riddles.has(spelled(name)))
        .map(name => `${file}: ${name}`),
    ),
  ),
];

test('no file, export or function has a riddle for a name', () => {
  expect(riddlesAmong(sources)).toEqual([]);
});

test('a riddle is found in every spelling', () => {
  const text = 'export type Standing = {}; const sow = () => 1; export const planInWords = 2;';
  expect(riddlesAmong(new Map([['seed/whose-line.ts', parse('seed/whose-line.ts', text)]]))).toEqual([
    'seed/whose-line.ts: whose-line',
    'seed/whose-line.ts: Standing',
    'seed/whose-line.ts: sow',
  ]);
});
