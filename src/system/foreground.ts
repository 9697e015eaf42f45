import {execFileSync} from 'node:child_process';
import {readFileSync} from 'node:fs';

/**
Whether the terminal is this process's to change. A job in the background that changes it, or reads from it, is stopped by
the system.
*/
export function isInForeground(platform: string, pid: number): boolean {
  if (platform === 'win32') return true;
  const [own, inFront] = platform === 'linux' ? groupsByProc(pid) : groupsByPs(pid);
  // Where no terminal rules over the process, nobody stops it.
  return own !== undefined && inFront !== undefined && (inFront <= 0 || own === inFront);
}

type Groups = readonly [own?: number, inFront?: number];

/** The name in parentheses may hold spaces; after it come the state, the parent, the group, the session, the terminal and its group. */
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
