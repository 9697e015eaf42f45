import {Writable} from 'node:stream';
import {setTimeout as pause} from 'node:timers/promises';
import {describe, expect, test} from 'vitest';
import {createAsk} from '../../src/ask/terminal/create-ask.js';
import type {Host} from '../../src/core/system/host.js';
import {fakeHost} from '../support/fake-host.js';

/** Everything written to a stream so far. */
function watch(stream: Host['stderr']): () => string {
  let written = '';
  stream.on('data', chunk => {
    written += String(chunk);
  });
  return () => written;
}

function scene() {
  const host = fakeHost({terminal: true});
  return {host, ask: createAsk(host, {input: true}), shown: watch(host.stderr), printed: watch(host.stdout)};
}

/** Types an answer once the question is shown. */
async function type(host: Host, shown: () => string, question: string, keys: string): Promise<void> {
  while (!shown().includes(question)) await pause(5);
  host.stdin.push(keys);
}

test.each([
  ['both are terminals', true, true, true, true],
  ['input is a pipe', false, true, true, false],
  ['stderr is a file', true, false, true, false],
  ['it is forbidden', true, true, false, false],
])('asking when %s', (_what, stdin, stderr, input, possible) => {
  const host = fakeHost();
  Object.assign(host.stdin, {isTTY: stdin});
  Object.assign(host.stderr, {isTTY: stderr});
  expect(createAsk(host, {input}).possible).toBe(possible);
});

test('where nobody can answer, a question is a usage error that says which', async () => {
  const ask = createAsk(fakeHost(), {input: true});
  await expect(ask.text('Public key:')).rejects.toMatchObject({
    exit: 2,
    message: expect.stringContaining('Public key:'),
  });
  const forbidden = createAsk(fakeHost({terminal: true}), {input: false});
  await expect(forbidden.confirm('Sure?')).rejects.toMatchObject({hint: expect.stringContaining('--no-input')});
});

describe('at a terminal', () => {
  test('what is written after an answer stands on a line of its own, even on a slow terminal', async () => {
    const chunks: string[] = [];
    const stderr = new Writable({
      write: (chunk, _encoding, done) => {
        chunks.push(String(chunk));
        setImmediate(done);
      },
    });
    const host = fakeHost({terminal: true, stderr: Object.assign(stderr, {isTTY: true})});
    const answer = createAsk(host, {input: true}).text('Name:');
    await type(host, () => chunks.join(''), 'Name:', 'x\r');
    await answer;
    host.stderr.write('error');
    while (!chunks.includes('error')) await pause(5);
    expect(chunks.slice(0, chunks.indexOf('error')).join('')).toContain('\n');
    expect(chunks.slice(chunks.indexOf('error') + 1).join('')).toBe('');
  });

  test.each([
    ['Ctrl-C', '\u0003'],
    ['Ctrl-D', '\u0004'],
  ])('%s interrupts', async (_what, key) => {
    const {host, ask, shown} = scene();
    const answer = expect(ask.text('Base URL:')).rejects.toMatchObject({exit: 130, code: 'interrupted'});
    await type(host, shown, 'Base URL:', key);
    await answer;
  });

  test('so does a signal', async () => {
    const signal = new AbortController();
    const host = fakeHost({terminal: true, interrupted: signal.signal});
    const shown = watch(host.stderr);
    const answer = expect(createAsk(host, {input: true}).confirm('Sure?')).rejects.toMatchObject({exit: 143});
    while (!shown().includes('Sure?')) await pause(5);
    signal.abort('SIGTERM');
    await answer;
  });

  test("a record's name cannot steer the terminal", async () => {
    const {host, ask, shown} = scene();
    const sure = ask.confirm('Delete "\u001b]0;owned\u0007Leads"?');
    await type(host, shown, 'Leads', 'n\r');
    await sure;
    expect(shown()).not.toContain('\u001b]0;owned');
  });
});
