/** What `emk sandbox run -- npm …` starts on Windows, tested on another system. */
import {describe, expect, test} from 'vitest';
import {onWindows} from '../../../src/sandbox/commands/run.js';

const files = new Set([
  'C:\\node\\npm.cmd',
  'C:\\node\\node.exe',
  'C:\\Program Files\\tool\\tool.bat',
  'C:\\work\\seed.cmd',
  'C:\\work\\seed.exe',
  'C:\\node\\odd.name.cmd',
]);
const host = {cwd: 'C:\\work', env: {PATH: 'C:\\node;;C:\\Program Files\\tool', SYSTEMROOT: 'D:\\Windows'}};
const missing = {program: undefined, args: [], verbatim: false};
const start = (...argv: string[]) =>
  onWindows(host, argv, path => files.has(path.replace(/\.\w+$/, end => end.toLowerCase()))) ?? missing;

/** The command line as the interpreter passes it on, without its own escapes, twice for a batch file. */
const handedOn = (line: string): string => {
  const once = (text: string) => text.replace(/\^([\s\S])/g, '$1');
  const [, path = '', rest = ''] = /^"((?:\^.|[^ ])+)(.*)"$/s.exec(line) ?? [];
  return `${once(path)}${once(once(rest))}`;
};

test('a program is started as it is', () => {
  expect(start('node', '-e', 'a "b" & c')).toMatchObject({
    program: 'C:\\node\\node.EXE',
    args: ['-e', 'a "b" & c'],
    verbatim: false,
  });
  expect(start('nowhere', 'x')).toBe(missing);
});

test.each([
  ['npm', 'C:\\node\\npm.CMD'],
  ['npm.cmd', 'C:\\node\\npm.cmd'],
  ['odd.name', 'C:\\node\\odd.name.CMD'],
  ['tool', 'C:\\Program Files\\tool\\tool.BAT'],
  ['.\\seed.cmd', 'C:\\work\\seed.cmd'],
  ['./seed.cmd', 'C:\\work\\seed.cmd'],
])('%s is found and run by the interpreter', (name, path) => {
  const {program, args, verbatim} = start(name, 'test');
  expect([program, args.slice(0, 3), verbatim]).toEqual(['D:\\Windows\\System32\\cmd.exe', ['/d', '/s', '/c'], true]);
  expect(handedOn(args[3] ?? '')).toBe(`${path} "test"`);
});

test('a program comes before a batch file of its name, as Windows looks for them', () => {
  expect(start('.\\seed').program).toBe('C:\\work\\seed.EXE');
});

test('a program of the current folder is not started by its name alone', () => {
  expect(start('seed')).toBe(missing);
  expect(start('seed.cmd')).toBe(missing);
});

describe('an argument arrives as it was written', () => {
  test.each([
    ['run & del *', '"run & del *"'],
    ['100%', '"100%"'],
    ['say "hi"', '"say \\"hi\\""'],
    ['C:\\dir\\', '"C:\\dir\\\\"'],
    ['a\\"b', '"a\\\\\\"b"'],
    ['', '""'],
    ['^caret!', '"^caret!"'],
  ])('%j', (arg, expected) => {
    const {args} = start('npm', arg);
    expect(handedOn(args[3] ?? '')).toBe(`C:\\node\\npm.CMD ${expected}`);
    expect(args[3]).not.toMatch(/(?<!\^)[&|<>](?!$)/);
  });
});
