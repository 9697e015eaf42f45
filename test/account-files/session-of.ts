/** A session with a sandbox, for functions that no command calls by itself. */

import {emptyConfig} from '../../src/accounts/store.js';
import {createSession, type Session} from '../../src/cli/context.js';
import type {GlobalsOfRun} from '../../src/commands/globals.js';
import type {Host} from '../../src/core/system/host.js';
import {nobody} from '../accounts/fake-context.js';
import {fakeHost} from '../accounts/fake-host.js';
import {quietGlobals} from '../quiet-globals.js';
import type {Shell} from '../shell.js';

export function sessionOf({sandbox, folder}: Shell, said: string[] = [], host: Partial<Host> = {}): Session {
  const env = {
    EMK_BASE_URL: sandbox.baseUrl,
    EMK_PUBLIC_KEY: sandbox.publicKey,
    EMK_SECRET_KEY: sandbox.secretKey,
    EMK_STATE_DIR: `${folder}/state`,
  };
  return createSession({
    host: {...fakeHost({env, cwd: folder, home: folder}), ...host},
    globals,
    config: emptyConfig,
    ask: nobody,
    progress: {show: () => undefined, clear: () => undefined},
    notice: sentence => said.push(sentence),
    warn: sentence => said.push(sentence),
    log: () => undefined,
    hide: () => undefined,
    maskKeys: text => text,
  });
}

const globals: GlobalsOfRun = {...quietGlobals, output: 'table', input: false, allowHttp: true};
