import {readFileSync} from 'node:fs';
import type {Host} from './host.js';
import {windowsProgram} from './windows-program.js';

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
 * Asks the system whether this process began after a moment, where there is no `/proc`. Many locks are held for a
 * shorter time than the answer takes, above all on Windows, so only a long wait asks.
 */
export async function beganAfter({platform, env, outputOf}: Asked, pid: number, moment: number): Promise<boolean> {
  const began =
    platform === 'win32'
      ? await outputOf(windowsProgram(env, 'WindowsPowerShell\\v1.0\\powershell.exe'), [
          '-NoProfile',
          '-NonInteractive',
          '-Command',
          startInPowerShell(pid),
        ])
      : `${(await outputOf('/bin/ps', ['-o', 'lstart=', '-p', String(pid)]))?.trim()} UTC`;
  // `ps` omits fractions of a second. The process looks older, which keeps the lock safe.
  return Date.parse(began?.trim() ?? '') > moment;
}

type Asked = Pick<Host, 'platform' | 'env' | 'outputOf'>;

const startInPowerShell = (pid: number): string =>
  `(Get-Process -Id ${pid} -ErrorAction Stop).StartTime.ToUniversalTime().ToString('o')`;
