/**
 * Asks the registry whether a dependency of emk has known vulnerabilities. A registry without an answer, as many
 * mirrors, is not a failure.
 */
import {spawnSync} from 'node:child_process';

const {stdout} = spawnSync('npm', ['audit', '--json'], {
  encoding: 'utf8',
  shell: process.platform === 'win32',
  timeout: 60_000,
});
const counts = readCounts(stdout);

if (counts === undefined) console.log('The registry does not answer: nothing was audited.');
else console.log(`${counts.total} known vulnerabilities`);
if (counts?.total > 0) {
  console.log(stdout);
  process.exitCode = 1;
}

function readCounts(text) {
  try {
    return JSON.parse(text).metadata?.vulnerabilities;
  } catch {
    return undefined;
  }
}
