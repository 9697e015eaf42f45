/** What the launcher prints by itself, before anything of emk is loaded. It needs `npm run build`. */
import {spawnSync} from 'node:child_process';
import {mkdirSync} from 'node:fs';
import {join, resolve} from 'node:path';
import {expect, test} from 'vitest';
import {temporaryFolder} from '../support/fake-host.js';

test.skipIf(process.platform === 'win32')(
  'in a folder that somebody has deleted it says so, and not that emk is damaged',
  () => {
    const folder = join(temporaryFolder(), 'gone');
    mkdirSync(folder);
    const script = `cd "${folder}" && rmdir "${folder}" && "${process.execPath}" "${resolve('bin/emk.js')}" lists list`;
    const {status, stderr} = spawnSync('sh', ['-c', script], {encoding: 'utf8'});
    expect([status, stderr]).toEqual([
      1,
      'error: emk cannot start: ENOENT: no such file or directory, uv_cwd\n  Change to a folder that is there, and run the same line again.\n',
    ]);
  },
);
