import {UsageError} from '../../../errors.js';
import {type Options, type OptionValues, wholeNumber} from './kind.js';
import {type FaultKind, faultKinds} from './kinds.js';

/** One way to misbehave: which requests meet it, how often, and what it does to them. */
export type Fault = {
  /** As it was written; lists of faults show it so. */
  readonly text: string;
  readonly method: string;
  /** A path, `*` for all, or a beginning followed by `*`. */
  readonly path: string;
  readonly kind: FaultKind;
  /** How many requests meet it; all of them when undefined. */
  readonly times: number | undefined;
  /** How many matching requests it lets pass first. */
  readonly after: number;
  readonly options: OptionValues;
};

/** Reads `METHOD /path=KIND[:TIMES][,option[=value]]…`. The method may be left out; `*` as path is every path. */
export function parseFault(text: string): Fault {
  const [, method = '*', path, word = '', times, rest = ''] =
    /^\s*(?:([A-Za-z]+|\*)\s+)?(\/\S*?|\*)=([^:,\s]+)(?::(\d+))?(?:,(.*))?$/.exec(text) ?? [];
  if (path === undefined) {
    throw new UsageError(`"${text}" is no fault.`, {
      hint: "Write it as 'METHOD /path=KIND[:TIMES][,option]', for example 'POST /contacts/upload-csv=lost-reply:1'.",
    });
  }
  const kind = kindNamed(word);
  const {after = 0, ...options} = optionsOf(rest, kind);
  return {
    text: text.trim(),
    method: methodNamed(method),
    // Paths are written as the API's document writes them, below its root.
    path: path.replace(/^\/api(?=\/|\*)/, ''),
    kind,
    times: times === undefined ? undefined : Number(times),
    after: Number(after),
    options,
  };
}

/** The faults of a list with `;` or line ends between them, as an environment variable holds them. */
export const parseFaults = (text: string): Fault[] =>
  text
    .split(/[;\n]/)
    .filter(part => part.trim() !== '')
    .map(parseFault);

function kindNamed(word: string): FaultKind {
  if (Object.hasOwn(faultKinds, word)) return word as FaultKind;
  throw new UsageError(`There is no fault "${word}".`, {hint: `The kinds are: ${Object.keys(faultKinds).join(', ')}.`});
}

/** Refuses a method that no request has, since such a fault would never happen. */
function methodNamed(word: string): string {
  const method = word.toUpperCase();
  if (methods.includes(method)) return method;
  throw new UsageError(`"${word}" is no method.`, {hint: `Write one of ${methods.join(', ')}, or leave it out.`});
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
      const option = Object.hasOwn(known, name) ? known[name] : undefined;
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
const requestsLetPass = wholeNumber('how many requests pass before it begins (0)');
