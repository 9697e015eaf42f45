import {createServer} from 'node:http';
import {expect, onTestFinished, test} from 'vitest';
import {createProgress} from '../../src/output/live/progress.js';
import {createWaiting} from '../../src/output/live/waiting.js';
import {fakeHost} from '../accounts/fake-host.js';
import {startShell} from '../shell.js';

const back = '\r\u001b[K';

/** A machine whose clock only `pass` moves, second by second. */
function watch(style: 'bar' | 'lines' = 'bar') {
  let time = 5000;
  const seen: string[] = [];
  const ticking = new Set<() => void>();
  const elapsed = () => time;
  const progress = createProgress({style, width: 80, elapsed, write: text => seen.push(text)});
  const every = (_: number, act: () => void) => {
    ticking.add(act);
    return () => ticking.delete(act);
  };
  const pass = (seconds: number): void => {
    for (let second = 0; second < seconds; second++) {
      time += 1000;
      for (const act of ticking) act();
    }
  };
  return {seen, pass, progress, ticking, waiting: createWaiting({elapsed, every}, progress)};
}

const service = () => 'mail.example.com';

test('after a second it says who is waited for and how long, and takes that away when the answer comes', () => {
  const {seen, pass, waiting} = watch();
  const arrived = waiting.begin(service);
  expect(seen).toEqual([]);
  pass(3);
  arrived();
  arrived();
  pass(5);
  expect(seen).toEqual([...[1, 2, 3].map(second => `${back}Waiting for mail.example.com · ${second} s`), back]);
});

test('a bar makes room for who is waited for and how long', () => {
  const {seen, pass, progress, waiting} = watch();
  progress.show({label: 'Reading lists, step', done: 5, total: 6});
  waiting.begin(service);
  pass(3);
  expect(seen.at(-1)).toMatch(/Reading lists, step 5 of 6 · waiting for mail\.example\.com · 3 s$/);
});

test('many quick answers in a row are one wait, and one after a pause is another', () => {
  const {seen, pass, waiting, ticking} = watch();
  let arrived = waiting.begin(service);
  for (let request = 0; request < 70; request++) {
    arrived();
    arrived = waiting.begin(service);
    pass(1);
  }
  expect(seen.at(-1)).toBe(`${back}Waiting for mail.example.com · 1m 10s`);
  arrived();
  pass(2);
  expect(ticking.size).toBe(0);
  const again = waiting.begin(service);
  pass(1);
  again();
  expect(seen.slice(-2)).toEqual([`${back}Waiting for mail.example.com · 1 s`, back]);
});

test('the last of several answers ends it, and an account that is not known yet has no line', () => {
  const {seen, pass, waiting} = watch();
  let name: string | undefined;
  const [one, other] = [waiting.begin(() => name), waiting.begin(() => name)];
  pass(2);
  expect(seen).toEqual([]);
  name = 'the sandbox';
  pass(1);
  one();
  expect(seen).toEqual([`${back}Waiting for the sandbox · 3 s`]);
  other();
  expect(seen.at(-1)).toBe(back);
});

test('it stands behind the step that is shown', () => {
  const {seen, pass, waiting, progress} = watch();
  progress.show({label: 'Reading senders, list', done: 4});
  const arrived = waiting.begin(service);
  pass(1);
  arrived();
  expect(seen).toEqual([
    `${back}Reading senders, list 4`,
    `${back}Reading senders, list 4 · waiting for mail.example.com · 1 s`,
    `${back}Reading senders, list 4`,
  ]);
});

test('it is drawn neither over a question nor where nothing is drawn anew', () => {
  const {seen, pass, waiting} = watch();
  waiting.begin(service);
  const release = waiting.hold();
  pass(10);
  release();
  expect(seen).toEqual([]);
  pass(1);
  expect(seen).toEqual([`${back}Waiting for mail.example.com · 1 s`]);
  const lines = watch('lines');
  lines.waiting.begin(service);
  lines.pass(60);
  expect(lines.seen).toEqual([]);
});

test.each([
  ['contact-types list', 'Waiting for 127.0.0.1'],
  ['agenda', 'Reading the account 0 of 6 · waiting for 127.0.0.1'],
  ['contact-types list -q', undefined],
  ['contact-types list -o json', undefined],
])('a run of emk says it at a terminal: %s', async (line, says) => {
  const shell = await startShell();
  onTestFinished(() => shell.close());
  let [time, tick] = [0, () => {}];
  const every = (_: number, act: () => void) => {
    tick = act;
    return () => undefined;
  };
  // Two seconds pass before each answer of the service, on the run's clock.
  const slow = createServer(async ({url = '', headers}, answer) => {
    time += 2000;
    tick();
    const {host: _host, connection: _connection, ...same} = headers;
    const found = await fetch(`${shell.sandbox.origin}${url}`, {headers: same as Record<string, string>});
    answer.writeHead(found.status, {'content-type': found.headers.get('content-type') ?? ''}).end(await found.text());
  });
  await new Promise<void>(resolve => slow.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void slow.close());
  const {stderr} = fakeHost({terminal: true});
  let shown = '';
  stderr.on('data', chunk => {
    shown += String(chunk);
  });
  const env = {EMK_BASE_URL: `http://127.0.0.1:${Object(slow.address()).port}/api`};
  const ran = await shell.emk(line, {env, host: {stderr, elapsed: () => time, every}});
  expect([ran.code, ran.stderr]).toEqual([0, '']);
  if (says === undefined) expect(shown).toBe('');
  else expect(shown).toContain(says);
  if (says !== undefined) expect(shown.endsWith(back)).toBe(true);
});
