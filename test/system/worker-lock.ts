import {appendFileSync} from 'node:fs';
import {setTimeout} from 'node:timers/promises';
import {processHost} from '../../src/core/system/host.js';
import {prepareLock} from '../../src/core/system/lock.js';

// Takes a lock again and again, and notes when it holds it. Without a number of turns it continues until it is killed.
const [path = '', log = '', turns = 'Infinity', dieAt = 'never'] = process.argv.slice(2);

/** Asked first before a takeover, and a second time in the middle of it. */
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
  const lock = prepareLock(path, dyingHost(), {
    longest: 60_000,
    work: 'a turn that was never mine',
    says: () => undefined,
    step: () => Math.random() * 3,
    pause: milliseconds => setTimeout(milliseconds),
  });
  for (let turn = 0; turn < Number(turns); turn++) {
    await lock.acquire();
    appendFileSync(log, `${process.pid} in\n`);
    if (dieAt === 'work') process.kill(process.pid, 'SIGKILL');
    await setTimeout(Math.random() * 6);
    appendFileSync(log, `${process.pid} out\n`);
    lock.release();
  }
  lock.dispose();
};

void takeTurns();
