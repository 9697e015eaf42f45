import {UsageError} from '../errors.js';
import {type InputSource, piecesOfInput} from '../system/read-input.js';
import {LONGEST_KEY} from './key.js';

/** Reads a secret from standard input, so that neither the command line nor the shell's history shows it. */
export async function readSecret(host: InputSource): Promise<string> {
  if (host.stdin.isTTY) {
    throw new UsageError('--secret-key-stdin reads from a pipe, and standard input is a terminal.', {
      hint: 'Leave it out to be asked for the key without it being shown.',
    });
  }
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const bytes of piecesOfInput(host, '-', 'Standard input')) {
    size += bytes.length;
    if (size > LONGEST_KEY)
      throw new UsageError('Standard input holds far more than a key.', {hint: 'Pipe in the secret key alone.'});
    chunks.push(bytes);
  }
  const secret = Buffer.concat(chunks).toString('utf8').trim();
  if (secret !== '') return secret;
  throw new UsageError('Standard input is empty, and --secret-key-stdin reads the secret key from it.', {
    hint: 'Check the command before the pipe.',
  });
}
