/** Records by what makes them the same. Each is taken once, because two that are the same are still two. */
export function census<T>(records: Iterable<T>, keyOf: (record: T) => string): {take(key: string): T | undefined} {
  const left = new Map<string, T[]>();
  for (const record of records) {
    const key = keyOf(record);
    const same = left.get(key);
    if (same) same.push(record);
    else left.set(key, [record]);
  }
  return {take: key => left.get(key)?.shift()};
}
