import {spawn} from 'node:child_process';
import {existsSync, readFileSync} from 'node:fs';
import {fileURLToPath} from 'node:url';

export const emk = fileURLToPath(new URL('../../bin/emk.js', import.meta.url));
export const peer = name => fileURLToPath(new URL(`peers/${name}.mjs`, import.meta.url));

/**
 * Runs a program to its end and discards its output: its time in milliseconds, and if `memory` is set its peak memory in
 * MB and its time on a processor, which other programs change little.
 */
export function run(command, args, {env = {}, memory = false, mayFail = false} = {}) {
  return new Promise((resolve, reject) => {
    const started = process.hrtime.bigint();
    const watched = memory && existsSync('/usr/bin/time');
    const line = watched ? ['/usr/bin/time', ['-f', 'peak %M %U %S', command, ...args]] : [command, args];
    const child = inGroup(...line, {env: {...environment, ...env}, stdio: ['ignore', 'ignore', 'pipe']});
    let errors = '';
    child.stderr.setEncoding('utf8').on('data', text => (errors = (errors + text).slice(-2000)));
    child.on('error', reject);
    child.on('close', code => {
      const ms = Number(process.hrtime.bigint() - started) / 1e6;
      const [, kilobytes, user, system] = /peak (\S+) (\S+) (\S+)/.exec(errors)?.map(Number) ?? [];
      const peak = (kilobytes ?? Number.NaN) / 1024;
      const cpu = watched ? (user + system) * 1000 : ms;
      if (code !== 0 && !mayFail) reject(new Error(`${command} ${args.join(' ')} ended with ${code}: ${errors}`));
      else resolve({ms, peak, cpu});
    });
  });
}

const running = new Set();

/** Starts a program with all that it starts itself as one group, so that none of them outlives the bench. */
export function inGroup(command, args, options) {
  const child = spawn(command, args, {...options, detached: true});
  running.add(child);
  child.once('close', () => running.delete(child));
  return child;
}

export function endPrograms() {
  for (const child of running) {
    try {
      process.kill(-child.pid, 'SIGKILL');
    } catch {
      // It has just ended.
    }
  }
}

/** The environment of every program: a company's certificates would cost bare node more than emk. */
const {NODE_EXTRA_CA_CERTS: _, ...inherited} = process.env;
/** Keys of usual length: answers are searched for them, and shorter keys take longer. */
const [publicKey, secretKey] = ['pk_live_0123456789abcdef', 'sk_live_fedcba9876543210'];
const environment = {
  ...inherited,
  EMK_PUBLIC_KEY: publicKey,
  EMK_SECRET_KEY: secretKey,
  NO_COLOR: '1',
};

/** Runs all of them in turn, several times, and returns each one's runs in order, so that rounds are comparable. */
export async function inTurn(rounds, works) {
  const results = works.map(() => []);
  for (let round = 0; round < rounds; round++) {
    for (const [index, work] of works.entries()) results[index].push(await work());
  }
  return results;
}

export const median = numbers => [...numbers].sort((one, other) => one - other)[numbers.length >> 1];

/**
 * How one thing compares with another, round by round: the median of the ratios, and the spread of their middle half.
 * What else a busy machine does falls on both things of a round alike.
 */
export function ratioOf(ones, others) {
  const ratios = ones.map((one, index) => one / others[index]).sort((one, other) => one - other);
  const at = part => ratios[Math.round((ratios.length - 1) * part)];
  return {median: median(ratios), low: at(0.25), high: at(0.75)};
}

/** The version of an installed package, or undefined if it is missing. */
export function versionOf(name) {
  const file = fileURLToPath(new URL(`../../node_modules/${name}/package.json`, import.meta.url));
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).version : undefined;
}
