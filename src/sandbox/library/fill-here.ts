import {Readable, Writable} from 'node:stream';
import {emptyConfig} from '../../accounts/config-file.js';
import {createSession} from '../../cli/session.js';
import {settleGlobals} from '../../cli/settle-globals.js';
import {createAsk} from '../../commands/prompts.js';
import {createWaiting} from '../../output/live/waiting.js';
import {createMessages} from '../../output/messages/messages.js';
import {standardFormat} from '../../output/results/format.js';
import {guestHost} from '../../system/host.js';
import {fillAccount} from '../running/fill-account.js';
import type {Unfilled} from '../running/start.js';

/** Fills an account from files within this process, as a run of emk would that reads nothing, prints nothing and asks nobody. */
export async function fillHere(unfilled: Unfilled, folder: string, warn: (sentence: string) => void): Promise<void> {
  const silence = new Writable({write: (_chunk, _encoding, done) => done()});
  const host = guestHost({env: {TZ: 'UTC'}, stdin: Readable.from([]), stdout: silence, stderr: silence});
  const globals = {...settleGlobals({}, host, {}), input: false, quiet: true};
  const {elapsed} = host;
  const messages = createMessages({stderr: silence, format: standardFormat, color: 'never', quiet: true, elapsed});
  const waiting = createWaiting(host, messages.progress);
  const ask = createAsk(host, globals);
  const session = createSession({host, globals, config: emptyConfig, ask, waiting, ...messages, warn});
  try {
    await fillAccount(session.context, unfilled, folder);
  } finally {
    await session.close();
  }
}
