/** A list goes out as it comes in, stops at its limit or when nobody reads, and half a list does not pass for a whole one. */
import {createServer, type ServerResponse} from 'node:http';
import {Writable} from 'node:stream';
import {describe, expect, test} from 'vitest';
import {runAgainst} from '../../support/run-against.js';
import {served} from '../../support/served.js';

const formats = ['json', 'jsonl', 'csv', 'tsv', 'id', 'table'] as const;

/** Runs a line against a list of which each next part is sent when the one before has been printed. */
async function pouring(line: string, more: (printed: string, response: ServerResponse) => boolean, stdout?: Writable) {
  const state = {printed: '', closed: false, sent: 0};
  let ended = false;
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'application/json');
    response.write('{"status":"success","message":{"contacts":[');
    response.on('close', () => {
      state.closed = true;
    });
    const send = (): void => {
      if (response.destroyed) return;
      const part = Array.from({length: 1000}, (_, at) => ({
        id: state.sent * 1000 + at + 1,
        email: `${'a'.repeat(600)}@b.c`,
      }));
      response.write(`${state.sent > 0 ? ',' : ''}${JSON.stringify(part).slice(1, -1)}`);
      state.sent += 1;
      setTimeout(() => {
        if (more(state.printed, response)) send();
        else ended = true;
      }, 5);
    };
    send();
  });
  const collecting = new Writable({
    write(chunk, _, done) {
      state.printed += String(chunk);
      done();
    },
  });
  const ran = await runAgainst(`${await served(server)}/api`, `contacts list --columns id,email ${line}`, {
    env: {EMK_MAX_WAIT: '1s', EMK_RETRIES: '1'},
    host: {stdout: stdout ?? collecting},
  });
  // What emk lets go of is noticed a moment later.
  if (!ended) await expect.poll(() => state.closed).toBe(true);
  return {...ran, ...state};
}

describe('a list goes out as it comes in', () => {
  test.each(formats)('%s prints what has come while the rest is still on its way', async format => {
    const seen: string[] = [];
    const {code} = await pouring(`-o ${format}`, (printed, response) => {
      seen.push(printed);
      if (printed === '' && seen.length < 60) return true;
      response.end(']}}');
      return false;
    });
    expect(code).toBe(0);
    expect(seen.some(text => text.length > 0)).toBe(true);
  });

  test.each(formats)('%s stops the download at the limit', async format => {
    const {code, printed, closed} = await pouring(`--limit 3 -o ${format}`, () => true);
    expect([code, closed, printed.includes('3'), printed.includes('4')]).toEqual([0, true, true, false]);
  });

  test.each(formats)('%s lets the download go when nobody reads, and says nothing', async format => {
    const closed = new Writable({write: (_, __, done) => done(Object.assign(new Error('EPIPE'), {code: 'EPIPE'}))});
    const ran = await pouring(`-o ${format}`, () => true, closed);
    expect([ran.closed, ran.stderr]).toEqual([true, '']);
  });
});

describe('a list that is cut in its middle', () => {
  test.each(formats)('%s does not pass for a whole one', async format => {
    let parts = 0;
    const {code, printed} = await pouring(`-o ${format}`, (_, response) => {
      if (++parts < 3) return true;
      response.destroy();
      return false;
    });
    expect(code).not.toBe(0);
    if (format === 'json') expect(() => JSON.parse(printed)).toThrow();
  });
});

test.each([
  ['ENOSPC', 8],
  ['EDQUOT', 8],
  ['EIO', 8],
])('a stdout that fails with %s ends with %i', async (code, exit) => {
  const failing = new Writable({write: (_, __, done) => done(Object.assign(new Error(code), {code}))});
  const ran = await pouring('-o csv', () => true, failing);
  expect([ran.code, ran.stderr]).toEqual([exit, expect.stringMatching(/^error: emk could not write the output/)]);
});
