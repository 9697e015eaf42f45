/** An answer whose body is still arriving. Iterating the body may throw the typed error of a lost connection. */
export type LiveAnswer = {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: AsyncIterable<Uint8Array>;
};

/** An answer that has been read, or the part of it that matters. */
export type Answer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  /** False when the body ended before it was whole. */
  readonly complete: boolean;
};

/** Reads a body to its end. Answers to anything but lists are small, so this may hold them. */
export async function readWhole(body: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks);
}
