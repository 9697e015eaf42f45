import type {IncomingMessage} from 'node:http';

/** The bytes of a request's body, empty if it is over the limit, and its true size. */
export type Body = {readonly bytes: Buffer; readonly size: number};

/**
 * Reads a request to its end. A body over the limit is read but not kept, because a client that is cut off while
 * sending does not see the answer. Returns undefined if the client disconnects first.
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
