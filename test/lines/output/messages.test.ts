/** Messages on stderr: words for people, objects for programs, and nothing that a service says passes for one of emk. */
import {createServer} from 'node:http';
import {PassThrough} from 'node:stream';
import {expect, test} from 'vitest';
import {runAgainst} from '../../support/run-against.js';
import {served} from '../../support/served.js';

const errors = {name: ['Bad\nerror: forged\u001b[2J'], 'x\ny': ['\r\u001b]0;title\u0007']};

/** What a refused creation says, on a terminal or not. */
async function refused(options: string, isTTY: boolean): Promise<{readonly code: number; readonly said: string}> {
  const server = createServer((request, response) => {
    const refusal = {status: 'failed', errors};
    const nothing = {status: 'success', message: {contactTypes: []}};
    response.end(JSON.stringify(request.method === 'POST' ? refusal : nothing));
  });
  const stderr = Object.assign(new PassThrough(), {isTTY, columns: 60});
  const host = {stderr};
  const {code} = await runAgainst(`${await served(server)}/api`, `lists create Leads --no-input ${options}`, {host});
  return {code, said: String(stderr.read() ?? '')};
}

test.each([true, false])(
  'a refusal cannot pass for a message of emk, nor move the cursor (terminal: %s)',
  async tty => {
    const {code, said} = await refused('--no-color', tty);
    expect([code, said.match(/^error: /gm)?.length]).toEqual([5, 1]);
    if (tty) expect(said).not.toMatch(/[^\P{C}\n]/u);
    expect(said).not.toMatch(/^(?:error|warning): forged/m);
  },
);

test.each(['json', 'jsonl'])('with -o %s each line is an object, which has what people are told', async format => {
  for (const isTTY of [true, false]) {
    const {code, said} = await refused(`-o ${format}`, isTTY);
    const last = JSON.parse(said.trim().split('\n').at(-1) ?? '');
    expect(
      said
        .trim()
        .split('\n')
        .map(line => typeof JSON.parse(line)),
    ).not.toContain('string');
    expect([code, last.error]).toEqual([
      5,
      expect.objectContaining({code: 'refused', exit: 5, retry: 'unsafe', fields: errors}),
    ]);
    expect(said).not.toMatch(/[\u009b]|\p{Cc}\[/u);
  }
});

test('quiet silences notices, and no error', async () => {
  expect((await refused('--quiet', false)).said).toMatch(/^error: /);
});
