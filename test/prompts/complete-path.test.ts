import {mkdirSync, symlinkSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, test} from 'vitest';
import {completePath, fileProblem, meantPath} from '../../src/prompts/complete-path.js';
import {temporaryFolder} from '../accounts/fake-host.js';

function place() {
  const cwd = temporaryFolder();
  const home = temporaryFolder();
  mkdirSync(join(cwd, 'lists', 'archive'), {recursive: true});
  for (const name of ['leads-april.csv', 'leads-may.csv', 'notes.txt', '.hidden', 'lists/one.csv'])
    writeFileSync(join(cwd, name), '');
  symlinkSync('lists', join(cwd, 'shortcut'));
  writeFileSync(join(home, 'mine.csv'), '');
  return {cwd, home, platform: 'linux'};
}

describe('Tab', () => {
  test.each([
    ['n', 'notes.txt', []],
    ['lea', 'leads-', ['leads-april.csv', 'leads-may.csv']],
    ['leads-m', 'leads-may.csv', []],
    ['lis', 'lists/', []],
    ['lists/', 'lists/', ['archive/', 'one.csv']],
    ['lists/on', 'lists/one.csv', []],
    ['./no', './notes.txt', []],
    ['sho', 'shortcut/', []],
    ['shortcut/on', 'shortcut/one.csv', []],
    ['.h', '.hidden', []],
    ['~/mi', '~/mine.csv', []],
    ['winter', 'winter', []],
    ['nowhere/', 'nowhere/', []],
  ])('makes %s into %s', (typed, line, others) => {
    expect(completePath(typed, place())).toEqual({line, others});
  });

  test('shows what there is, without what is hidden', () => {
    expect(completePath('', place()).others).toEqual([
      'leads-april.csv',
      'leads-may.csv',
      'lists/',
      'notes.txt',
      'shortcut/',
    ]);
  });

  test('goes on from the root', () => {
    const {cwd, home} = place();
    expect(completePath(`${cwd}/not`, {cwd: home, home, platform: 'linux'}).line).toBe(`${cwd}/notes.txt`);
  });
});

describe('on Windows, Tab', () => {
  test.each([
    ['LEA', 'leads-', ['leads-april.csv', 'leads-may.csv']],
    ['lis', 'lists\\', []],
    ['lists\\', 'lists\\', ['archive\\', 'one.csv']],
    ['lists\\arc', 'lists\\archive\\', []],
    ['lists/arc', 'lists/archive/', []],
    ['.\\lists\\ON', '.\\lists\\one.csv', []],
    ['~\\mi', '~\\mine.csv', []],
    ['~/mi', '~/mine.csv', []],
  ])('makes %s into %s', (typed, line, others) => {
    expect(completePath(typed, {...place(), platform: 'win32'})).toEqual({line, others});
  });

  test('a file below the home folder is found', () => {
    expect(fileProblem('~\\mine.csv', {...place(), platform: 'win32'})).toBeUndefined();
  });
});

test.each([
  ['notes.txt', undefined],
  ['~/mine.csv', undefined],
  ["'notes.txt' ", undefined],
  ['"~/mine.csv"', undefined],
  ['no\\(tes.txt', 'There is no such file.'],
  ['file://elsewhere/notes.txt', 'There is no such file.'],
  ['lists', 'That is a folder.'],
  ['winter.csv', 'There is no such file.'],
])('%s: %s', (path, problem) => {
  expect(fileProblem(path, place())).toBe(problem);
});

test.each([
  ["'/a b/c.csv'", '/a b/c.csv'],
  ['"/a b/c.csv" ', '/a b/c.csv'],
  [`'/it'\\''s/c.csv'`, "/it's/c.csv"],
  ['/a\\ b/c\\(1\\).csv', '/a b/c(1).csv'],
  ['file:///a%20b/c.csv', '/a b/c.csv'],
  ["/it's.csv", "/it's.csv"],
  ['file://elsewhere/c.csv', 'file://elsewhere/c.csv'],
])('a file that is dropped on the terminal as %s is %s', (pasted, path) => {
  expect(meantPath(pasted, {home: '/home', platform: 'linux'})).toBe(path);
});
