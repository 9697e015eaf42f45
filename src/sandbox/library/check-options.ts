import {toKey} from '../../accounts/key.js';
import {UsageError} from '../../errors.js';
import {andList} from '../../words/list.js';
import type {SandboxOptions} from './sandbox-types.js';

/** Refuses options that a program without types got wrong: a misspelt one would silently do nothing. */
export function checkOptions(options: SandboxOptions): void {
  for (const [name, value] of Object.entries(options)) {
    const type: string | undefined = Object.hasOwn(types, name) ? types[name as keyof SandboxOptions] : undefined;
    if (type === undefined) {
      throw new UsageError(`startSandbox has no option "${name}".`, {hint: `It takes ${andList(Object.keys(types))}.`});
    }
    if (value !== undefined && kindOf(value) !== type) {
      throw new UsageError(`The option "${name}" of startSandbox takes ${type}, not ${kindOf(value)}.`);
    }
  }
  for (const [name, key] of Object.entries(options.keys ?? {})) toKey(String(key), `The option keys.${name}`);
}

const types: {readonly [name in keyof Required<SandboxOptions>]: string} = {
  empty: 'true or false',
  account: 'a text',
  contacts: 'a whole number',
  seed: 'a whole number',
  keys: 'an object',
  host: 'a text',
  port: 'a whole number',
  clock: 'a text',
  faults: 'a list',
  settings: 'an object',
  warn: 'a function',
};

function kindOf(value: unknown): string {
  if (typeof value === 'boolean') return 'true or false';
  if (typeof value === 'number') return Number.isInteger(value) && value >= 0 ? 'a whole number' : String(value);
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? 'a list' : 'an object';
  return typeof value === 'string' ? 'a text' : typeof value === 'function' ? 'a function' : String(value);
}
