/** Does `work` for every item, at most `limit` at a time, in order. After a failure it waits for running ones. */
export async function concurrently<T, R>(
  limit: number,
  items: readonly T[],
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = new Array(items.length);
  const thrown: unknown[] = [];
  let next = 0;
  const worker = async () => {
    for (let at = next++; at < items.length && thrown.length === 0; at = next++) {
      try {
        results[at] = await work(items[at] as T);
      } catch (error) {
        thrown.push(error);
      }
    }
  };
  await Promise.all(Array.from({length: Math.min(limit, items.length)}, worker));
  if (thrown.length > 0) throw thrown[0];
  return results;
}
