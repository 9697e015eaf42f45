/** A configuration on a read-only file system, which a test cannot mount. */
import {expect, test} from 'vitest';
import * as folder from '../../src/core/system/files.js';
import {replaceExport} from '../support/replace-export.js';
import {runAgainst} from '../support/run-against.js';

test('is told as such, with what helps', async () => {
  replaceExport(folder, 'makeFolder', path => {
    throw Object.assign(new Error(`EROFS: read-only file system, mkdir '${path}'`), {code: 'EROFS', path});
  });
  const {code, stderr} = await runAgainst('http://127.0.0.1:9/api', 'config set output json');
  expect(code).toBe(3);
  expect(stderr).toContain('cannot be written: it is on a read-only file system.');
  expect(stderr).toContain('Check who owns the file and its folder, or name another folder in EMK_CONFIG_DIR.');
});
