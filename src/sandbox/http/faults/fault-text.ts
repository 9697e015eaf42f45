import {UsageError} from '../../../errors.js';
import {lookUp} from '../../../words/look-up.js';
import {type Options, type OptionValues, wholeNumber} from './kind.js';
import {type FaultKind, faultKinds} from './kinds.js';

/** One way to misbehave: for which requests, how often, and how. */
export type Fault = {
  readonly text: string;
  readonly method: string;
  /** A path, `*` for all, or a beginning followed by `*`. */
  readonly path: string;
  readonly kind: FaultKind;
  /** How many requests it applies to; all if undefined. */
  readonly times: number | undefined;
  /** How many matching requests pass before it applies. */
  readonly after: number;
  readonly options: OptionValues;
};

/** Reads `METHOD /path=KIND[:TIMES][,option[=value]]…`. The method is optional; `*` as path means every path. */
export function parseFault(text: string): Fault {
  const [, method = '*', path, word = '', times, rest = ''] =
    /^\s*(?:([A-Za-z]+|\*)\s+)?(\/\S*?|\*)=([^:,\s]+)(?::(\d+))?(?:,(.*))?$/.exec(text) ?? [];
  if (path === undefined) {
    throw new UsageError(`"${text}" is not a fault.`, {
      hint: "Write it as 'METHOD /path=KIND[:TIMES][,option]', for example 'POST /contacts/upload-csv=lost-reply:1'.",
    });
  }
  const kind = kindNamed(word);
  const {after = 0, ...options} = optionsOf(rest, kind);
  return {
    text: text.trim(),
    method: methodNamed(method),
    // Paths are written as in the API's documentation, below its root.
    path: path.replace(/^\/api(?=\/|\*)/, ''),
    kind,
    times: times === undefined ? undefined : Number(times),
    after: Number(after),
    options,
  };
}

/** The faults in a list separated by `;` or line ends, as in an environment variable. */
export const parseFaults = (text: string): Fault[] =>
  text
    .split(/[;\n]/)
    .filter(part => part.trim() !== '')
    .map(parseFault);

function kindNamed(word: string): FaultKind {
  if (Object.hasOwn(faultKinds, word)) return word as FaultKind;
  throw new UsageError(`There is no fault "${word}".`, {hint: `The kinds are: ${Object.keys(faultKinds).join(', ')}.`});
}

/** Refuses an unknown method, because its fault would never happen. */
function methodNamed(word: string): string {
  const method = word.toUpperCase();
  if (methods.includes(method)) return method;
  throw new UsageError(`"${word}" is not a method.`, {hint: `Write one of ${methods.join(', ')}, or remove it.`});
}

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', '*'];

function optionsOf(text: string, kind: FaultKind): OptionValues {
  const known: Options = {after: requestsLetPass, ...faultKinds[kind].options};
  const parts = text
    .split(',')
    .map(part => part.trim())
    .filter(part => part !== '');
  return Object.fromEntries(
    parts.map(part => {
      const [, name = '', value = ''] = /^([^=]*)=?(.*)$/s.exec(part) ?? [];
      const option = lookUp(known, name);
      if (!option) {
        throw new UsageError(`The fault ${kind} has no option "${name}".`, {
          hint: `Its options are: ${Object.keys(known).join(', ')}.`,
        });
      }
      return [name, option.read(value, {option: name, kind})];
    }),
  );
}

/** The option that every kind has. */
const requestsLetPass = wholeNumber('how many requests pass before it starts (0)');
