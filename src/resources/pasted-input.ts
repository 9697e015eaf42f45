import {Readable} from 'node:stream';
import type {Context} from '../commands/command.js';
import type {Host} from '../core/system/host.js';

/** The same machine, with what a person pastes as its standard input where a file is `-` and nothing is piped in. */
export async function withPasted({host, ask}: Context, file: string | undefined): Promise<Host> {
  if (file !== '-' || !ask.possible) return host;
  const text = await ask.pasted('Paste the addresses, then press Ctrl-D.');
  const stdin = Readable.from([Buffer.from(text)]);
  return Object.create(Object.prototype, {
    ...Object.getOwnPropertyDescriptors(host),
    stdin: {value: stdin, enumerable: true},
  });
}
