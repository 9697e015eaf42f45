import {afterAll, afterEach, beforeAll, beforeEach} from 'vitest';
import {type Shell, startShell} from './shell.js';

type Options = Parameters<typeof startShell>[0];

/** One sandbox for all tests of a file that do not disturb each other. */
export const useShell = (options?: Options): (() => Shell) => started(beforeAll, afterAll, () => startShell(options));

/** A sandbox of its own for each test. */
export const useFreshShell = (options?: Options): (() => Shell) => useFresh(() => startShell(options));

/** A sandbox for each test, started in another way. */
export const useFresh = (start: () => Promise<Shell>): (() => Shell) => started(beforeEach, afterEach, start);

type Hook = (work: () => Promise<void>) => void;

function started(before: Hook, after: Hook, start: () => Promise<Shell>): () => Shell {
  let shell: Shell | undefined;
  before(async () => {
    shell = await start();
  });
  after(async () => shell?.close());
  return () => {
    if (shell === undefined) throw new Error('The sandbox starts before the tests of a file, not before the file.');
    return shell;
  };
}
