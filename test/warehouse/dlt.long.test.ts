/** The lines for dlt in `emk help warehouse`, run by Python with the built emk. A stand-in for dlt writes down what it gets. */
import {spawn, spawnSync} from 'node:child_process';
import {chmodSync, mkdirSync, readFileSync} from 'node:fs';
import {join, resolve} from 'node:path';
import {expect, test} from 'vitest';
import page from '../../src/reference/topics/warehouse.js';
import {useShell} from '../use-shell.js';

const shell = useShell();
const hasPython = spawnSync('python3', ['--version']).status === 0;

const standIn = `
import json
def resource(**options):
    def named(read):
        def rows():
            return (options, read())
        return rows
    return named
class pipeline:
    def __init__(self, name, destination):
        self.destination = destination
    def run(self, source):
        options, rows = source
        with open("loaded.json", "w") as file:
            json.dump({"options": options, "rows": list(rows)}, file)
`;

async function play(env: Record<string, string>): Promise<{readonly code: number | null; readonly stderr: string}> {
  const {folder, sandbox, write} = shell();
  const [, lines = ''] = /^dlt\n\n((?: {2}.*\n|\n)+)/m.exec(page) ?? [];
  write('load.py', lines.replaceAll(/^ {2}/gm, ''));
  write('dlt.py', standIn);
  mkdirSync(join(folder, 'bin'), {recursive: true});
  write('bin/emk', `#!/bin/sh\nexec "${process.execPath}" "${resolve('bin/emk.js')}" "$@"\n`);
  chmodSync(join(folder, 'bin/emk'), 0o755);
  const child = spawn('python3', ['load.py'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: {
      ...{PATH: `${join(folder, 'bin')}:${process.env['PATH']}`, HOME: folder, EMK_BASE_URL: sandbox.baseUrl},
      ...{EMK_PUBLIC_KEY: sandbox.publicKey, EMK_SECRET_KEY: sandbox.secretKey, ...env},
    },
  });
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', text => (stderr += text));
  return new Promise(done => child.on('close', code => done({code, stderr})));
}

test.skipIf(!hasPython)('loads every contact, and fails where emk fails', async () => {
  expect(await play({})).toEqual({code: 0, stderr: ''});
  const {options, rows} = JSON.parse(readFileSync(join(shell().folder, 'loaded.json'), 'utf8'));
  expect(options).toEqual({name: 'contacts', primary_key: 'id', write_disposition: 'replace'});
  expect(rows).toHaveLength(23);
  const failed = await play({EMK_SECRET_KEY: 'wrong'});
  expect(failed.code).toBe(1);
  expect(failed.stderr).toContain('Some contacts could not be read.');
});
