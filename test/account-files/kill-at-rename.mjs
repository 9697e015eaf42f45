/**
 * Loaded before emk: kills the process like kill -9 before its nth move or removal of a file in the folder of a pull.
 */
import files from 'node:fs/promises';
import {syncBuiltinESMExports} from 'node:module';

let left = Number(process.env.KILL_AT);

for (const name of ['rename', 'rm']) {
  const real = files[name];
  files[name] = (...given) => {
    left -= 1;
    if (left === 0) process.kill(process.pid, 'SIGKILL');
    return real(...given);
  };
}
syncBuiltinESMExports();
