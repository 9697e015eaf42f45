import {changeConfig} from '../../../src/accounts/store.js';
import type {Host} from '../../../src/core/system/host.js';

/** Run as a separate process by the store's test: adds this many profiles, one change each. */
const [, , prefix = '', count = '0'] = process.argv;

const alive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

const host: Host = {
  env: process.env,
  cwd: process.cwd(),
  home: '/nowhere',
  platform: process.platform,
  pid: process.pid,
  program: [],
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  interrupted: new AbortController().signal,
  now: () => new Date(),
  elapsed: () => performance.now(),
  sleep: milliseconds => new Promise(resolve => setTimeout(resolve, milliseconds)),
  random: Math.random,
  alive,
  lockWait: {longest: 60_000, says() {}},
  forgetTyped: async () => undefined,
  launch: async () => false,
};

for (let index = 0; index < Number(count); index++) {
  await changeConfig(host, now => ({
    ...now,
    profiles: new Map([
      ...now.profiles,
      [`${prefix}${index}`, {baseUrl: 'https://a.example/api', publicKey: 'pk', secretKey: 'sk', guard: 'none'}],
    ]),
  }));
}
