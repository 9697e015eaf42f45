/** Jobs that are recorded in two windows, each on a desk that is logged in to a sandbox of its own. */

import {expect, onTestFinished} from 'vitest';
import {type RunningSandbox, startSandbox} from '../../src/sandbox/running/start.js';
import {moveClock} from '../support/move-clock.js';
import {oneIn} from '../support/sample.js';
import {bareDesk, type Desk, keys} from '../support/terminal.js';
import {type Recording, record} from './recording.js';

export const sizes = [{columns: 80, rows: 24}] as const;

/** The built program plays them at night. */
const place = oneIn(2) === 1 ? 'built' : 'here';

type Size = (typeof sizes)[number];

export const nameOf = ({columns, rows}: Size): string => `${columns}x${rows}`;

export type Job = {
  readonly here: Desk;
  readonly sandbox: RunningSandbox;
  readonly job: Recording;
  /** Lets time pass in the sandbox. */
  readonly later: (by: string) => Promise<void>;
};

/** A desk that is logged in, and the record of what is played there. */
export async function begin(kind: 'demo' | 'empty', size: Size): Promise<Job> {
  const sandbox = await startSandbox({clock: 'step@2030-03-04T12:00:00Z', seed: {kind}});
  onTestFinished(() => sandbox.close());
  const here = bareDesk();
  const {baseUrl, publicKey, secretKey} = sandbox;
  const login = await here.play(
    ['login'],
    [
      ['? Address of the service', `${baseUrl}${keys.enter}`],
      ['? Public key', `${publicKey}${keys.enter}`],
      ['? Secret key', `${secretKey}${keys.enter}`],
    ],
  );
  expect(login.code, login.screen).toBe(0);
  const zone = await here.play(['config', 'set', 'timezone', 'UTC'], []);
  expect(zone.code, zone.screen).toBe(0);
  return {here, sandbox, job: record(here, size, place), later: (by: string) => moveClock(sandbox, by)};
}
