/** How a run of emk ends, for `toMatchObject`: its exit code, and what it says on stderr or prints on stdout. */
import {expect} from 'vitest';

export const said = (code: number, text: string | RegExp) => ({code, stderr: holding(text)});

export const printed = (code: number, text: string | RegExp) => ({code, stdout: holding(text)});

const holding = (text: string | RegExp) =>
  typeof text === 'string' ? expect.stringContaining(text) : expect.stringMatching(text);
