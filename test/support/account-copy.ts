/** Copies of accounts: filling a new one takes ten times as long as copying a filled one. */
import {randomBytes} from 'node:crypto';
import {copyFileSync, mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {openSeeded} from '../../src/sandbox/account/account.js';
import type {StartOptions} from '../../src/sandbox/running/start.js';

const originals = new Map<string, Promise<string>>();

let folder: string | undefined;
let files = 0;

/** Options that open a copy of such an account, with its own keys, and how to remove it. */
export async function copiedAccount(options: StartOptions): Promise<{options: StartOptions; remove(): void}> {
  const {seed, settings, clock, file, realNow} = options;
  // A clock with a fixed time gives the same account at any moment, and one in real time an account that began some minutes ago.
  if (file || realNow || clock?.includes('@') === false) return {options, remove() {}};
  const key = JSON.stringify([seed, settings, clock]);
  const original =
    originals.get(key) ??
    makeOriginal({seed: seed ?? {}, settings: settings ?? {}, ...(clock !== undefined && {clock})});
  originals.set(key, original);
  const copy = nextFile();
  copyFileSync(await original, copy);
  const keys = {
    publicKey: `sandbox-public-${randomBytes(8).toString('hex')}`,
    secretKey: `sandbox-secret-${randomBytes(16).toString('hex')}`,
    ...options.keys,
  };
  return {
    options: {...options, file: copy, keys},
    remove() {
      for (const path of [copy, `${copy}-journal`]) rmSync(path, {force: true});
    },
  };
}

async function makeOriginal(options: StartOptions): Promise<string> {
  const file = nextFile();
  const {account} = await openSeeded({...options, file});
  await account.store.close();
  return file;
}

function nextFile(): string {
  folder ??= mkdtempSync(join(tmpdir(), 'emk-accounts-'));
  return join(folder, String(++files));
}
