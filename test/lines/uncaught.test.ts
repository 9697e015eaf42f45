/** An uncaught error ends a run with a sentence, like any other error. */
import {createServer} from 'node:http';
import {expect, test} from 'vitest';
import {runAgainst} from '../support/run-against.js';
import {served} from '../support/served.js';

/** Runs a line against a service that never answers, while something fails after the request. */
async function brokenRun(line: string): Promise<readonly [number, string]> {
  let fail = (_: Error): void => {};
  const uncaught = new Promise<never>((_, reject) => {
    fail = reject;
  });
  uncaught.catch(() => {});
  const server = createServer(request => {
    request.resume().on('end', () => fail(new Error('undici lost track')));
  });
  const address = `${await served(server)}/api`;
  const {code, stderr} = await runAgainst(address, line, {uncaught});
  return [code, stderr];
}

test('a reading ends with 1', async () => {
  const [code, stderr] = await brokenRun('lists list');
  expect([code, stderr]).toEqual([
    1,
    expect.stringMatching(/^error: emk failed [^\n]*undici lost track\n {2}Please report/),
  ]);
  expect(stderr).toMatch(/^\s+at /m);
});

test('in JSON it is the error as JSON', async () => {
  const [code, stderr] = await brokenRun('lists list -o json');
  expect([code, JSON.parse(stderr).error]).toEqual([1, expect.objectContaining({code: 'bug', exit: 1})]);
});

test('a change that is under way ends with 9', async () => {
  const [code, stderr] = await brokenRun('api POST /contacts-type/add -f contact_type=Leads --yes');
  expect([code, stderr]).toEqual([9, expect.stringContaining("emk can't tell whether the change was saved.")]);
});
