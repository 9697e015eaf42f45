/**
A share as people read it: 0.254 as `25.4%`. What is more than nothing is never shown as nothing, nor is what is less than
all shown as all.
*/
export function inPercent(share: number): string {
  if (share > 0 && share < 0.0005) return '<0.1%';
  if (share < 1 && share >= 0.9995) return '>99.9%';
  return `${(share * 100).toFixed(1)}%`;
}

/** A share as people type it: `2%` as 0.02. Undefined where it is not written in percent. */
export function fromPercent(text: string): number | undefined {
  const [, number] = /^([+-]?\d+(?:\.\d+)?)\s*%$/.exec(text.trim()) ?? [];
  // Divided by a hundred, 2.3 would become another number than 0.023.
  return number === undefined ? undefined : Number(`${number}e-2`);
}
