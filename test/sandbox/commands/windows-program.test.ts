/** What `emk sandbox run -- …` starts on Windows, tested on another system. */
import {expect, test} from 'vitest';
import {programOnWindows} from '../../../src/sandbox/commands/run.js';

const files = new Set(['C:\\node\\npm.cmd', 'C:\\node\\node.exe', 'C:\\work\\seed.cmd', 'C:\\work\\seed.exe']);
const host = {cwd: 'C:\\work', env: {PATH: 'C:\\node;;C:\\Program Files\\tool', SYSTEMROOT: 'D:\\Windows'}};
const start = (name: string) =>
  programOnWindows(host, name, path => files.has(path.replace(/\.\w+$/, end => end.toLowerCase())));

test('a program is found on the path', () => {
  expect(start('node')).toBe('C:\\node\\node.EXE');
  expect(start('nowhere')).toBeUndefined();
});

test('a program comes before a batch file of its name, as Windows looks for them', () => {
  expect(start('.\\seed')).toBe('C:\\work\\seed.EXE');
});

test('a program of the current folder is not started by its name alone', () => {
  expect(start('seed')).toBeUndefined();
  expect(start('seed.cmd')).toBeUndefined();
});

test.each(['npm', 'npm.cmd', './seed.cmd'])('the batch file %s is refused with the line that runs it', name => {
  expect(() => start(name)).toThrow(
    expect.objectContaining({exit: 2, hint: `Write it behind the interpreter: emk sandbox run -- cmd /c ${name}`}),
  );
});
