/**
 * Recipes are run by a shell, with the built emk against a sandbox. The other programs are stand-ins that save their
 * input: jq, curl and duckdb are not needed, and nothing leaves the machine. `recipes-struck.long.test.ts` plays all recipes.
 */
import {spawn, spawnSync} from 'node:child_process';
import {chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join, resolve} from 'node:path';
import {afterAll, beforeAll, expect} from 'vitest';
import {recipes} from '../../src/reference/recipes.js';
import {type Sandbox, startSandbox} from '../../src/sandbox/running/start.js';
import {longTest, test} from '../in-two-parts.js';

let sandbox: Sandbox;
const folder = mkdtempSync(join(tmpdir(), 'emk-recipes-'));
const read = (name: string): string => readFileSync(join(folder, name), 'utf8');
const today = new Date().toISOString().slice(0, 10);

beforeAll(async () => {
  sandbox = await startSandbox();
  mkdirSync(join(folder, 'bin'));
  program('emk', `exec "${process.execPath}" "${resolve('bin/emk.js')}" "$@"`);
  // `date +%F` in the zone of the sandbox.
  program('date', 'echo "$TODAY"');
  program(
    'jq',
    `exec "${process.execPath}" -e '
    const {contacts} = JSON.parse(require("fs").readFileSync(process.argv.at(-1), "utf8"));
    for (const {email} of contacts.gone) console.log(email)' -- "$@"`,
  );
  program('curl', 'echo "$3" > posted.json');
  program('duckdb', 'echo "$2" > query.sql');
});
afterAll(async () => {
  await sandbox.close();
  rmSync(folder, {recursive: true, force: true});
});

function program(name: string, body: string): void {
  const path = join(folder, 'bin', name);
  writeFileSync(path, `#!/bin/sh\n${body}\n`);
  chmodSync(path, 0o755);
}

async function play(words: string): Promise<{code: number | null; stderr: string}> {
  const recipe = recipes.find(({title}) => title.includes(words));
  if (!recipe) throw new Error(`There is no recipe “${words}”`);
  rmSync(join(folder, 'posted.json'), {force: true});
  // Two years from now all contacts are stale except those of the test.
  const script = recipe.script.replace('<2 years ago', '<1 January 2035');
  const child = spawn('sh', ['-c', script], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: {
      PATH: `${join(folder, 'bin')}:${process.env['PATH']}`,
      HOME: folder,
      TODAY: today,
      WEBHOOK_URL: 'http://127.0.0.1:9/hook',
      EMK_BASE_URL: sandbox.baseUrl,
      EMK_PUBLIC_KEY: sandbox.publicKey,
      EMK_SECRET_KEY: sandbox.secretKey,
    },
  });
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', text => (stderr += text));
  return new Promise(done => child.on('close', code => done({code, stderr})));
}

test('a shell can read every recipe', () => {
  expect(
    spawnSync('sh', ['-n'], {input: recipes.map(({script}) => script).join('\n'), encoding: 'utf8'}),
  ).toMatchObject({status: 0, stderr: ''});
});

longTest('a nightly copy has the date in its name, and a second run replaces it', async () => {
  for (const _ of [1, 2]) expect((await play('every night')).code).toBe(0);
  expect(readdirSync(folder).filter(name => name.startsWith('contacts-'))).toEqual([`contacts-${today}.csv`]);
  expect(read(`contacts-${today}.csv`)).toContain('ann@example.com');
});

longTest('a list follows a file, and those who are gone from it are named', async () => {
  writeFileSync(
    join(folder, 'crm.csv'),
    'email,first_name,city\nann@example.com,Ann,Leeds\nzoe@people.example,Zoe,Rome\n',
  );
  expect(await play('same as the file')).toMatchObject({code: 0});
  expect(read(`gone-${today}.txt`)).toContain('greta@vogel.example\n');
  expect(read(`gone-${today}.txt`)).not.toContain('ann@example.com');
  expect(JSON.parse(read('sync.json'))).toMatchObject({done: {added: 1, changed: 1}});
});

longTest('who left another tool is unsubscribed here, and who left here is told there', async () => {
  writeFileSync(
    join(folder, 'other-tool.csv'),
    'Email,Status\nstays@people.example,Subscribed\nleft@people.example,Unsubscribed\n',
  );
  expect(await play('from another tool')).toMatchObject({code: 0});
  expect(read('left.csv')).toContain('left@people.example');
  expect(read('left.csv')).not.toContain('stays@people.example');
});

longTest('an automation is spoken of only where it is not live', async () => {
  expect((await play('not live')).code).toBe(0);
  expect(existsSync(join(folder, 'posted.json'))).toBe(false);
  const welcome = (await api('/automations')).message.automations.find(one => one.automation_name === 'Welcome');
  await api(`/automations/pause?utr=${welcome?.utr}`);
  expect((await play('not live')).code).toBe(0);
  expect(JSON.parse(read('posted.json')).text).toContain('Welcome');
});

longTest('stale contacts are copied first and then deleted', async () => {
  expect(await play('two years')).toMatchObject({code: 0});
  expect(read(`before-${today}.csv`)).toContain('greta@vogel.example');
  expect(await play('every night')).toMatchObject({code: 0});
  expect(read(`contacts-${today}.csv`)).not.toContain('greta@vogel.example');
  expect(read(`contacts-${today}.csv`)).toContain('ann@example.com');
});

longTest('a mailing that is missing tomorrow is spoken of', async () => {
  expect((await play('tomorrow')).code).toBe(0);
  expect(JSON.parse(read('posted.json')).text).toContain('missing');
  expect(read('agenda.txt')).toContain('No mailing is scheduled');
});

longTest('a warehouse reads JSON lines', async () => {
  expect(await play('warehouse')).toMatchObject({code: 0});
  expect(read('query.sql')).toContain("FROM 'contacts.jsonl'");
  expect(read('contacts.jsonl')).toContain('"email":');
});

async function api(path: string): Promise<{message: {automations: Array<{automation_name: string; utr: string}>}}> {
  const headers = {accept: 'application/json', PublicKey: sandbox.publicKey, SecretKey: sandbox.secretKey};
  return (await (await fetch(`${sandbox.baseUrl}${path}`, {headers})).json()) as never;
}
