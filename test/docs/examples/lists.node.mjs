import assert from 'node:assert/strict';
import {spawnSync} from 'node:child_process';
import {after, before, beforeEach, test} from 'node:test';
import {startSandbox} from 'emk-cli/sandbox';
import {createList, listNames} from './lists.mjs';

let sandbox;
before(async () => {
  sandbox = await startSandbox({clock: 'step@2026-01-31T09:00:00Z'});
  Object.assign(process.env, sandbox.env);
});
beforeEach(() => sandbox.reset());
after(() => sandbox.stop());

test('a list is made', async () => {
  await createList('Leads');
  assert.ok((await listNames()).includes('Leads'));
});

test('the list of the test before is gone', async () => {
  assert.ok(!(await listNames()).includes('Leads'));
});

test('mail goes out when its time comes', async () => {
  const before = await sandbox.mail();
  assert.deepEqual(await sandbox.clock.advance('60 days'), new Date('2026-04-01T09:00:00Z'));
  const sent = (await sandbox.mail()).slice(before.length);
  assert.ok(sent.length > 0);
  const [{to}] = sent;
  assert.deepEqual(new Set((await sandbox.mail({to})).map(mail => mail.to)), new Set([to]));
});

test('a program may stand still for an emk that it starts', () => {
  const {status, stdout} = spawnSync(
    process.execPath,
    ['node_modules/emk-cli/bin/emk.js', 'lists', 'list', '-o', 'csv'],
    {
      env: {...process.env, ...sandbox.env},
      encoding: 'utf8',
      timeout: 60_000,
    },
  );
  assert.equal(status, 0);
  assert.match(stdout, /Newsletter/);
});

test('a number without a unit does not move the time', async () => {
  await assert.rejects(() => sandbox.clock.advance(86_400_000), {
    code: 'usage',
    message: /"86400000" is not a duration/,
  });
  assert.deepEqual(await sandbox.clock.now(), new Date('2026-01-31T09:00:00Z'));
});

test('two sandboxes know nothing of each other, and a mistake is a plain error', async () => {
  const other = await startSandbox({empty: true, random: 7});
  assert.notEqual(other.url, sandbox.url);
  assert.deepEqual(await other.mail(), []);
  assert.equal((await startAndStop({random: 7})).keys.secretKey, other.keys.secretKey);
  await assert.rejects(() => other.faults.add('GET /nowhere=500'), {name: 'Error', code: 'usage'});
  await other.stop();
  await other.stop();
  await assert.rejects(() => other.mail(), {name: 'Error', code: 'stopped'});
  await assert.rejects(() => startSandbox({acount: 'x'}), {code: 'usage', message: /acount/});
  await assert.rejects(() => startSandbox({clock: 'sometimes'}), {code: 'usage', message: /sometimes/});
});

async function startAndStop(options) {
  const started = await startSandbox(options);
  await started.stop();
  return started;
}
