/** A share as people read it: 0.254 as `25.4%`. A share above 0 never shows as 0%, and one below 1 never as 100%. */
export function inPercent(share: number): string {
  if (share > 0 && share < 0.0005) return '<0.1%';
  if (share < 1 && share >= 0.9995) return '>99.9%';
  return `${(share * 100).toFixed(1)}%`;
}

/** A share as people type it: `2%` as 0.02. Undefined if it has no percent sign. */
export function fromPercent(text: string): number | undefined {
  const [, number] = /^([+-]?\d+(?:\.\d+)?)\s*%$/.exec(text.trim()) ?? [];
  // Division by 100 would not turn 2.3 into exactly 0.023.
  return number === undefined ? undefined : Number(`${number}e-2`);
}

/** A rate for people; `n/a` without data. */
export const rateInWords = (rate: number | null): string => (rate === null ? 'n/a' : inPercent(rate));
