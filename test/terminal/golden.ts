import {readFileSync, writeFileSync} from 'node:fs';
import {expect} from 'vitest';

/** Compares a text with a file beside the tests. `UPDATE=1` writes the file, for people who then check what changed. */
export function expectGolden(name: string, text: string): void {
  const file = new URL(name, import.meta.url);
  if (process.env['UPDATE'] && !process.env['CI']) writeFileSync(file, text);
  expect(text).toBe(readFileSync(file, 'utf8'));
}
