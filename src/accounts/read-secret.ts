import {UsageError} from '../errors.js';
import type {Host} from '../system/host.js';

/** Far more than any key has: longer input comes from the wrong file. */
const largestInput = 8192;

/** Reads a secret from standard input, where neither the command line nor the shell's history shows it. */
export async function readSecret({stdin}: Pick<Host, 'stdin'>): Promise<string> {
  if (stdin.isTTY) {
    throw new UsageError('--secret-key-stdin reads from a pipe, and standard input is a terminal.', {
      hint: 'Leave it out to be asked for the key without it being shown.',
    });
  }
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stdin) {
    const bytes = Buffer.from(chunk);
    size += bytes.length;
    if (size > largestInput)
      throw new UsageError('Standard input holds far more than a key.', {hint: 'Pipe in the secret key alone.'});
    chunks.push(bytes);
  }
  const secret = Buffer.concat(chunks).toString('utf8').trim();
  if (secret !== '') return secret;
  throw new UsageError('Standard input is empty, and --secret-key-stdin reads the secret key from it.', {
    hint: 'Check the command before the pipe.',
  });
}
