import {win32} from 'node:path';
import type {Host} from './host.js';

/** A program of Windows by its whole path: by name alone, a program in the current folder would be started first. */
export const windowsProgram = (env: Host['env'], name: string): string =>
  win32.join(env['SystemRoot'] ?? 'C:\\Windows', 'System32', name);
