import fs from 'node:fs';
import {syncBuiltinESMExports} from 'node:module';
import {onTestFinished} from 'vitest';

type Name = 'linkSync' | 'mkdirSync' | 'readFileSync' | 'writeFileSync' | 'writeSync';

/** The functions of `node:fs` as they are, whatever stands in their place. */
export const realFs = {...fs};

/** Puts a function in the place of one of `node:fs`, for every module and to the end of the test. */
export function replaceInFs<N extends Name>(
  name: N,
  instead: (...given: Parameters<(typeof fs)[N]>) => ReturnType<(typeof fs)[N]>,
): void {
  put(instead);
  onTestFinished(() => put(realFs[name]));

  function put(function_: unknown): void {
    Object.assign(fs, {[name]: function_});
    syncBuiltinESMExports();
  }
}
