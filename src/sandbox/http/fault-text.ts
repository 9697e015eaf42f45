import {UsageError} from '../../errors.js';

/** A way to misbehave: which requests it befalls, how often, and what happens to them. */
export type Fault = {
  /** As it was written, for the log and for whoever asks. */
  readonly text: string;
  readonly method: string;
  /** A path, `*` for all, or a beginning followed by `*`. */
  readonly path: string;
  readonly kind: FaultKind;
  /** How many requests it befalls; all of them when undefined. */
  readonly times: number | undefined;
  /** How many matching requests it lets pass first. */
  readonly after: number;
  readonly options: {readonly [option: string]: string};
};

export type FaultKind = `${keyof typeof faultKinds}`;

type KindHelp = {readonly help: string; readonly options: {readonly [option: string]: string}};

const applied = {applied: 'after the request was applied rather than before'};

/** Everything the sandbox can do wrong on request, and the options of each. */
export const faultKinds = {
  latency: {help: 'answers late', options: {ms: 'how late (1000)'}},
  'slow-drip': {help: 'sends the answer a few bytes at a time', options: {ms: 'pause (20)', bytes: 'piece (64)'}},
  429: {
    help: 'throttles; nothing is applied',
    options: {
      'retry-after': 'seconds, `none`, or seconds with `date` (1)',
      date: 'gives Retry-After as a date',
      limit: 'adds X-RateLimit headers with this limit',
    },
  },
  500: {help: "fails with the framework's error", options: applied},
  '502-html': {help: "answers with a gateway's page", options: {...applied, status: 'another status (502)'}},
  '503-maintenance': {help: 'is in maintenance; nothing is applied', options: {'retry-after': 'seconds (not said)'}},
  413: {help: "refuses the request as too large, with a proxy's page", options: {}},
  redirect: {help: 'redirects; nothing is applied', options: {to: 'where to (/)'}},
  html200: {help: 'answers 200 with a page that is not the API', options: applied},
  'php-warning': {help: 'puts a PHP warning before the JSON', options: {}},
  truncate: {help: 'ends the answer half-way', options: {bytes: 'after this many bytes'}},
  empty: {help: 'answers 200 with nothing', options: applied},
  'reset-before': {help: 'drops the connection, nothing applied', options: {headers: 'before the body is read'}},
  'lost-reply': {help: 'applies the request, then drops the connection', options: {}},
  'late-commit': {
    help: 'drops the connection; the change lands later',
    options: {s: 'seconds until it lands, by the account clock (5)', answered: 'answers as if it had landed'},
  },
  hang: {help: 'never answers', options: applied},
  'list-cap': {help: 'lists only the first few records', options: {n: 'how many (100)'}},
  'accept-part': {
    help: 'applies only a part of a file or of the ids, and answers success',
    options: {n: 'how many (half)'},
  },
} as const satisfies {readonly [kind: string]: KindHelp};

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
  const given = optionsOf(rest, kind);
  const {after = '0', ...options} = given;
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

/** A method that no request has would make a fault that never happens. */
function methodNamed(word: string): string {
  const method = word.toUpperCase();
  if (methods.includes(method)) return method;
  throw new UsageError(`"${word}" is no method.`, {hint: `Write one of ${methods.join(', ')}, or leave it out.`});
}

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', '*'];

const numeric = new Set(['after', 'ms', 'bytes', 's', 'n', 'limit', 'status']);

function optionsOf(text: string, kind: FaultKind): {[option: string]: string} {
  const known = ['after', ...Object.keys(faultKinds[kind].options)];
  const pairs = text
    .split(',')
    .map(part => part.trim())
    .filter(part => part !== '')
    .map(part => {
      const cut = part.indexOf('=');
      return cut < 0 ? ([part, ''] as const) : ([part.slice(0, cut), part.slice(cut + 1)] as const);
    });
  for (const [option, value] of pairs) {
    if (!known.includes(option)) {
      throw new UsageError(`The fault ${kind} has no option "${option}".`, {
        hint: `Its options are: ${known.join(', ')}.`,
      });
    }
    if (numeric.has(option) && !/^\d+$/.test(value)) {
      throw new UsageError(`The option "${option}" of the fault ${kind} takes a whole number.`, {
        hint: `Write ${option}=3.`,
      });
    }
    if (option === 'status' && !/^[2-5]\d\d$/.test(value)) {
      throw new UsageError(`There is no HTTP status ${value}.`, {hint: 'Write one from 200 to 599, as in status=504.'});
    }
  }
  return Object.fromEntries(pairs);
}
