import {win32} from 'node:path';
import type {Host} from '../../system/host.js';
import {findProgram, windowsProgram} from '../../system/windows-program.js';

/**
 * The profiles that PowerShell reads on this Windows: that of PowerShell 7, and that of Windows PowerShell 5.1. Both are asked,
 * because OneDrive may have moved the documents, and their folder has another name in other languages.
 */
export async function powershellProfiles(host: Host, find = findProgram): Promise<readonly string[]> {
  const programs = [find(host, 'pwsh'), windowsProgram(host.env, 'WindowsPowerShell\\v1.0\\powershell.exe')].filter(
    program => program !== undefined,
  );
  const printed = await Promise.all(
    programs.map(program => host.outputOf(program, ['-NoProfile', '-NonInteractive', '-Command', ASK])),
  );
  const paths = printed.map(numbers => String.fromCharCode(...(numbers?.match(/\d+/g) ?? []).map(Number)));
  return [...new Set(paths.filter(win32.isAbsolute))];
}

/** Prints the path as numbers of characters: the console's own encoding would lose letters such as ü. */
const ASK = "[int[]][char[]]$PROFILE -join ' '";
