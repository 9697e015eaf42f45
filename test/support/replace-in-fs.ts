import fs from 'node:fs';
import {syncBuiltinESMExports} from 'node:module';
import {onTestFinished} from 'vitest';

type Name =
  | 'accessSync'
  | 'closeSync'
  | 'symlinkSync'
  | 'lstatSync'
  | 'mkdirSync'
  | 'openSync'
  | 'readFileSync'
  | 'rmSync'
  | 'statSync'
  | 'unlinkSync'
  | 'writeFileSync'
  | 'writeSync';

/** The original functions of `node:fs`. */
export const realFs = {...fs};

/** Replaces a function of `node:fs`, for every module until the end of the test. */
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
