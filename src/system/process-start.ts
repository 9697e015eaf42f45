import {readFileSync} from 'node:fs';

/**
Says when a process began, as text to be compared: a process number is used again after a while, but not with the same
start. Empty where the system does not tell without being asked through another program, as on macOS and Windows.
*/
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

/** States of a killed process that its parent has not asked after yet: its number still takes signals, but it does nothing any more. */
const ended = ['Z', 'X'];

/**
Asks `ps` whether the process with this number began after a moment. It serves the systems without `/proc`, and takes
longer than many locks are held, so it is for those who have waited without success. Windows has no `ps`: there the
answer is no.
*/
export async function beganAfter(pid: number, moment: number): Promise<boolean> {
  const {execFile} = await import('node:child_process');
  const began = await new Promise<number>(resolve => {
    const environment = {LC_ALL: 'C', TZ: 'UTC'};
    execFile('/bin/ps', ['-o', 'lstart=', '-p', String(pid)], {env: environment, timeout: 2_000}, (error, output) =>
      resolve(error ? Number.NaN : Date.parse(`${output.trim()} UTC`)),
    );
  });
  // `ps` leaves out the fraction of the second, which makes the process look older and so keeps the lock safe.
  return began > moment;
}
