import {execFileSync} from 'node:child_process';
import {readFileSync} from 'node:fs';

/** Whether this process may change the terminal. The system stops background jobs that change it or read from it. */
export function isInForeground(platform: string, pid: number): boolean {
  if (platform === 'win32') return true;
  const [own, inFront] = platform === 'linux' ? groupsByProc(pid) : groupsByPs(pid);
  // A process without a controlling terminal is never stopped by it.
  return own !== undefined && inFront !== undefined && (inFront <= 0 || own === inFront);
}

type Groups = readonly [own?: number, inFront?: number];

/** Reads `/proc`. After the name in parentheses come state, parent, group, session, terminal and its group. */
function groupsByProc(pid: number): Groups {
  try {
    const status = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const [, , own, , , inFront] = status.slice(status.lastIndexOf(')') + 2).split(' ');
    return [Number(own), Number(inFront)];
  } catch {
    return [];
  }
}

function groupsByPs(pid: number): Groups {
  try {
    const stdio: ['ignore', 'pipe', 'ignore'] = ['ignore', 'pipe', 'ignore'];
    const printed = execFileSync('/bin/ps', ['-o', 'pgid=,tpgid=', '-p', String(pid)], {stdio, timeout: 2000});
    return String(printed).trim().split(/\s+/).map(Number) as [number, number];
  } catch {
    return [];
  }
}
