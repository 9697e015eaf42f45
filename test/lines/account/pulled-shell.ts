import {cpSync, mkdtempSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect} from 'vitest';
import {type Shell, startShell} from '../../support/shell.js';
import {useFresh} from '../../support/use-shell.js';

type Pulled = {readonly folder: string; readonly keys: {publicKey: string; secretKey: string}};

const pulled = new Map<string, Promise<Pulled>>();

/** A sandbox of its own for each test: the demo account, pulled into the folder `a`. */
export const usePulled = (options = ''): (() => Shell) => useFresh(() => startPulled(options));

/** Reads the account once, and copies its files from then on. */
export async function startPulled(options = ''): Promise<Shell> {
  const original = pulled.get(options) ?? pullDemo(options);
  pulled.set(options, original);
  const {folder, keys} = await original;
  const shell = await startShell({keys});
  const own = join(shell.folder, 'a');
  cpSync(folder, own, {recursive: true});
  return shell;
}

async function pullDemo(options: string): Promise<Pulled> {
  const shell = await startShell();
  const {publicKey, secretKey} = shell.sandbox;
  expect(await shell.emk(`account pull a ${options}`)).toMatchObject({code: 0});
  const folder = mkdtempSync(join(tmpdir(), 'emk-pulled-'));
  cpSync(join(shell.folder, 'a'), folder, {recursive: true});
  await shell.close();
  return {folder, keys: {publicKey, secretKey}};
}
