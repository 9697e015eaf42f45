/** What a run does on Windows, played with a host that is Windows. `emk help files` says what ran on such a system. */
import {expect, test} from 'vitest';
import {uriOf} from '../src/sandbox/account/database-uri.js';

test('the account of a sandbox is found behind a drive letter', () => {
  const path = 'C:\\Users\\Ann Lee\\50% #1?\\account.db';
  expect(uriOf(path)).toBe('file:C:%5CUsers%5CAnn%20Lee%5C50%25%20%231%3F%5Caccount.db?nolock=1');
  expect(decodeURIComponent(uriOf(path).slice('file:'.length, -'?nolock=1'.length))).toBe(path);
});
