/** Sending near the limit of requests: a client slows down before the service stops it. */
import {createServer} from 'node:http';
import {expect, test} from 'vitest';
import {runAgainst} from '../support/run-against.js';
import {served} from '../support/served.js';

const lists = JSON.stringify({status: 'success', message: {contactTypes: [{id: 1, name: 'One'}]}});
const deleted = JSON.stringify({status: 'success', message: 'Deleted Successfully'});

/** The waits of a line of several requests, each answered with these headers, and how often it said that it waits. */
async function waitsOf(headers: Record<string, string>, env: Record<string, string> = {}) {
  const server = createServer((request, response) => {
    request.resume();
    response.writeHead(200, headers).end(request.method === 'GET' ? lists : deleted);
  });
  const waits: number[] = [];
  let time = Date.now();
  const sleep = async (milliseconds: number) => {
    waits.push(milliseconds);
    time += milliseconds;
  };
  const {stderr} = await runAgainst(`${await served(server)}/api`, 'notifications delete 7 8 9 --yes', {
    env: {EMK_KEEP_DELETED: '0', ...env},
    host: {sleep, now: () => new Date(time)},
  });
  return {waits, announced: stderr.match(/few more requests for now; waiting/g)?.length ?? 0};
}

const left = (limit: number, remaining: number) => ({
  'x-ratelimit-limit': String(limit),
  'x-ratelimit-remaining': String(remaining),
});

test.each([
  [left(60, 6), 1000],
  [left(60, 7), undefined],
  [left(5, 1), 12_000],
  [left(5, 2), undefined],
  [left(0, 0), undefined],
  [{'x-ratelimit-limit': '60'}, undefined],
])('after an answer with %j each request waits %s ms, and says so', async (headers, share) => {
  const {waits, announced} = await waitsOf(headers);
  expect(new Set(waits)).toEqual(new Set(share === undefined ? [] : [share]));
  expect(announced).toBe(waits.length);
});

test('a line waits no longer than EMK_MAX_WAIT allows; then the service decides', async () => {
  expect(await waitsOf(left(60, 1), {EMK_MAX_WAIT: '1500ms'})).toEqual({waits: [1000, 500], announced: 2});
});
