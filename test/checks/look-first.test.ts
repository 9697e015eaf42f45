/** Before a mailing is sent, `p` opens a preview, and the question is asked again. */
import {existsSync, readFileSync} from 'node:fs';
import {stripVTControlCharacters} from 'node:util';
import {expect, test, vi} from 'vitest';
import {createAsk} from '../../src/commands/prompts.js';
import {fakeHost} from '../accounts/fake-host.js';
import {atTerminal} from '../at-terminal.js';
import {useShell} from '../use-shell.js';

const shell = useShell();

const create =
  'mailings create --name May --subject Hello --preheader News --from 1 --group 1 --template 2 --to contacts_1 --now';
const question = 'Mail "May" to 12 people now?';

test('p shows the mailing, and asks again', async () => {
  const {code, stderr} = await atTerminal(shell(), create, [question, 'p\r'], ['The preview is in', 'n\r']);
  expect(code).toBe(130);
  const [, path = ''] = /The preview is in (\S+\.html)/.exec(stderr) ?? [];
  expect(existsSync(path)).toBe(true);
  expect(readFileSync(path, 'utf8')).toContain('here is what is new this week');
  expect(stderr).toContain('p to preview');
});

test('a yes after that sends', {tags: ['long']}, async () => {
  const {code} = await atTerminal(
    shell(),
    [...create.split(' '), '-o', 'id'],
    [question, 'p\r'],
    ['The preview is in', 'y\r'],
  );
  expect(code).toBe(0);
});

test('a template in JSON is drawn by the service alone, so there is no key', async () => {
  const line = [...create.replace('--name May', '--name June').split(' '), '--template-json', '{"a":1}'];
  const {code, stderr} = await atTerminal(shell(), line, ['Mail "June" to 12 people now? (y/N)', 'n\r']);
  expect([code, stderr]).toEqual([130, expect.not.stringContaining('preview')]);
});

/** Types each answer once what comes before it is on the screen: keys before a question do not count. */
const answers = async (...steps: ReadonlyArray<readonly [before: RegExp, keys: string]>) => {
  const host = fakeHost({terminal: true});
  let shown = '';
  host.stderr.on('data', chunk => {
    shown += String(chunk);
  });
  let looks = 0;
  const look = {
    key: 'p',
    does: 'to preview',
    run: async () => {
      looks++;
      host.stderr.write('A preview.');
    },
  };
  const answer = createAsk(host, {input: true}).confirm('Send it?', false, look);
  let read = 0;
  for (const [before, keys] of steps) {
    await vi.waitFor(() => expect(shown.slice(read)).toMatch(before), {timeout: 20_000, interval: 5});
    read = shown.length;
    host.stdin.push(keys);
  }
  return {answer: await answer, looks, shown: stripVTControlCharacters(shown)};
};

test.each([
  ['y\r', true],
  ['YES\r', true],
  ['n\r', false],
  ['\r', false],
])('%j is an answer', async (keys, expected) => {
  expect(await answers([/Send it\?/, keys])).toMatchObject({answer: expected, looks: 0});
});

test('anything else is none', async () => {
  const {answer, looks, shown} = await answers(
    [/Send it\?/, 'maybe\r'],
    [/Type y, n or p\./, 'P\r'],
    [/A preview\..*Send it\?/s, 'y\r'],
  );
  expect([answer, looks, shown]).toEqual([true, 1, expect.stringContaining('Type y, n or p.')]);
});
