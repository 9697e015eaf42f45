import {afterAll, beforeAll} from 'vitest';
import {type Shell, startShell} from './shell.js';

/** One sandbox for all tests of a file that do not disturb each other. */
export function useShell(options?: Parameters<typeof startShell>[0]): () => Shell {
  let shell: Shell | undefined;
  beforeAll(async () => {
    shell = await startShell(options);
  });
  afterAll(() => shell?.close());
  return () => {
    if (shell === undefined) throw new Error('The sandbox starts before the tests of a file, not before the file.');
    return shell;
  };
}
