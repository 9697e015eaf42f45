import {appendFileSync} from 'node:fs';
import {setTimeout} from 'node:timers/promises';
import {processHost} from '../../../src/core/system/host.js';
import {takeLock} from '../../../src/core/system/lock.js';

// Takes a lock again and again, and notes when it holds it. Without a number of turns it continues until it is killed.
const [path = '', log = '', turns = 'Infinity', dieAt = 'never'] = process.argv.slice(2);

/** Asked first before a takeover, and a second time in the middle of it, when the lock on clearing is taken. */
const dyingHost = () => {
  const host = processHost();
  let asked = 0;
  const alive = (pid: number): boolean => {
    asked += 1;
    if (dieAt === 'takeover' && asked === 2) process.kill(process.pid, 'SIGKILL');
    return host.alive(pid);
  };
  return {...host, alive};
};

const takeTurns = async (): Promise<void> => {
  const host = dyingHost();
  for (let turn = 0; turn < Number(turns); turn++) {
    const release = await takeLock(host, path, 'a turn that was never mine');
    appendFileSync(log, `${process.pid} in\n`);
    if (dieAt === 'work') process.kill(process.pid, 'SIGKILL');
    await setTimeout(Math.random() * 6);
    appendFileSync(log, `${process.pid} out\n`);
    release();
  }
};

void takeTurns();
