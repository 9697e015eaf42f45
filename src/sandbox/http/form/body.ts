import type {IncomingMessage} from 'node:http';

/** A request's body as far as it is kept, and how large it was. */
export type Body = {readonly bytes: Buffer; readonly size: number};

/**
Reads a request to its end. Beyond the limit nothing is kept, but it is still read, since a client that is cut off while
it sends does not see the answer. Gives nothing when the client went away first.
*/
export async function readBody(request: IncomingMessage, limit: number): Promise<Body | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of request as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size <= limit) chunks.push(chunk);
      else chunks.length = 0;
    }
  } catch {
    return undefined;
  }
  if (!request.complete) return undefined;
  return {bytes: Buffer.concat(chunks), size};
}
