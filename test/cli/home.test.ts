import {expect, onTestFinished} from 'vitest';
import {jobs} from '../../src/cli/home-choices.js';
import {route} from '../../src/cli/route.js';
import {tree} from '../../src/cli/tree.js';
import {overview} from '../../src/reference/overview.js';
import {variablesOf} from '../../src/sandbox/commands/child-environment.js';
import {startSandbox} from '../../src/sandbox/running/start.js';
import {atTerminal} from '../at-terminal.js';
import {longTest, test} from '../in-two-parts.js';
import {said} from '../said.js';
import {startShell} from '../shell.js';
import {useShell} from '../use-shell.js';

const shell = useShell();
const withEnv = (env: Record<string, string>) => ({
  ...shell(),
  emk: (...[line, given]: Parameters<ReturnType<typeof shell>['emk']>) => shell().emk(line, {...given, env}),
});
const QUESTION = 'What would you like to do?';
/** At the foot of the choices after a job. */
const AGAIN = 'of 10 shown';

test('emk alone says what goes out next and what needs attention, and leaves with q', async () => {
  const {code, stderr, stdout} = await atTerminal(shell(), [], ['Needs attention', 'q']);
  expect([code, stdout]).toEqual([0, '']);
  expect(stderr).toMatch(/^127\.0\.0\.1:\d+$/m);
  expect(stderr).toMatch(/Next: |Nothing is scheduled|Going out now: /);
  expect(stderr).not.toContain('error');
});

test('a choice leads into the questions of its command', async () => {
  const {code, stderr} = await atTerminal(
    shell(),
    [],
    [QUESTION, '\u001b[B\r'],
    ['Words to look for', 'nobody at all\r'],
    [AGAIN, 'q'],
  );
  expect(code).toBe(0);
  expect(stderr).toContain('Next time: emk find');
});

longTest(
  'Esc at the first question of a choice leads back to the choices, and its search is cleared first',
  async () => {
    const {code, stderr} = await atTerminal(
      shell(),
      [],
      [QUESTION, '\u001b[B\u001b[B\u001b[B\r'],
      ['Which mailing?', 'zzz'],
      ['Esc to clear', '\u001b'],
      ['Esc to go back', '\u001b'],
      [QUESTION, 'q'],
    );
    expect([code, stderr.includes('Cancelled')]).toEqual([0, false]);
  },
);

longTest('Esc at the first question of a line leaves it, which is no error', async () => {
  const {code, stderr} = await atTerminal(shell(), 'single-sends check', ['Esc to go back', '\u001b']);
  expect(code).toBe(130);
  expect(stderr).toMatch(/Cancelled\.$/m);
  expect(stderr).not.toContain('error');
});

longTest('the choices are there before the account has answered, and its news come above them', async () => {
  shell().sandbox.misbehave('GET *=latency,ms=300');
  const {code, stderr} = await atTerminal(shell(), [], ['Reading the account…', ''], [QUESTION, ''], ['Next: ', 'q']);
  expect(code).toBe(0);
  expect(stderr.indexOf('Reading the account…')).toBeLessThan(stderr.indexOf('Add people'));
  expect(stderr.indexOf('Add people')).toBeLessThan(stderr.indexOf('Next: '));
});

longTest('after a job one is home again, with only the news that nobody has seen', async () => {
  const {code, stderr} = await atTerminal(
    shell(),
    [],
    ['Next: ', 'segments list\r'],
    [AGAIN, 'segments list\r'],
    [AGAIN, 'q'],
  );
  expect(code).toBe(0);
  const after = stderr.slice(stderr.indexOf(AGAIN));
  expect(after).toContain(QUESTION);
  expect(after).not.toContain('Needs attention');
});

test('Ctrl-C at a question of a job leaves emk', async () => {
  const leaving = await atTerminal(shell(), [], [QUESTION, '\u001b[B\r'], ['Words to look for', '\u0003']);
  expect([leaving.code, leaving.stderr.includes('Cancelled')]).toEqual([130, true]);
});

longTest('an empty account has first steps in place of jobs, and the cursor stays where it was', async () => {
  const sandbox = await startSandbox({seed: {kind: 'empty'}});
  onTestFinished(() => sandbox.close());
  const {code, stderr} = await atTerminal(withEnv(variablesOf(sandbox)), [], ['Nobody is in this account yet', 'q']);
  expect(code).toBe(0);
  const last = stderr.slice(stderr.indexOf('Nobody is in this account yet'));
  expect(last).toMatch(/❯ Add people from a file/);
  expect(last).toContain('Add an address to write from');
  expect(last).not.toContain('See who unsubscribed');
});

longTest('somebody with several accounts can switch, and comes home to the other one', async () => {
  const {baseUrl, publicKey, secretKey} = shell().sandbox;
  const out = withEnv({EMK_PUBLIC_KEY: '', EMK_SECRET_KEY: '', EMK_BASE_URL: ''});
  for (const name of ['first', 'second']) {
    const keys = ['--base-url', baseUrl, '--public-key', publicKey, '--secret-key-stdin'];
    expect((await out.emk(['auth', 'login', name, ...keys], {stdin: secretKey})).code).toBe(0);
  }
  const {code, stderr} = await atTerminal(
    out,
    [],
    [QUESTION, 'Switch\r'],
    ['Which profile', 'second\r'],
    ['Profile "second" at', ''],
    [QUESTION, 'q'],
  );
  expect(code).toBe(0);
  expect(stderr).toMatch(/Profile "first" at [\s\S]*Profile "second" at /);
  for (const name of ['first', 'second']) expect((await out.emk(`auth logout ${name} --yes`)).code).toBe(0);
});

longTest('where nothing is drawn over again the choices have numbers', async () => {
  const env = {EMK_PLAIN: '1'};
  const {code, stderr} = await atTerminal(withEnv(env), [], [QUESTION, 'q\n']);
  expect(code).toBe(0);
  expect(stderr).toContain('10. See the account as a report');
  expect(stderr).toContain(`${QUESTION} (q to leave)\n`);
});

longTest('options alone choose the account of the screen, and of the line that follows', async () => {
  const line = ['-v', '--max-wait=9s', '--yes'];
  const {code, stderr} = await atTerminal(
    shell(),
    line,
    [QUESTION, '\u001b[B\r'],
    ['Words to look for', 'nobody\r'],
    [AGAIN, 'q'],
  );
  expect(code).toBe(0);
  expect(stderr.slice(stderr.indexOf('Words to look for'))).toContain('GET /contacts');
});

test('the sandbox has this screen too, without keys', async () => {
  const env = {EMK_PUBLIC_KEY: '', EMK_SECRET_KEY: '', EMK_BASE_URL: ''};
  expect(await atTerminal(withEnv(env), ['--sandbox'], [QUESTION, 'q'])).toMatchObject(said(0, 'The sandbox\n'));
});

longTest('an account that cannot be read leaves the jobs, and says what to do', async () => {
  // Another test may have left before its news were read, and its requests may still be on their way to the shared one.
  const alone = await startShell();
  onTestFinished(() => alone.close());
  alone.sandbox.misbehave('GET *=500');
  const {code, stderr} = await atTerminal(alone, [], ['emk cannot read the account now: ', 'q']);
  expect(code).toBe(0);
  expect(stderr).toContain('Add people from a file');
});

test('with wrong keys no job is offered, because none of them would work', async () => {
  const env = {EMK_SECRET_KEY: 'sk_of_another_account'};
  const {stderr} = await atTerminal(withEnv(env), [], ['The service refused the keys', 'q']);
  const last = stderr.slice(stderr.indexOf('The service refused the keys'));
  expect(last).toContain('Log in to your account');
  expect(last).not.toContain('Add people');
});

longTest(
  'a read-only profile is said, and leads to what changes nothing; another name leads to another account',
  async () => {
    const {baseUrl, publicKey, secretKey} = shell().sandbox;
    const keys = ['--base-url', baseUrl, '--public-key', publicKey, '--secret-key-stdin'];
    const login = ['auth', 'login', 'looks', '--guard', 'read-only', ...keys];
    const out = withEnv({EMK_PUBLIC_KEY: '', EMK_SECRET_KEY: '', EMK_BASE_URL: ''});
    expect((await out.emk(login, {stdin: secretKey})).code).toBe(0);
    const {stderr} = await atTerminal(out, [], [QUESTION, 'q']);
    expect(stderr).toMatch(/^Profile "looks" at .*, read-only: emk changes nothing here$/m);
    expect(stderr).not.toMatch(/Add people|Write a mailing/);
    const other = await atTerminal(out, ['--profile', 'books'], [QUESTION, 'q']);
    expect(other.stderr).toContain('There is no profile "books".');
    expect(other.stderr).toContain('Switch account');
    expect((await out.emk('auth logout looks --yes')).code).toBe(0);
  },
);

longTest('whoever is not logged in gets the ways in', async () => {
  const env = {EMK_PUBLIC_KEY: '', EMK_SECRET_KEY: '', EMK_BASE_URL: ''};
  const {code, stderr} = await atTerminal(withEnv(env), [], [QUESTION, '\u001b']);
  expect(code).toBe(0);
  expect(stderr).toContain('You are not logged in.');
  expect(stderr).toContain('Take a tour');
});

test('every job is a command', async () => {
  expect(jobs).toHaveLength(10);
  for (const {value} of jobs) expect((await route(value)).target).toHaveProperty('run');
});

test('the overview fits a screen of 40 lines', () => {
  expect(overview(tree).trimEnd().split('\n').length).toBeLessThanOrEqual(40);
});
