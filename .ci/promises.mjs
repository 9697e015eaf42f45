/**
 * What programs are promised, looked up in the installed package: node .ci/promises.mjs FOLDER. It is played by the Node.js that
 * runs it, and ends with 1 if one promise is broken.
 */
import {execFile, execFileSync, spawnSync} from 'node:child_process';
import {mkdirSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {createServer} from 'node:http';
import {tmpdir} from 'node:os';
import {join} from 'node:path';

const [folder] = process.argv.slice(2);
const script = join(folder, 'node_modules', 'emk-cli', 'bin', 'emk.js');
const work = mkdtempSync(join(tmpdir(), 'emk-promises-'));
const isWindows = process.platform === 'win32';
const environment = {
  ...Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(?:EMK_|CI$|.*COLOR|AI_AGENT|CLAUDE)/.test(name)),
  ),
  ...{EMK_CONFIG_DIR: join(work, 'config'), EMK_STATE_DIR: join(work, 'state'), HOME: work},
};

/** Runs emk without a keyboard, and returns how it ended; a promise includes that it ends. */
const emk = (line, {env = {}, ...options} = {}) =>
  new Promise(done => {
    const words = typeof line === 'string' ? line.split(' ').filter(Boolean) : line;
    const how = {cwd: work, timeout: 60_000, maxBuffer: 2 ** 26, ...options, env: {...environment, ...env}};
    const child = execFile(process.execPath, [script, ...words], how, (error, stdout, stderr) =>
      done({code: error ? (error.code ?? error.signal) : 0, stdout, stderr}),
    );
    child.stdin.end();
  });

function must(holds, ...seen) {
  if (!holds) throw new Error(seen.map(each => (typeof each === 'string' ? each : JSON.stringify(each))).join('\n'));
}

/** A service that fails each request, and counts them. */
async function failing(play) {
  let asked = 0;
  const server = createServer((_, answer) => {
    asked += 1;
    setTimeout(
      () => answer.writeHead(500, {'content-type': 'application/json'}).end('{"message": "Server Error"}'),
      300,
    );
  });
  await new Promise(done => server.listen(0, '127.0.0.1', done));
  const url = `http://127.0.0.1:${server.address().port}/api`;
  try {
    await play({EMK_BASE_URL: url, EMK_PUBLIC_KEY: 'p', EMK_SECRET_KEY: 's'}, () => asked);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

/** Runs a program of the folder in which the package is installed, as the programs of others do. */
const program = code =>
  new Promise(done => {
    const path = join(folder, `promise-${Math.random().toString(36).slice(2)}.mjs`);
    writeFileSync(path, code);
    execFile(process.execPath, [path], {cwd: folder, timeout: 30_000, env: environment}, (error, stdout, stderr) => {
      rmSync(path);
      done({code: error ? (error.code ?? error.signal) : 0, stdout, stderr});
    });
  });

const schemaOf = async name => JSON.parse((await emk(`schema ${name}`)).stdout);

const promises = {
  async 'a terminal without a person waits for nobody'() {
    if (process.platform !== 'linux') return;
    const lines = [
      ['', {CI: 'true'}],
      ['--no-input', {}],
    ];
    for (const [option, env] of lines) {
      const line = `"${process.execPath}" "${script}" --sandbox contacts list ${option}`;
      const around = {...environment, ...env, TERM: 'xterm', EMK_PAGER: 'sleep 60'};
      const how = {env: around, timeout: 20_000, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe']};
      const {status, stdout} = spawnSync('script', ['-qec', line, '/dev/null'], how);
      must(
        status === 0 && stdout.includes('ann@example.com'),
        `${option} ${Object.keys(env)} ended with ${status}`,
        stdout,
      );
    }
  },
  async 'a text that a form may leave empty may be null'() {
    const sender = (await schemaOf('senders list')).items.properties;
    for (const name of ['zip_code', 'company_address2'])
      must([sender[name].type].flat().includes('null'), name, sender[name]);
  },
  '--retries 0 means none': () =>
    failing(async (env, asked) => {
      const {code} = await emk('lists list --retries 0', {env});
      must(code === 6 && asked() === 1, `code ${code}, ${asked()} requests`);
    }),
  '--timeout is named': () =>
    failing(async env => {
      const {code, stderr} = await emk('lists list --retries 0 --timeout 1ms', {env});
      must(code === 6 && stderr.includes('1 ms'), code, stderr);
    }),
  async 'who cannot connect has not reached the service'() {
    const env = {EMK_BASE_URL: 'http://127.0.0.1:1/api', EMK_PUBLIC_KEY: 'p', EMK_SECRET_KEY: 's'};
    const {code, stderr} = await emk('lists list --retries 0', {env});
    must(code === 6 && stderr.includes('Could not reach'), code, stderr);
  },
  async 'a pipe in place of a file of emk is refused'() {
    if (isWindows) return;
    const place = join(work, 'piped');
    mkdirSync(place);
    execFileSync('mkfifo', [join(place, 'config.json')]);
    const {code, stderr} = await emk('lists list', {env: {EMK_CONFIG_DIR: place}});
    must(code === 3 && stderr.includes('is a pipe'), code, stderr);
  },
  async 'an unknown path is to be checked'() {
    const {code, stderr} = await emk('--sandbox api GET /nosuch');
    must(code === 1 && stderr.includes('Check the path.'), code, stderr);
  },
  async 'what writes files has a schema'() {
    for (const name of ['contacts export', 'contacts sample', 'templates save', 'tap'])
      must((await schemaOf(name)).title === `emk ${name}`, name);
    const contract = (await emk('help contract')).stdout.replace(/\s+/g, ' ');
    must(/import, undo, sync, apply and clean --dry-run prints the plan/.test(contract), contract);
  },
  async 'a notice has facts, and a hint its line'() {
    writeFileSync(join(work, 'leads.csv'), 'email\nada@lovelace.example\nalan@turing.example\n');
    const {code, stdout, stderr} = await emk('--sandbox contacts import leads.csv --list Customers --yes -o json');
    const rows = stderr
      .split('\n')
      .filter(Boolean)
      .map(line => JSON.parse(line).notice)
      .find(({kind}) => kind === 'rows');
    must(rows?.rows === 2 && rows.to_send === 2, code, stdout, stderr);
    const {error} = JSON.parse((await emk('--sandbox contacts show 999 -o json')).stderr);
    must(error.code === 'not_found' && Array.isArray(error.run) && error.run[0] === 'emk', error);
  },
  async '-o json alone is JSON, and the version too'() {
    must(JSON.parse((await emk('-o json')).stdout).commands.length > 10, '-o json');
    must(/^\d+\.\d+/.test(JSON.parse((await emk('--version -o json')).stdout).version), '--version');
  },
  async 'help is found from either side'() {
    for (const line of ['help sending --sandbox', '--sandbox help sending'])
      must((await emk(line)).stdout.startsWith('Sending'), line);
    must((await emk('contacts help')).stdout.startsWith('Usage: emk contacts'), 'contacts help');
  },
  async 'colours where they are forced'() {
    const list = '--sandbox lists list';
    for (const env of [{FORCE_COLOR: '1'}, {CLICOLOR_FORCE: '1'}])
      must((await emk(list, {env})).stdout.includes('\u001b['), env);
    for (const env of [{}, {FORCE_COLOR: '0'}, {NO_COLOR: '1', FORCE_COLOR: '1'}])
      must(!(await emk(list, {env})).stdout.includes('\u001b['), env);
  },
  async 'a sandbox answers a program that waits for emk'() {
    const {code, stdout, stderr} = await program(`
      import {spawnSync} from 'node:child_process';
      import {startSandbox} from 'emk-cli/sandbox';
      const sandbox = await startSandbox();
      const {stdout} = spawnSync(process.execPath, [${JSON.stringify(script)}, 'lists', 'list', '--count'], {
        env: {...process.env, ...sandbox.env}, encoding: 'utf8', timeout: 20000});
      console.log(stdout.trim());
      await sandbox.stop();`);
    must(code === 0 && stdout.trim() === '3', code, stdout, stderr);
  },
  async 'a sandbox keeps no program alive, and refuses a number as a time'() {
    const {code, stdout, stderr} = await program(`
      import {startSandbox} from 'emk-cli/sandbox';
      const sandbox = await startSandbox();
      await sandbox.clock.advance(86400000).catch(error => console.log(error.message));
      process.exitCode = 7;`);
    must(code === 7 && stdout.includes('emk needs a unit'), code, stdout, stderr);
  },
  async 'the settings of an agent work as pasted'() {
    for (const agent of ['claude', 'gemini', 'cursor']) {
      const {emk: server} = JSON.parse((await emk(`--sandbox mcp --print-config ${agent}`)).stdout).mcpServers;
      must(server.command === process.execPath && server.args.at(-1) === 'mcp', agent, server);
    }
    const {stdout} = await emk('--sandbox mcp --print-config codex');
    must(stdout.startsWith('[mcp_servers.emk]') && stdout.includes(JSON.stringify(process.execPath)), stdout);
  },
  async 'an agent is asked nothing, and can be taught'() {
    const {code, stderr} = await emk('--sandbox lists delete Staff', {env: {CLAUDECODE: '1'}});
    must(code === 2 && stderr.includes('--yes'), code, stderr);
    const folders = ['.claude', '.codex', '.gemini', '.cursor'];
    for (const name of folders) mkdirSync(join(work, name));
    const {code: installed, stdout, stderr: told} = await emk('skill install --dry-run');
    must(installed === 0 && folders.every(name => (stdout + told).includes(name)), stdout, told);
  },
  async 'shapes for other languages'() {
    must((await emk('schema --typescript')).stdout.includes('export type'), '--typescript');
    must(JSON.parse((await emk('schema --openapi')).stdout).openapi.startsWith('3.1'), '--openapi');
  },
};

// Most of the time goes into starting processes, so some wait side by side.
const left = Object.entries(promises);
let broken = 0;
async function lane() {
  for (let next = left.shift(); next; next = left.shift()) {
    const [name, play] = next;
    await play().catch(error => {
      broken += 1;
      console.error(`Broken on Node.js ${process.version}: ${name}\n${error.message}`);
    });
  }
}
// The account of a sandbox is made once, before several ask for it.
await emk('--sandbox lists list');
await Promise.all([lane(), lane(), lane()]);
rmSync(work, {recursive: true, force: true, maxRetries: 3});
console.log(
  `${Object.keys(promises).length - broken} of ${Object.keys(promises).length} promises are kept on Node.js ${process.version}`,
);
process.exitCode = broken === 0 ? 0 : 1;
