import {STATUS_CODES} from 'node:http';
import {partsOf, pathReader} from '../../api/describe/route.js';
import type {Operation} from '../../api/describe/schema.js';
import {UsageError} from '../../errors.js';
import {closest} from '../../words/closest.js';
import {lookUp} from '../../words/look-up.js';
import type {Asking} from '../account/account.js';
import {frameworkError, type PulledAnswer, pulled, type WholeAnswer} from '../account/answer.js';
import {type Form, type FormValue, isUpload} from '../service/behaviour.js';
import type {Spoiling} from './send.js';
import {fileFolders} from './served-file.js';

/** What a request gets: an answer, a reset connection, or silence. */
export type Reply = PulledAnswer | 'drop' | 'hang';

/** What a fault does to a request that it meets; whatever it leaves out goes on as usual. */
type Acts = {
  /** Drops the connection before the body is read. */
  readonly dropsHead?: boolean;
  /** Milliseconds to wait after the body was read. */
  readonly wait?: number;
  /** A reply in place of the account's, which then does not see the request. */
  readonly instead?: Reply;
  readonly question?: (asking: Asking) => Asking;
  readonly answer?: (reply: Reply) => Reply;
  readonly sending?: Spoiling;
};

type Reads = 'number' | 'status' | 'text' | 'flag';
type Options = {readonly [option: string]: readonly [reads: Reads, help: string]};
type Values = {readonly [option: string]: string | number | true | undefined};

type Kind = {
  readonly help: string;
  readonly options: Options;
  /** Whether it acts with any other fault; of the others, only the first meets a request. */
  readonly together?: true;
  readonly act: (values: Values) => Acts;
};

const applied: Options = {applied: ['flag', 'after applying the request, not before']};

/** Answers in place of the account, before the request reaches it or, with the option `applied`, afterwards. */
const either = (values: Values, reply: Reply): Acts => (values['applied'] ? {answer: () => reply} : {instead: reply});

const html = {'content-type': 'text/html; charset=UTF-8'} as const;

/** Everything that the sandbox can do wrong on request. A new kind needs only its entry here. */
export const faultKinds: {readonly [kind: string]: Kind} = {
  latency: {
    help: 'answers late',
    options: {ms: ['number', 'how late (1000)']},
    together: true,
    act: ({ms = 1000}) => ({wait: Number(ms)}),
  },
  'slow-drip': {
    help: 'sends the answer a few bytes at a time',
    options: {ms: ['number', 'pause (20)'], bytes: ['number', 'piece (64)']},
    together: true,
    act: ({ms = 20, bytes = 64}) => ({sending: {drip: {ms: Number(ms), bytes: Number(bytes)}}}),
  },
  429: {
    help: 'limits requests; applies nothing',
    options: {
      'retry-after': ['text', 'seconds, `none`, or seconds with `date` (1)'],
      date: ['flag', 'gives Retry-After as a date'],
      limit: ['number', 'adds X-RateLimit headers with this limit'],
    },
    act: ({'retry-after': seconds = '1', date, limit}) => ({
      instead: pulled(
        frameworkError(429, 'Too Many Attempts.', {
          ...retryAfter(String(seconds), date),
          ...(limit === undefined ? {} : {'x-ratelimit-limit': String(limit), 'x-ratelimit-remaining': '0'}),
        }),
      ),
    }),
  },
  500: {
    help: "fails with the framework's error",
    options: applied,
    act: values => either(values, pulled(frameworkError(500, 'Server Error'))),
  },
  '502-html': {
    help: "answers with a gateway's page",
    options: {...applied, status: ['status', 'another status (502)']},
    act: values => {
      const status = Number(values['status'] ?? 502);
      return either(values, pulled(page(status, STATUS_CODES[status] ?? 'Error', {server: 'nginx'})));
    },
  },
  '503-maintenance': {
    help: 'is in maintenance; applies nothing',
    options: {'retry-after': ['text', 'seconds (none)']},
    act: ({'retry-after': seconds = 'none'}) => ({
      instead: pulled(frameworkError(503, 'Service Unavailable', retryAfter(String(seconds)))),
    }),
  },
  413: {
    help: "refuses the request as too large, with a proxy's page",
    options: {},
    act: () => ({instead: pulled(page(413, 'Request Entity Too Large', {server: 'nginx'}))}),
  },
  redirect: {
    help: 'redirects; applies nothing',
    options: {to: ['text', 'where to (/)']},
    act: ({to = '/'}) => ({instead: pulled(page(302, 'Redirecting', {location: String(to)}))}),
  },
  html200: {
    help: 'answers 200 with a page that is not the API',
    options: applied,
    act: values => either(values, pulled(page(200, 'Welcome'))),
  },
  'php-warning': {
    help: 'puts a PHP warning before the JSON',
    options: {},
    together: true,
    act: () => ({answer: reply => (typeof reply === 'string' ? reply : withWarning(reply))}),
  },
  truncate: {
    help: 'ends the answer half-way',
    options: {bytes: ['number', 'after this many bytes']},
    act: ({bytes}) => ({sending: {cutAfter: bytes === undefined ? 'half' : Number(bytes)}}),
  },
  garbage: {
    help: 'applies the request, then sends bytes that are not HTTP',
    options: {},
    act: () => ({sending: {garbage: true}}),
  },
  empty: {
    help: 'answers 200 with nothing',
    options: applied,
    act: values => either(values, pulled({status: 200, headers: html, body: ''})),
  },
  'reset-before': {
    help: 'drops the connection; applies nothing',
    options: {headers: ['flag', 'before the body is read']},
    act: ({headers}) => ({dropsHead: headers === true, instead: 'drop'}),
  },
  'lost-reply': {
    help: 'applies the request, then drops the connection',
    options: {},
    act: () => ({answer: () => 'drop'}),
  },
  'late-commit': {
    help: 'drops the connection; the change comes later',
    options: {
      s: ['number', 'seconds until then, on the account clock (5)'],
      answered: ['flag', 'answers as if it were applied'],
    },
    act: ({s = 5, answered}) => ({
      question: asking => ({...asking, delay: Number(s)}),
      answer: reply => (answered ? reply : 'drop'),
    }),
  },
  hang: {
    help: 'never answers',
    options: applied,
    act: values => either(values, 'hang'),
  },
  'list-cap': {
    help: 'lists only the first few records',
    options: {n: ['number', 'how many (100)']},
    together: true,
    act: ({n = 100}) => ({question: asking => ({...asking, cap: Number(n)})}),
  },
  'accept-part': {
    help: 'applies only a part of a file or of the ids, but says it applied all',
    options: {n: ['number', 'how many (half)']},
    together: true,
    act: ({n}) => ({question: asking => ({...asking, input: firstPart(asking.input, n as number | undefined)})}),
  },
};

/** A page of a web server, as people would see it in a browser. */
export const page = (status: number, title: string, headers: {readonly [name: string]: string} = {}): WholeAnswer => ({
  status,
  headers: {...html, ...headers},
  body: `<!DOCTYPE html>\n<html>\n<head><title>${status === 200 ? '' : `${status} `}${title}</title></head>\n<body>\n<h1>${title}</h1>\n</body>\n</html>\n`,
});

/** An answer behind a warning, as PHP writes it if it is set to show warnings. */
const withWarning = (answer: PulledAnswer): PulledAnswer => ({
  ...answer,
  headers: {...answer.headers, ...html},
  text: `<br />\n<b>Warning</b>:  Undefined variable $settings in <b>Unknown</b> on line <b>0</b><br />\n${answer.text}`,
});

function retryAfter(seconds: string, asDate?: unknown): {readonly [name: string]: string} {
  if (seconds === 'none') return {};
  return {'retry-after': asDate ? new Date(Date.now() + Number(seconds) * 1000).toUTCString() : seconds};
}

/** Shortens an input to its beginning: the header and first rows of a file, the first of several ids. */
const firstPart = (input: Form, count: number | undefined): Form =>
  Object.fromEntries(Object.entries(input).map(([name, value]) => [name, cut(value, count)]));

function cut(value: FormValue, count: number | undefined): FormValue {
  if (Array.isArray(value)) return value.slice(0, count ?? Math.floor(value.length / 2));
  if (!isUpload(value)) return value;
  const lines = Buffer.from(value.bytes)
    .toString('latin1')
    .split(/(?<=\n)/);
  const rows = count ?? Math.floor((lines.length - 1) / 2);
  return {...value, bytes: Buffer.from(lines.slice(0, rows + 1).join(''), 'latin1')};
}

/** One way to misbehave: for which requests, how often, and how. */
type Fault = {
  readonly text: string;
  readonly method: string;
  /** A path, `*` for all, or a beginning followed by `*`. */
  readonly path: string;
  readonly kind: string;
  readonly isAlone: boolean;
  /** How many requests it applies to; all if undefined. */
  readonly times: number | undefined;
  /** How many matching requests pass before it applies. */
  readonly after: number;
  readonly act: () => Acts;
};

/** Reads faults, and refuses those on paths that the API does not have: a test would pass without meeting them. */
export function faultsFrom(texts: readonly string[], operations: Iterable<Operation>): Fault[] {
  const paths = new Set([...operations].map(operation => partsOf(operation).path));
  const faults = texts
    .flatMap(text => text.split(/[;\n]/))
    .filter(text => text.trim() !== '')
    .map(parseFault);
  for (const {path} of faults) if (!isAskedFor(path, paths)) throw strayPath(path, paths);
  return faults;
}

/** Reads `METHOD /path=KIND[:TIMES][,option[=value]]…`. The method is optional; `*` as path means every path. */
export function parseFault(text: string): Fault {
  const [, method = '*', path, word = '', times, rest = ''] =
    /^\s*(?:([A-Za-z]+|\*)\s+)?(\/\S*?|\*)=([^:,\s]+)(?::(\d+))?(?:,(.*))?$/.exec(text) ?? [];
  if (path === undefined) {
    throw new UsageError(`"${text}" is not a fault.`, {
      hint: "Write it as 'METHOD /path=KIND[:TIMES][,option]', for example 'POST /contacts/upload-csv=lost-reply:1'.",
    });
  }
  const kind = lookUp(faultKinds, word);
  if (!kind) {
    throw new UsageError(`There is no fault "${word}".`, {
      hint: `The kinds are: ${Object.keys(faultKinds).join(', ')}.`,
    });
  }
  const {after = 0, ...values} = valuesOf(rest, word, kind);
  return {
    text: text.trim(),
    method: methodNamed(method),
    // Paths are written as in the API's documentation, below its root.
    path: path.replace(/^\/api(?=\/|\*)/, ''),
    kind: word,
    isAlone: !kind.together,
    times: times === undefined ? undefined : Number(times),
    after: Number(after),
    act: () => kind.act(values),
  };
}

/** Refuses an unknown method, because its fault would never happen. */
function methodNamed(word: string): string {
  const method = word.toUpperCase();
  if (methods.includes(method)) return method;
  throw new UsageError(`"${word}" is not a method.`, {hint: `Write one of ${methods.join(', ')}, or remove it.`});
}

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', '*'];

function valuesOf(text: string, kind: string, {options}: Kind): Values {
  const known: Options = {after: ['number', 'how many requests pass before it starts (0)'], ...options};
  const parts = text.split(',').filter(part => part.trim() !== '');
  return Object.fromEntries(
    parts.map(part => {
      const [, name = '', value = ''] = /^([^=]*)=?(.*)$/s.exec(part.trim()) ?? [];
      const option = lookUp(known, name);
      if (option) return [name, optionValue(value, {reads: option[0], name, kind})];
      throw new UsageError(`The fault ${kind} has no option "${name}".`, {
        hint: `Its options are: ${Object.keys(known).join(', ')}.`,
      });
    }),
  );
}

type Named = {readonly reads: Reads; readonly name: string; readonly kind: string};

function optionValue(text: string, {reads, name, kind}: Named): string | number | true {
  if (reads === 'flag') return true;
  if (reads === 'text') return text;
  if (!/^\d+$/.test(text)) {
    throw new UsageError(`The option "${name}" of the fault ${kind} takes a whole number.`, {
      hint: `Write ${name}=3.`,
    });
  }
  if (reads === 'number' || (Number(text) >= 200 && Number(text) < 600)) return Number(text);
  throw new UsageError(`There is no HTTP status ${text}.`, {hint: 'Write one from 200 to 599, as in status=504.'});
}

function isAskedFor(path: string, paths: ReadonlySet<string>): boolean {
  const known = [...paths];
  if (path.endsWith('*')) return [...known, ...fileFolders].some(each => each.startsWith(path.slice(0, -1)));
  return known.some(each => pathReader(each)(path)) || fileFolders.some(folder => path.startsWith(folder));
}

function strayPath(path: string, paths: Iterable<string>): UsageError {
  const near = path.endsWith('*') ? undefined : closest(path, paths);
  return new UsageError(`The API has no path "${path}", so this fault would never happen.`, {
    hint:
      near === undefined
        ? 'Write a path of the API, the start of one followed by *, or * for all.'
        : `Did you mean "${near}"?`,
  });
}

/** The active faults, with the remaining count of each. */
export type Faults = ReturnType<typeof createFaults>;

/** The faults that apply to one request, in the order in which they act. */
export type FaultsMet = {
  readonly names: readonly string[];
  readonly dropsHead: boolean;
  readonly wait: number;
  readonly instead: Reply | undefined;
  question(asking: Asking): Asking;
  answer(reply: Reply): Reply;
  readonly sending: Spoiling;
};

/** Keeps a list of faults, each with a count of its requests. */
export function createFaults(initial: readonly Fault[] = []) {
  const counting = (fault: Fault) => ({fault, left: fault.times, skip: fault.after});
  let on = initial.map(counting);
  /** Whether a fault acts on this request. Counts down the requests before its first, and those it has left. */
  const isDue = (entry: ReturnType<typeof counting>): boolean => {
    if (entry.skip > 0) {
      entry.skip -= 1;
      return false;
    }
    if (entry.left === 0) return false;
    if (entry.left !== undefined) entry.left -= 1;
    return true;
  };
  return {
    add: (...faults: readonly Fault[]): void => {
      on.push(...faults.map(counting));
    },
    clear: (): void => {
      on = [];
    },
    /** The active faults, each with its remaining requests; unlimited if undefined. */
    list: () => on.map(({fault, left}) => ({fault, left})),
    /** The faults that apply to a request. Each call uses them up. */
    meet: (method: string, path: string): FaultsMet => {
      const met: Fault[] = [];
      for (const entry of on) {
        const {fault} = entry;
        if (!covers(fault, method, path) || (fault.isAlone && met.some(({isAlone}) => isAlone))) continue;
        if (isDue(entry)) met.push(fault);
      }
      return actingTogether(met);
    },
  };
}

const covers = (fault: Fault, method: string, path: string): boolean =>
  (fault.method === '*' || fault.method === method) &&
  (pathReader(fault.path)(path) !== undefined ||
    (fault.path.endsWith('*') && path.startsWith(fault.path.slice(0, -1))));

/** The faults that act together: the first of each kind. One that acts alone comes last: its reply is final. */
function actingTogether(met: readonly Fault[]): FaultsMet {
  const first = met.filter(({kind}, index) => met.findIndex(other => other.kind === kind) === index);
  const inOrder = [...first.filter(({isAlone}) => !isAlone), ...first.filter(({isAlone}) => isAlone)];
  const acts = inOrder.map(({act}) => act());
  return {
    names: met.map(({kind}) => kind),
    dropsHead: acts.some(({dropsHead}) => dropsHead),
    wait: acts.find(({wait}) => wait !== undefined)?.wait ?? 0,
    instead: acts.findLast(({instead}) => instead !== undefined)?.instead,
    question: asking => acts.reduce((changed, {question}) => question?.(changed) ?? changed, asking),
    answer: reply => acts.reduce((changed, {answer}) => answer?.(changed) ?? changed, reply),
    sending: Object.assign({}, ...acts.map(({sending}) => sending)),
  };
}
