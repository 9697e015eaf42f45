/** A 32-bit hash, which two values share once in four billion times, and never 0, which means an empty value. */
export function shortHash(text: string): number {
  let hash = 0x41c6ce57;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 2654435761);
  hash = Math.imul(hash ^ (hash >>> 15), 2246822507);
  return (hash ^ (hash >>> 13)) >>> 0 || 1;
}
