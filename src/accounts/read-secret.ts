import {UsageError} from '../errors.js';
import {type InputSource, piecesOfInput} from '../system/read-input.js';
import {LONGEST_KEY} from './key.js';

/** Reads a secret from standard input, so that neither the command line nor the shell's history shows it. */
export async function readSecret(host: InputSource): Promise<string> {
  if (host.stdin.isTTY) {
    throw new UsageError('--secret-key-stdin reads from a pipe, but standard input is a terminal.', {
      hint: 'Remove it, and emk asks for the key without showing it.',
    });
  }
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const bytes of piecesOfInput(host, '-', 'Standard input')) {
    size += bytes.length;
    if (size > LONGEST_KEY)
      throw new UsageError('Standard input is too long for a key.', {hint: 'Pipe in the secret key alone.'});
    chunks.push(bytes);
  }
  const secret = Buffer.concat(chunks).toString('utf8').trim();
  if (secret !== '') return secret;
  throw new UsageError('Standard input is empty, so --secret-key-stdin found no key.', {
    hint: 'Check the command before the pipe.',
  });
}
