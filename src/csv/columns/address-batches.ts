/** Addresses in batches for one request: at most 100, and at most 4 KiB with commas. */
export function batchesOf(addresses: readonly string[], most = 100, bytes = 4096): string[][] {
  const batches: string[][] = [];
  let length = 0;
  for (const address of addresses) {
    const last = batches.at(-1);
    length += Buffer.byteLength(address) + 1;
    if (last === undefined || last.length === most || length - 1 > bytes) {
      batches.push([address]);
      length = Buffer.byteLength(address) + 1;
    } else last.push(address);
  }
  return batches;
}
