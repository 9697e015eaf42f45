/** The script of the documentation that copies an account, played by bash with the built emk. */
import {execFile} from 'node:child_process';
import {chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join, resolve} from 'node:path';
import {promisify} from 'node:util';
import {expect, test} from 'vitest';
import {useShell} from '../support/use-shell.js';

const shell = useShell();

test('copies every list, and what stands below each record, and makes the folder anew', {
  tags: ['long'],
  timeout: 240_000,
}, async () => {
  const {folder, sandbox} = shell();
  mkdirSync(join(folder, 'bin'));
  writeFileSync(join(folder, 'bin/emk'), `#!/bin/sh\nexec "${process.execPath}" "${resolve('bin/emk.js')}" "$@"\n`);
  chmodSync(join(folder, 'bin/emk'), 0o755);
  const env = {
    PATH: `${join(folder, 'bin')}:${process.env['PATH']}`,
    HOME: folder,
    EMK_BASE_URL: sandbox.baseUrl,
    EMK_PUBLIC_KEY: sandbox.publicKey,
    EMK_SECRET_KEY: sandbox.secretKey,
  };
  mkdirSync(join(folder, 'copy'));
  writeFileSync(join(folder, 'copy/old.jsonl'), '');
  const lines = (name: string): readonly object[] =>
    readFileSync(join(folder, 'copy', `${name}.jsonl`), 'utf8')
      .split('\n')
      .filter(Boolean)
      .map(line => JSON.parse(line));
  await promisify(execFile)('bash', [resolve('docs/copy-account.sh'), 'copy'], {cwd: folder, env});
  expect(readdirSync(join(folder, 'copy')).sort()).toEqual(
    [
      ...['automations-emails', 'automations-results.jsonl', 'automations.jsonl', 'lists.jsonl'],
      ...['contacts.jsonl', 'fields.jsonl', 'notifications.jsonl', 'segments-recipients', 'segments.jsonl'],
      ...['senders.jsonl', 'mailings-results.jsonl', 'mailings.jsonl', 'templates.jsonl'],
      ...['groups-recipients', 'groups.jsonl', 'unsubscribes.jsonl'],
    ].sort(),
  );
  expect(lines('contacts')).toEqual(JSON.parse((await shell().emk('contacts list -o json')).stdout));
  const segments = lines('segments').map(each => String((each as {id: number}).id));
  expect(readdirSync(join(folder, 'copy/segments-recipients')).sort()).toEqual(
    segments.map(id => `${id}.jsonl`).sort(),
  );
  expect(lines('segments-recipients/1')).toEqual(
    JSON.parse((await shell().emk('segments recipients list 1 -o json')).stdout),
  );
});
