/**
 * Words and values completed with Tab in real shells: what counts is how emk is then called.
 * @module-tag long
 */
import {mkdirSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {type CachedName, keepNames} from '../../../src/accounts/names.js';
import {fakeHost} from '../../support/fake-host.js';
import {canPressTab, openTerminal} from './press-tab.js';

const names: readonly CachedName[] = [
  ['1', 'Spring leads'],
  ['2', "Ann's friends"],
  ['3', 'Käufer 🎉'],
  ['4', '-5% off'],
  ['5', 'Say "hi" & $HOME; `ls` \\ *'],
  ['6', '2024'],
  ['77', 'with:a=colon@x'],
];

const account = {source: 'profile', baseUrl: 'https://mail.example.com/api', publicKey: 'pk'} as const;
const other = {...account, publicKey: 'other'};
const folder = mkdtempSync(join(tmpdir(), 'emk-tab-'));
const env = {XDG_CACHE_HOME: join(folder, 'cache'), EMK_CONFIG_DIR: join(folder, 'config')};

beforeAll(() => {
  mkdirSync(env.EMK_CONFIG_DIR);
  const profiles = {
    prod: {baseUrl: account.baseUrl, publicKey: account.publicKey, secretKey: 'sk'},
    staging: {baseUrl: account.baseUrl, publicKey: other.publicKey, secretKey: 'sk'},
  };
  writeFileSync(join(env.EMK_CONFIG_DIR, 'config.json'), JSON.stringify({current: 'prod', profiles}));
  const host = fakeHost({home: folder, env});
  keepNames(host, account, 'lists', names);
  keepNames(host, other, 'lists', [['9', 'Spring elsewhere']]);
  keepNames(host, account, 'senders', [['1', 'hello@acme.com']]);
  keepNames(host, account, 'mailings', [['1b4e28ba-2fa1-11d2-883f-0016d3cca427', 'May']]);
});
afterAll(() => rmSync(folder, {recursive: true, force: true}));

const lines: ReadonlyArray<readonly [line: string, last: string, after?: string]> = [
  ['emk lists list --desc --colu', '--columns'],
  ['emk contacts import LICE', 'LICENSE'],
  ['emk contacts import --rejects=LICE', '--rejects=LICENSE'],
  ['emk mailings create --html LICE', 'LICENSE'],
  ['emk send LICE', 'LICENSE'],
  ['emk contacts list --list Spr', 'Spring leads'],
  ['emk contacts list --list=Spr', '--list=Spring leads'],
  ['emk contacts list --list spr', 'Spring leads'],
  ['emk contacts list --list Spring\\ l', 'Spring leads'],
  ['emk contacts list --list "Spr', 'Spring leads'],
  ["emk contacts list --list 'Spr", 'Spring leads'],
  ['emk contacts list --profile staging --list Spr', 'Spring elsewhere'],
  ['emk lists show Ann', "Ann's friends"],
  ['emk lists show K', 'Käufer 🎉'],
  ['emk contacts list --list Say', 'Say "hi" & $HOME; `ls` \\ *'],
  ['emk contacts list --list with', 'with:a=colon@x'],
  ['emk contacts list --list with:', 'with:a=colon@x'],
  ['emk contacts list --list -5', '-5% off'],
  ['emk lists show -- -5', '-5% off'],
  ['emk lists show name:-', 'name:-5% off'],
  ['emk lists show name:2', 'name:2024'],
  ['emk lists delete 1 2 K', 'Käufer 🎉'],
  ['emk mailings create --to list:Spr', 'list:Spring leads'],
  ['emk senders verify hello@', 'hello@acme.com'],
  ['emk auth switch sta', 'staging'],
  ['emk --profile pr', 'prod'],
];

describe.concurrent('completes with Tab, with each name in the quotes that it needs', () => {
  test.for(['bash', 'zsh', 'fish'] as const)('%s', {timeout: 120_000}, async (shell, {skip}) => {
    skip(!canPressTab(shell), `${shell}, or a "script" that gives it a terminal, is not here`);
    const terminal = await openTerminal(shell, env);
    try {
      const called: string[] = [];
      for (const [line, , after] of lines) called.push(`${line} → ${(await terminal.tab(line, after)).at(-1)}`);
      expect(called).toEqual(lines.map(([line, last]) => `${line} → ${last}`));
    } finally {
      terminal.close();
    }
  });
});
