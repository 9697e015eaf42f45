/** How a run of emk ends, for `toMatchObject`: its exit code, and what it says on stderr or prints on stdout. */
import {expect} from 'vitest';

export const said = (code: number, text: string | RegExp) => ({code, stderr: holding(text)});

export const printed = (code: number, text: string | RegExp) => ({code, stdout: holding(text)});

const holding = (text: string | RegExp) =>
  typeof text === 'string' ? expect.stringContaining(text) : expect.stringMatching(text);

/** The error with which a line that prints JSON has ended; undefined without one. */
export function errorOf({stderr}: {readonly stderr: string}) {
  const last = stderr.trim().split('\n').at(-1) ?? '';
  return last.startsWith('{"error"') ? (JSON.parse(last).error as ErrorDocument) : undefined;
}

type ErrorDocument = {
  readonly code: string;
  readonly exit: number;
  readonly message: string;
  readonly hint: string | null;
  readonly retry: string;
  readonly fields: {readonly [name: string]: readonly string[]};
  readonly run?: readonly string[] | null;
};
