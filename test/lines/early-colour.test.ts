import {mkdtempSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {Writable} from 'node:stream';
import {expect, test} from 'vitest';
import {runAgainst} from '../support/run-against.js';

const red = '\u001b[31merror:\u001b[0m';

test.each([
  ['contacts lst', {}, true],
  ['contacts lst --no-color', {}, false],
  ['contacts lst', {NO_COLOR: '1'}, false],
  ['contacts lst', {TERM: 'dumb'}, false],
])('a line that is not understood, "%s" with %j, is an error in red: %s', async (...given) => {
  const [line, env, coloured] = given;
  let stderr = '';
  const terminal = Object.assign(
    new Writable({
      write(chunk, _, done) {
        stderr += String(chunk);
        done();
      },
    }),
    {isTTY: true, columns: 80},
  );
  const folder = mkdtempSync(join(tmpdir(), 'emk-'));
  expect(await runAgainst('http://127.0.0.1:1/api', line, {env, host: {cwd: folder, stderr: terminal}})).toMatchObject({
    code: 2,
  });
  expect(stderr.startsWith(coloured ? red : 'error:')).toBe(true);
});
