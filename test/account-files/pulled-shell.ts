import {cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect} from 'vitest';
import {type Shell, startShell} from '../shell.js';
import {useFresh} from '../use-shell.js';

type Pulled = {readonly folder: string; readonly origin: string; readonly keys: {publicKey: string; secretKey: string}};

const pulled = new Map<string, Promise<Pulled>>();

/** A sandbox of its own for each test: the demo account, pulled into the folder `a`. */
export const usePulled = (options = ''): (() => Shell) => useFresh(() => startPulled(options));

/** Reads the account once, and copies its files from then on. */
export async function startPulled(options = ''): Promise<Shell> {
  const original = pulled.get(options) ?? pullDemo(options);
  pulled.set(options, original);
  const {folder, origin, keys} = await original;
  const shell = await startShell({keys});
  const own = join(shell.folder, 'a');
  cpSync(folder, own, {recursive: true});
  // The lock file and the bases name an account by its address and key.
  const contacts = join(own, 'contacts');
  const bases = existsSync(contacts) ? readdirSync(contacts).filter(name => name.endsWith('.base')) : [];
  for (const path of ['emk.lock.json', ...bases.map(name => join('contacts', name))]) {
    const text = readFileSync(join(own, path), 'latin1').replaceAll(origin, shell.sandbox.origin);
    writeFileSync(join(own, path), text, 'latin1');
  }
  return shell;
}

async function pullDemo(options: string): Promise<Pulled> {
  const shell = await startShell();
  const {origin, publicKey, secretKey} = shell.sandbox;
  expect(await shell.emk(`account pull a ${options}`)).toMatchObject({code: 0});
  const folder = mkdtempSync(join(tmpdir(), 'emk-pulled-'));
  cpSync(join(shell.folder, 'a'), folder, {recursive: true});
  await shell.close();
  return {folder, origin, keys: {publicKey, secretKey}};
}
