import {expect, test} from 'vitest';
import {jobs} from '../../src/cli/home-choices.js';
import {route} from '../../src/cli/route.js';
import {tree} from '../../src/cli/tree.js';
import {overview} from '../../src/reference/overview.js';
import {atTerminal} from '../at-terminal.js';
import {said} from '../said.js';
import {useShell} from '../use-shell.js';

const shell = useShell();
const withEnv = (env: Record<string, string>) => ({
  ...shell(),
  emk: (...[line, given]: Parameters<ReturnType<typeof shell>['emk']>) => shell().emk(line, {...given, env}),
});
const QUESTION = 'What would you like to do?';

test('emk alone says what goes out next and what needs attention, and leaves with q', async () => {
  const {code, stderr, stdout} = await atTerminal(shell(), [], [QUESTION, 'q']);
  expect([code, stdout]).toEqual([0, '']);
  expect(stderr).toMatch(/^127\.0\.0\.1:\d+$/m);
  expect(stderr).toMatch(/^(Next: |Nothing is scheduled|Going out now: )/m);
  expect(stderr).not.toContain('error');
});

test('a choice leads into the questions of its command', async () => {
  const {code, stderr} = await atTerminal(
    shell(),
    [],
    [QUESTION, '\u001b[B\r'],
    ['Words to look for', 'nobody at all\r'],
  );
  expect(code).toBe(0);
  expect(stderr).toContain('Next time: emk contacts find');
});

test('Esc at the first question of a choice leads back to the choices, and its search is cleared first', async () => {
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
});

test('Esc at the first question of a line leaves it, which is no error', async () => {
  const {code, stderr} = await atTerminal(shell(), 'single-sends check', ['Esc to go back', '\u001b']);
  expect(code).toBe(130);
  expect(stderr).toMatch(/Cancelled\.$/m);
  expect(stderr).not.toContain('error');
});

test('where nothing is drawn over again the choices have numbers', async () => {
  const env = {EMK_PLAIN: '1'};
  const {code, stderr} = await atTerminal(withEnv(env), [], [QUESTION, 'q\n']);
  expect(code).toBe(0);
  expect(stderr).toContain('10. See the account as a report');
  expect(stderr).toContain(`${QUESTION} (q to leave)\n`);
});

test('options alone choose the account of the screen, and of the line that follows', async () => {
  const line = ['-v', '--max-wait=9s', '--yes'];
  const {code, stderr} = await atTerminal(shell(), line, [QUESTION, '\u001b[B\r'], ['Words to look for', 'nobody\r']);
  expect(code).toBe(0);
  expect(stderr.slice(stderr.indexOf('Words to look for'))).toContain('GET /contacts');
});

test('the sandbox has this screen too, without keys', async () => {
  const env = {EMK_PUBLIC_KEY: '', EMK_SECRET_KEY: '', EMK_BASE_URL: ''};
  expect(await atTerminal(withEnv(env), ['--sandbox'], [QUESTION, 'q'])).toMatchObject(said(0, 'The sandbox\n'));
});

test('an account that cannot be read leaves the jobs, and says what to do', async () => {
  shell().sandbox.misbehave('GET *=500:1');
  const {code, stderr} = await atTerminal(shell(), [], [QUESTION, 'q']);
  expect(code).toBe(0);
  expect(stderr).toMatch(/^emk cannot read the account now: /m);
  expect(stderr).toContain('contacts import');
});

test('with wrong keys no job is offered, because none of them would work', async () => {
  const env = {EMK_SECRET_KEY: 'sk_of_another_account'};
  const {stderr} = await atTerminal(withEnv(env), [], [QUESTION, 'q']);
  expect(stderr).toContain('The service refused the keys');
  expect(stderr).toContain('auth login');
  expect(stderr).not.toContain('contacts import');
});

test('a read-only profile is said, and leads to what changes nothing; another name leads to another account', async () => {
  const {baseUrl, publicKey, secretKey} = shell().sandbox;
  const keys = ['--base-url', baseUrl, '--public-key', publicKey, '--secret-key-stdin'];
  const login = ['auth', 'login', 'looks', '--guard', 'read-only', ...keys];
  const out = withEnv({EMK_PUBLIC_KEY: '', EMK_SECRET_KEY: '', EMK_BASE_URL: ''});
  expect((await out.emk(login, {stdin: secretKey})).code).toBe(0);
  const {stderr} = await atTerminal(out, [], [QUESTION, 'q']);
  expect(stderr).toMatch(/^Profile "looks" at .*, read-only: emk changes nothing here$/m);
  expect(stderr).not.toMatch(/contacts import|single-sends create/);
  const other = await atTerminal(out, ['--profile', 'books'], [QUESTION, 'q']);
  expect(other.stderr).toContain('There is no profile "books".');
  expect(other.stderr).toContain('auth switch');
  expect((await out.emk('auth logout looks --yes')).code).toBe(0);
});

test('whoever is not logged in gets the ways in', async () => {
  const env = {EMK_PUBLIC_KEY: '', EMK_SECRET_KEY: '', EMK_BASE_URL: ''};
  const {code, stderr} = await atTerminal(withEnv(env), [], [QUESTION, '\u001b']);
  expect(code).toBe(0);
  expect(stderr).toContain('You are not logged in.');
  expect(stderr).toContain('Take a tour');
});

test('every job is a command', async () => {
  expect(jobs).toHaveLength(10);
  for (const {value} of jobs) expect((await route(value)).path).toEqual(value);
});

test('the overview fits a screen of 40 lines', () => {
  expect(overview(tree).trimEnd().split('\n').length).toBeLessThanOrEqual(40);
});
