/**
 * A mailing is never lost while it is cancelled: its copy is on disk before it is deleted.
 * @module-tag long
 */
import {mkdtempSync, readdirSync, rmSync, statSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import {afterEach, beforeEach, expect, test} from 'vitest';
import {type RunningSandbox, startSandbox} from '../../src/sandbox/running/start.js';
import {startBuilt} from '../support/built-emk.js';

let work: string;
let sandbox: RunningSandbox;
beforeEach(async () => {
  work = mkdtempSync(join(tmpdir(), 'emk-cancel-'));
  sandbox = await startSandbox();
});
afterEach(async () => {
  await sandbox.close();
  rmSync(work, {recursive: true, force: true});
});

const start = (...line: readonly string[]) => startBuilt([...line, '--yes'], {home: work, sandbox});

const ended = async (...line: readonly string[]): Promise<number | null> => (await start(...line).ended).code;
const cancel = ['mailings', 'cancel', 'Autumn preview'];

test.each(['hang', 'lost-reply'])(
  'killed while the deletion is under way (%s), a copy is there that can be sent',
  async fault => {
    sandbox.misbehave(`DELETE /single/send/delete=${fault}:1`);
    const before = (await sandbox.requests()).length;
    const first = start(...cancel);
    while (!(await sandbox.requests()).slice(before).some(({faults}) => faults.length > 0)) await sleep(5);
    first.kill();
    await first.ended;
    const [copy = '', ...others] = readdirSync(join(work, 'state/deleted'));
    expect(others).toEqual([]);
    expect(statSync(join(work, 'state/deleted', copy)).mode & 0o777).toBe(0o600);
    // A second run cancels what is still scheduled, or learns that it is gone.
    expect(await ended(...cancel)).toBe(fault === 'hang' ? 0 : 4);
    const name = copy.replace('.jsonl', '');
    expect(await ended('undo', name, '--at', '2030-05-01 09:00', '--yes')).toBe(0);
  },
);
