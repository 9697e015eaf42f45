/** The modules of Node.js that a command loads: each costs every run of it, whether it is used or not. */

import {execFile} from 'node:child_process';
import {readdirSync} from 'node:fs';
import {join, resolve} from 'node:path';
import {promisify} from 'node:util';
import {expect, test} from 'vitest';
import {sample} from '../support/sample.js';
import {useShell} from '../support/use-shell.js';

const shell = useShell();

const report = `data:text/javascript,const before = new Set(process.moduleLoadList);
process.on('exit', () => process._rawDebug(process.moduleLoadList.filter(name => !before.has(name)).join()))`;

/** The public modules that a line loads besides those of a bare start. */
async function modulesOf(line: string): Promise<readonly string[]> {
  const {baseUrl, publicKey, secretKey} = shell().sandbox;
  const {stderr} = await promisify(execFile)(
    process.execPath,
    ['--import', report, resolve('bin/emk.js'), ...line.split(' ')],
    {
      env: {
        ...{PATH: process.env['PATH'], HOME: shell().folder},
        ...{EMK_BASE_URL: baseUrl, EMK_PUBLIC_KEY: publicKey, EMK_SECRET_KEY: secretKey},
      },
    },
  );
  return [...stderr.matchAll(/NativeModule ((?!internal\/)[\w/]+)/g)].map(([, name = '']) => name).sort();
}

test('a plain list loads five packs', {tags: ['long']}, async () => {
  await modulesOf('lists list -o json');
  const {version, arch} = process;
  expect(readdirSync(join(shell().folder, '.cache/emk', `${version}-${arch}`)).sort()).toEqual([
    ...['core.js', 'online.js', 'run.js', 'undici-lib-api-api-request.js', 'undici.js'],
  ]);
});

/** What a connection and the standard streams need, and how emk asks for the machine. */
const needed = ['net', 'os', 'process', 'stream', 'stream/promises', 'string_decoder', 'tty', 'vm'];

test.each(
  sample(
    [
      ['lists list', []],
      ['lists list -o csv', []],
      ['contacts show 1 -o json', []],
      ['lists list --help', []],
    ],
    2,
  ),
)('emk %s loads only what it uses', async (line, more: readonly string[]) => {
  const others = (await modulesOf(line)).filter(name => !needed.includes(name));
  // Node 20 is told to compile WebAssembly once, which takes `v8`.
  const ofOldNode = ['diagnostics_channel', 'v8'];
  expect(others.filter(name => !more.includes(name) && !ofOldNode.includes(name))).toEqual([]);
});

test('emk --version loads no module that a bare start does not have', async () => {
  expect(await modulesOf('--version')).toEqual([]);
});
