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
    expect(status).toBe(1);
    // Each Node says in its own words that the folder is gone.
    expect(stderr).toMatch(
      /^error: emk cannot start: ENOENT: .*\n {2}Change to a folder that is there, and run the same line again\.\n$/,
    );
  },
);
