/** What runs of one account tell each other about the service's limits, and that it can only help. */
import {chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {createServer} from 'node:http';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {paceBoard} from '../../src/accounts/pace-board.js';
import {fileNameOf} from '../../src/accounts/target.js';
import type {Account} from '../../src/api/wire/account.js';
import {runAgainst} from '../run-against.js';
import {served} from '../served.js';
import {fakeHost, temporaryFolder} from './fake-host.js';

type Answering = {status: number; headers: Record<string, string>};

/** A service with answers from a test, and runs of one account on one machine with the test's clock. */
async function setUp() {
  const answering: Answering = {status: 200, headers: {}};
  let asked = 0;
  const server = createServer((request, response) => {
    request.resume();
    asked += 1;
    response.writeHead(answering.status, answering.headers);
    response.end('{"status":"success","message":{"contactTypes":[]}}');
  });
  const origin = await served(server);
  const cwd = temporaryFolder();
  const clock = {now: Date.parse('2026-03-04T12:00:00Z')};
  const run = async (line = 'contact-types list', env: Record<string, string> = {}, standsStill = false) => {
    const waits: number[] = [];
    const sleep = async (milliseconds: number) => {
      waits.push(milliseconds);
      if (!standsStill) clock.now += milliseconds;
    };
    const before = asked;
    const {code, stderr} = await runAgainst(`${origin}/api`, line, {
      env,
      host: {cwd, home: cwd, sleep, now: () => new Date(clock.now)},
    });
    return {code, stderr, waits, asked: asked - before};
  };
  const folder = join(cwd, 'state', 'pace');
  return {answering, clock, run, folder, state: join(cwd, 'state')};
}

const throttled = (seconds: number): Answering => ({status: 429, headers: {'retry-after': String(seconds)}});
const well: Answering = {status: 200, headers: {}};
const nearly = {'x-ratelimit-limit': '60', 'x-ratelimit-remaining': '2'};

test('a run waits for what another was told, and says so', async () => {
  const {answering, run} = await setUp();
  Object.assign(answering, throttled(30));
  expect(await run('contact-types list --max-wait 0')).toMatchObject({code: 7, waits: [], asked: 1});
  Object.assign(answering, well);
  const second = await run();
  expect(second).toMatchObject({code: 0, waits: [30_000], asked: 1});
  expect(second.stderr).toContain('The service asked another emk to wait; waiting 30 s.');
});

test('once the service takes requests again, nobody waits any more', async () => {
  const {answering, run} = await setUp();
  Object.assign(answering, throttled(30));
  await run('contact-types list --max-wait 0');
  Object.assign(answering, well);
  await run('contact-types list --max-wait 10s');
  expect(await run()).toMatchObject({code: 0, waits: []});
});

test('no run waits longer than --max-wait allows: the service decides instead', async () => {
  const {answering, run} = await setUp();
  Object.assign(answering, throttled(300));
  await run('contact-types list --max-wait 0');
  expect(await run('contact-types list --max-wait 10s')).toMatchObject({code: 7, waits: [], asked: 1});
});

test('the first request takes its turn where another run left few', async () => {
  const {answering, run} = await setUp();
  answering.headers = nearly;
  expect(await run()).toMatchObject({code: 0, waits: []});
  expect((await run()).waits).toEqual([1000]);
});

test('runs side by side take turns, so that together they keep the pace that one would', async () => {
  const {answering, run} = await setUp();
  answering.headers = nearly;
  await run();
  const together = await Promise.all(Array.from({length: 3}, () => run(undefined, {}, true)));
  expect(together.map(({code}) => code)).toEqual([0, 0, 0]);
  expect(together.flatMap(({waits}) => waits).sort()).toEqual([1000, 2000, 3000]);
});

test('another key and another service are another account', async () => {
  const {answering, run} = await setUp();
  Object.assign(answering, throttled(30));
  await run('contact-types list --max-wait 0');
  Object.assign(answering, well);
  expect(await run('contact-types list', {EMK_PUBLIC_KEY: 'pk-of-another'})).toMatchObject({code: 0, waits: []});
});

test('what is kept is its version and four times, for the user alone, under a name that is no key', async () => {
  const {answering, run, folder} = await setUp();
  Object.assign(answering, throttled(30));
  await run('contact-types list --max-wait 0');
  const [name = '', ...others] = readdirSync(folder);
  expect([name, others]).toEqual([expect.stringMatching(/^[0-9a-f]{16}\.json$/), []]);
  expect(Object.keys(JSON.parse(readFileSync(join(folder, name), 'utf8')))).toEqual([
    'version',
    'seen',
    'until',
    'gap',
    'next',
  ]);
});

const spoilt: ReadonlyArray<readonly [string, string]> = [
  ['cut short', '{"seen":1,"unt'],
  ['empty', ''],
  ['of another shape', '[1,2,3]'],
  ['not of numbers', '{"seen":"x","until":{},"gap":null,"next":-1}'],
  ['huge', ' '.repeat(100_000)],
  ['of a clock that is a day ahead', atClock(Date.parse('2026-03-05T12:00:00Z'), 30_000)],
  ['of a wait of a day', atClock(Date.parse('2026-03-04T12:00:00Z'), 86_400_000)],
  ['of yesterday', atClock(Date.parse('2026-03-03T12:00:00Z'), 30_000)],
];

function atClock(seen: number, wait: number): string {
  return JSON.stringify({seen, until: seen + wait, gap: 1000, next: seen + wait});
}

test.each(spoilt)('a file that is %s is not believed', async (_, text) => {
  const {answering, run, folder} = await setUp();
  Object.assign(answering, throttled(30));
  await run('contact-types list --max-wait 0');
  const [name = ''] = readdirSync(folder);
  writeFileSync(join(folder, name), text);
  Object.assign(answering, well);
  expect(await run()).toMatchObject({code: 0, waits: [], asked: 1});
});

test('a clock that is set back makes nobody wait for it', async () => {
  const {answering, run, clock} = await setUp();
  Object.assign(answering, throttled(30));
  await run('contact-types list --max-wait 0');
  Object.assign(answering, well);
  clock.now -= 3_600_000;
  expect(await run()).toMatchObject({code: 0, waits: []});
});

test('where nothing can be kept, all else goes on', async () => {
  const {answering, run, state} = await setUp();
  Object.assign(answering, throttled(30));
  writeFileSync(state, 'a file in place of the folder');
  expect(await run('contact-types list --max-wait 0')).toMatchObject({code: 7});
  Object.assign(answering, well);
  expect(await run()).toMatchObject({code: 0, waits: []});
});

test('a draft that cannot be finished is not left behind', () => {
  const cwd = temporaryFolder();
  const host = fakeHost({cwd, home: cwd, env: {EMK_STATE_DIR: join(cwd, 'state')}});
  const account: Account = {
    name: 'a',
    source: 'environment',
    baseUrl: 'https://mail.example/api',
    publicKey: 'pk',
    secretKey: 'sk',
    guard: 'none',
  };
  const name = fileNameOf(account);
  const folder = join(cwd, 'state', 'pace');
  mkdirSync(join(folder, `${name}.json`), {recursive: true});
  paceBoard(host, account).write({seen: 1, until: 2, gap: 3, next: 4});
  expect(readdirSync(folder)).toEqual([`${name}.json`]);
  chmodSync(folder, 0o500);
  expect(paceBoard(host, account).read()).toBeUndefined();
  chmodSync(folder, 0o700);
});

test('--rps spaces the requests of one run, and no other run learns of it', async () => {
  const {run, folder} = await setUp();
  const {waits, asked} = await run('notification-recipients delete 7 8 9 --yes --rps 4', {EMK_KEEP_DELETED: '0'});
  expect(asked).toBeGreaterThan(2);
  expect(waits).toEqual(Array.from({length: asked - 1}, () => 250));
  expect(existsSync(folder)).toBe(false);
});
