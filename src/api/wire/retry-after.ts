/** How long an answer asks to wait, in milliseconds, by both forms of `Retry-After`. */
export function retryAfter(headers: Readonly<Record<string, string>>): number | undefined {
  const text = headers['retry-after']?.trim();
  if (!text) return undefined;
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  const until = Date.parse(text);
  const from = Date.parse(headers['date'] ?? '');
  if (Number.isNaN(until)) return undefined;
  return Math.max(0, until - (Number.isNaN(from) ? Date.now() : from));
}
