import {readFileSync} from 'node:fs';

/** When a process began, as a text to compare, because numbers are reused; empty on macOS and Windows. */
export function startOf(pid: number): string {
  try {
    const status = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The name in parentheses may hold spaces; after it come the state and, nineteen fields on, the start in ticks.
    const [state = '', ...fields] = status.slice(status.lastIndexOf(')') + 2).split(' ');
    return ended.includes(state) ? 'ended' : (fields[18] ?? '');
  } catch {
    return '';
  }
}

/** States of a dead process whose parent has not read its exit code: the number still takes signals. */
const ended = ['Z', 'X'];

/**
 * Asks `ps` whether this process began after a moment, on systems without `/proc`. Many locks are held for a shorter
 * time than `ps` takes, so only a long wait asks. Windows has no `ps`: the answer is no.
 */
export async function beganAfter(pid: number, moment: number): Promise<boolean> {
  const {execFile} = await import('node:child_process');
  const began = await new Promise<number>(resolve => {
    const environment = {LC_ALL: 'C', TZ: 'UTC'};
    execFile('/bin/ps', ['-o', 'lstart=', '-p', String(pid)], {env: environment, timeout: 2_000}, (error, output) =>
      resolve(error ? Number.NaN : Date.parse(`${output.trim()} UTC`)),
    );
  });
  // `ps` omits fractions of a second. The process looks older, which keeps the lock safe.
  return began > moment;
}
