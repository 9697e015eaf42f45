import type {Client} from '../api/client/client.js';
import type {Context} from '../commands/command.js';

/** Reads lists for a question, and stops when it is answered or left: nobody waits for the rest of a long list. */
export async function readWhileAsking<T>({until, host}: Context, ask: (client: Client) => Promise<T>): Promise<T> {
  const over = new AbortController();
  try {
    return await ask(until(AbortSignal.any([over.signal, host.interrupted])));
  } finally {
    over.abort();
  }
}
