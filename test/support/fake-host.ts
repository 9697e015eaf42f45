import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {PassThrough} from 'node:stream';
import {onTestFinished} from 'vitest';
import type {Host} from '../../src/core/system/host.js';

/** A folder that is deleted after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'emk-accounts-'));
  onTestFinished(() => rmSync(folder, {recursive: true, force: true}));
  return folder;
}

/** An isolated process: its own home and environment, and no terminal unless asked for. */
export function fakeHost(given: Partial<Host> & {readonly terminal?: boolean; readonly typed?: string} = {}): Host {
  const {terminal = false, typed, ...rest} = given;
  const home = rest.home ?? temporaryFolder();
  const stdin = new PassThrough();
  if (typed !== undefined) stdin.end(typed);
  return {
    env: {},
    cwd: home,
    home,
    platform: 'linux',
    pid: process.pid,
    program: [],
    stdin: Object.assign(stdin, {isTTY: terminal}),
    stdout: Object.assign(new PassThrough(), {isTTY: terminal}),
    stderr: Object.assign(new PassThrough(), {isTTY: terminal}),
    interrupted: new AbortController().signal,
    now: () => new Date('2026-01-02T03:04:05Z'),
    elapsed: () => 0,
    sleep: () => new Promise(resolve => setTimeout(resolve, 1)),
    random: () => 0,
    alive: pid => pid === process.pid,
    lockWait: {longest: 0, says() {}},
    forgetTyped: async () => undefined,
    launch: async () => false,
    ...rest,
  };
}
