/**
 * What programs are promised that only the installed package can show: node .ci/promises.mjs FOLDER. It is played by the Node.js
 * that runs it, and ends with 1 if one promise is broken.
 */
import {execFile, spawnSync} from 'node:child_process';
import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';

const [folder] = process.argv.slice(2);
const script = join(folder, 'node_modules', 'emk-cli', 'bin', 'emk.js');
const work = mkdtempSync(join(tmpdir(), 'emk-promises-'));
const environment = {
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(?:EMK_|CI$|.*COLOR)/.test(name))),
  ...{EMK_CONFIG_DIR: join(work, 'config'), EMK_STATE_DIR: join(work, 'state'), HOME: work},
};

const run = (words, {env = {}, ...options} = {}) =>
  new Promise(done => {
    const how = {cwd: work, timeout: 60_000, ...options, env: {...environment, ...env}};
    const child = execFile(process.execPath, words, how, (error, stdout, stderr) =>
      done({code: error ? (error.code ?? error.signal) : 0, stdout, stderr}),
    );
    child.stdin.end();
  });
const emk = (line, options) => run([script, ...line.split(' ').filter(Boolean)], options);

/** Runs a program of the folder in which the package is installed, as the programs of others do. */
async function program(code) {
  const path = join(folder, `promise-${process.pid}-${code.length}.mjs`);
  writeFileSync(path, code);
  const ran = await run([path], {cwd: folder, timeout: 30_000});
  rmSync(path);
  return ran;
}

const promises = {
  async 'a terminal without a person waits for nobody'() {
    if (process.platform !== 'linux') return true;
    const line = `"${process.execPath}" "${script}" --sandbox contacts list --no-input`;
    const how = {env: {...environment, TERM: 'xterm'}, timeout: 20_000, encoding: 'utf8'};
    const {status, stdout} = spawnSync('script', ['-qec', line, '/dev/null'], {
      ...how,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    return status === 0 && stdout.includes('@example.com');
  },
  async 'who cannot connect has not reached the service'() {
    const env = {EMK_BASE_URL: 'http://127.0.0.1:1/api', EMK_PUBLIC_KEY: 'p', EMK_SECRET_KEY: 's'};
    return (await emk('lists list --retries 0', {env})).code === 6;
  },
  async 'a sandbox answers a program that waits for emk'() {
    const {code, stdout} = await program(`
      import {spawnSync} from 'node:child_process';
      import {startSandbox} from 'emk-cli/sandbox';
      const sandbox = await startSandbox();
      const {stdout} = spawnSync(process.execPath, [${JSON.stringify(script)}, 'lists', 'list', '--count'], {
        env: {...process.env, ...sandbox.env}, encoding: 'utf8', timeout: 20000});
      console.log(stdout.trim());
      await sandbox.stop();`);
    return code === 0 && stdout.trim() === '3';
  },
  async 'a sandbox keeps no program alive'() {
    const code = `import {startSandbox} from 'emk-cli/sandbox'; await startSandbox(); process.exitCode = 7;`;
    return (await program(code)).code === 7;
  },
};

// The account of a sandbox is made once, before several ask for it.
await emk('--sandbox lists list');
for (const [name, play] of Object.entries(promises)) {
  if (await play()) continue;
  console.error(`Broken on Node.js ${process.version}: ${name}`);
  process.exitCode = 1;
}
rmSync(work, {recursive: true, force: true, maxRetries: 3});
