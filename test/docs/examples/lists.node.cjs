const assert = require('node:assert/strict');
const {execFileSync} = require('node:child_process');
const {existsSync} = require('node:fs');
const {test} = require('node:test');
const {startSandbox} = require('emk-cli/sandbox');

test('an emk of another process works in it', {skip: process.platform === 'win32'}, async () => {
  const sandbox = await startSandbox();
  const env = {...process.env, ...sandbox.env};
  const {promisify} = require('node:util');
  const run = promisify(require('node:child_process').execFile);
  const {stdout} = await run('node_modules/.bin/emk', ['lists', 'list', '-o', 'tsv', '--columns', 'name'], {
    env,
  });
  assert.match(stdout, /Newsletter/);
  const contacts = await run('node_modules/.bin/emk', ['contacts', 'list', '-o', 'tsv', '--columns', 'email'], {env});
  assert.match(contacts.stdout, /@/);
  await sandbox.stop();
  assert.ok(!existsSync(env.EMK_STATE_DIR));
});

test('a process ends by itself once its sandbox is stopped', () => {
  const code = `require('emk-cli/sandbox').startSandbox().then(async sandbox => {
    await fetch(sandbox.url + '/contacts-type').then(answer => answer.text());
    await sandbox.stop();
  })`;
  execFileSync(process.execPath, ['-e', code], {timeout: 60_000});
});
