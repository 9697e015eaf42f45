/** A name says what a thing is or does: earlier riddles among the names of `src` do not come back. */
import {posix} from 'node:path';
import ts from 'typescript';
import {expect, test} from 'vitest';
import {nodesIn, parse, sources} from './sources.js';

/** Names that tell a newcomer nothing by themselves. As a part of a longer name each may be right: `planInWords`. */
const riddles: ReadonlySet<string> = new Set(
  `anythingElse befalls brokenOff calledBy calm discreet discretion double eitherOf goOn goesOn grounds hand handedOn
  hands handsOn inTheEnd inTurn inWords judged land lands leftAll leftIn leftUndone lookout lost makerOf means meant
  meantBy mended mends moreOf named nameTwins nearest nextTime oddRows onlyThose outranked passing plain said sayBack
  sketch sow sowing sown standing standings standingOf takeBack takenBack theOnly twin twins untold whatGoes
  whatFollows whoseLine whyKept withWhatFollows workbook`.split(/\s+/),
);

/** A name in one spelling: `whose-line`, `WhoseLine` and `WHOSE_LINE` are the same. */
const spelled = (name: string): string =>
  (/[a-z]/.test(name) ? name : name.toLowerCase())
    .replace(/^[A-Z]/, letter => letter.toLowerCase())
    .replace(/[-_](\w)/g, (_, letter: string) => letter.toUpperCase());

/** The names that a file gives: its own, and those of all that it declares, down to fields, parameters and locals. */
const namesIn = (file: string, source: ts.SourceFile): readonly string[] => [
  posix.basename(file, '.ts'),
  ...nodesIn(source).flatMap(node => {
    const name = ts.isPropertyAccessExpression(node) ? undefined : (node as ts.NamedDeclaration).name;
    return name && (ts.isIdentifier(name) || ts.isStringLiteral(name)) ? [name.text] : [];
  }),
];

const riddlesAmong = (files: ReadonlyMap<string, ts.SourceFile>): readonly string[] => [
  ...new Set(
    [...files].flatMap(([file, source]) =>
      namesIn(file, source)
        .filter(name => riddles.has(spelled(name)))
        .map(name => `${file}: ${name}`),
    ),
  ),
];

test('no file, and nothing that a file declares, has a riddle for a name', () => {
  expect(riddlesAmong(sources)).toEqual([]);
});

const riddlesOf = (text: string): readonly string[] =>
  riddlesAmong(new Map([['file.ts', parse('file.ts', text)]])).map(found => found.replace('file.ts: ', ''));

test('a riddle is found in every spelling', () => {
  const text = 'export type Standing = {}; const sow = () => 1; const LEFT_ALL = 1; export const planInWords = 2;';
  expect(riddlesAmong(new Map([['seed/whose-line.ts', parse('seed/whose-line.ts', text)]]))).toEqual([
    'seed/whose-line.ts: whose-line',
    'seed/whose-line.ts: Standing',
    'seed/whose-line.ts: sow',
    'seed/whose-line.ts: LEFT_ALL',
  ]);
});

test.each([
  ['a field', 'export type Answer = {readonly said?: string};', 'said'],
  ['a method', 'export type Context = {inTurn(): void};', 'inTurn'],
  ['a member of a tuple', 'export type Word = [word: string, means: string];', 'means'],
  ['a field of an object', 'export const change = {lost: undefined};', 'lost'],
  ['a shorthand', 'export const make = () => ({twin});', 'twin'],
  ['a parameter', 'export const pause = (named: string) => pauseOf(named);', 'named'],
  ['a local', 'export function read() {\n  const plain = 1;\n  return plain;\n}', 'plain'],
  ['a local that is taken out of an object', 'export const read = ({text: meant}: {text: string}) => meant;', 'meant'],
  ['a variable of a loop', 'for (const double of []) use(double);', 'double'],
])('a riddle is found as the name of %s', (_what, text, name) => {
  expect(riddlesOf(text)).toEqual([name]);
});

test('a use of a name that another gives is no riddle of the file', () => {
  expect(riddlesOf('export const text = answer.said + element.hand();')).toEqual([]);
});
