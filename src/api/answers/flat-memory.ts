/**
 * Limits the memory of a long stream. V8 enlarges the space for new objects as garbage passes through, which makes a
 * stream a few percent faster and costs 10 to 20 MB. After this call, the process keeps its current size.
 */
export async function keepMemoryFlat(): Promise<void> {
  const {setFlagsFromString} = await import('node:v8');
  setFlagsFromString('--semi-space-growth-factor=1');
}
