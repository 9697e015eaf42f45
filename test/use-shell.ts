import {afterAll, afterEach, beforeAll, beforeEach} from 'vitest';
import {type Shell, startShell} from './shell.js';

type Options = Parameters<typeof startShell>[0];

/** One sandbox for all tests of a file that do not disturb each other. */
export const useShell = (options?: Options): (() => Shell) => started(beforeAll, afterAll, options);

/** A sandbox of its own for each test. */
export const useFreshShell = (options?: Options): (() => Shell) => started(beforeEach, afterEach, options);

type Hook = (work: () => Promise<void>) => void;

function started(before: Hook, after: Hook, options: Options): () => Shell {
  let shell: Shell | undefined;
  before(async () => {
    shell = await startShell(options);
  });
  after(async () => shell?.close());
  return () => {
    if (shell === undefined) throw new Error('The sandbox starts before the tests of a file, not before the file.');
    return shell;
  };
}
