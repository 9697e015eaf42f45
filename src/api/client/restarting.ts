/** Does a piece of work as often as patience allows. */
export type Trying = <T>(work: () => Promise<T>) => Promise<T>;

/** Starts over as often as patience allows until something has arrived; what was handed on cannot be taken back. */
export async function* restarting<T>(tried: Trying, attempt: () => AsyncIterable<T>): AsyncGenerator<T> {
  const {items, first} = await tried(async () => {
    const items = attempt()[Symbol.asyncIterator]();
    return {items, first: await items.next()};
  });
  try {
    for (let item = first; !item.done; item = await items.next()) yield item.value;
  } finally {
    await items.return?.();
  }
}
