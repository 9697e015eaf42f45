import {stat} from 'node:fs/promises';
import {UsageError} from '../errors.js';

/**
Looks what a path is before it is opened, and throws unless it is a file: opening a pipe waits for somebody to write into
it, deaf to every signal, and a device may never end.
*/
export async function requireFile(path: string, name: string): Promise<void> {
  const stats = await stat(path);
  if (stats.isFile()) return;
  if (stats.isDirectory()) throw new UsageError(`${name} is a folder.`, {hint: 'Name a file.'});
  throw new UsageError(`${name} is ${stats.isFIFO() ? 'a pipe' : 'a device'}, not a file.`, {
    hint: 'Name a file; what comes from another program is read from standard input, which is called "-".',
  });
}
