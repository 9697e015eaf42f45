import {STATUS_CODES} from 'node:http';
import {partsOf} from '../../api/describe/route.js';
import type {Operation} from '../../api/describe/schema.js';
import {UsageError} from '../../core/errors.js';
import {lookUp} from '../../core/words/values.js';
import {type AccountQuestion, frameworkError, type ServiceAnswer} from '../account/account.js';
import {type FormValue, isUpload} from '../service/behaviour.js';

/** What a request gets: an answer, a reset connection, or silence. */
type Reply = ServiceAnswer | 'drop' | 'hang';

/** What a fault does to a request that it meets; whatever it leaves out goes on as usual. */
type Acts = {
  /** Drops the connection before the body is read. */
  readonly dropsHead?: boolean;
  /** Milliseconds to wait after the body was read. */
  readonly wait?: number;
  /** A reply in place of the account's, which then does not see the request. */
  readonly instead?: Reply | undefined;
  readonly question?: (asking: AccountQuestion) => AccountQuestion;
  readonly answer?: (reply: Reply) => Reply;
  readonly sending?: Spoiling;
};

/** How faults disturb the sending of an answer: cut off, or bytes that are not HTTP. */
export type Spoiling = {
  readonly cutAfter?: number | 'half';
  readonly garbage?: true;
};

type Reads = 'number' | 'text' | 'flag';
type Options = {readonly [option: string]: readonly [reads: Reads, help: string]};
type Values = {readonly [option: string]: string | number | true | undefined};

type FaultKind = {
  readonly help: string;
  readonly options?: Options;
  /** Whether it acts with any other fault; of the others, only the first meets a request. */
  readonly together?: true;
  readonly act: (values: Values) => Acts;
};

const applied: Options = {applied: ['flag', 'after applying the request, not before']};

/** Answers in place of the account, before the request reaches it or, with the option `applied`, afterwards. */
const either = (values: Values, reply: Reply): Acts => (values['applied'] ? {answer: () => reply} : {instead: reply});

const html = {'content-type': 'text/html; charset=UTF-8'} as const;

/** Everything that the sandbox can do wrong on request. A new kind needs only its entry here. */
export const faultKinds: {readonly [kind: string]: FaultKind} = {
  latency: {
    help: 'answers late',
    options: {ms: ['number', 'how late (1000)']},
    together: true,
    act: ({ms = 1000}) => ({wait: Number(ms)}),
  },
  429: {
    help: 'limits requests; applies nothing',
    options: {
      'retry-after': ['text', 'seconds, `none`, or seconds with `date` (1)'],
      date: ['flag', 'gives Retry-After as a date'],
    },
    act: ({'retry-after': seconds = '1', date}) => ({
      instead: frameworkError(429, 'Too Many Attempts.', retryAfter(String(seconds), date)),
    }),
  },
  500: {
    help: "fails with the framework's error",
    options: applied,
    act: values => either(values, frameworkError(500, 'Server Error')),
  },
  '502-html': {
    help: "answers with a gateway's page",
    options: {...applied, status: ['number', 'another status (502)']},
    act: values => {
      const status = Number(values['status'] ?? 502);
      return either(values, page(status, STATUS_CODES[status] ?? 'Error', {server: 'nginx'}));
    },
  },
  '503-maintenance': {
    help: 'is in maintenance; applies nothing',
    options: {'retry-after': ['text', 'seconds (none)']},
    act: ({'retry-after': seconds = 'none'}) => ({
      instead: frameworkError(503, 'Service Unavailable', retryAfter(String(seconds))),
    }),
  },
  413: {
    help: "refuses the request as too large, with a proxy's page",
    act: () => ({instead: page(413, 'Request Entity Too Large', {server: 'nginx'})}),
  },
  redirect: {
    help: 'redirects; applies nothing',
    act: () => ({instead: page(302, 'Redirecting', {location: '/'})}),
  },
  html200: {
    help: 'answers 200 with a page that is not the API',
    options: applied,
    act: values => either(values, page(200, 'Welcome')),
  },
  'php-warning': {
    help: 'puts a PHP warning before the JSON',
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
    act: () => ({sending: {garbage: true}}),
  },
  empty: {
    help: 'answers 200 with nothing',
    options: applied,
    act: values => either(values, {status: 200, headers: html, text: ''}),
  },
  'reset-before': {
    help: 'drops the connection; applies nothing',
    options: {headers: ['flag', 'before the body is read']},
    act: ({headers}) => ({dropsHead: headers === true, instead: 'drop'}),
  },
  'lost-reply': {
    help: 'applies the request, then drops the connection',
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
    act: ({n}) => ({
      question: asking => {
        const cut = Object.entries(asking.input).map(([name, value]) => [name, firstPart(value, n)]);
        return {...asking, input: Object.fromEntries(cut)};
      },
    }),
  },
};

/** A page of a web server, as people would see it in a browser. */
const page = (status: number, title: string, headers: ServiceAnswer['headers'] = {}): ServiceAnswer => ({
  status,
  headers: {...html, ...headers},
  text: `<!DOCTYPE html>\n<html>\n<head><title>${status === 200 ? '' : `${status} `}${title}</title></head>\n<body>\n<h1>${title}</h1>\n</body>\n</html>\n`,
});

/** An answer behind a warning, as PHP writes it if it is set to show warnings. */
const withWarning = (answer: ServiceAnswer): ServiceAnswer => ({
  ...answer,
  headers: {...answer.headers, ...html},
  text: `<br />\n<b>Warning</b>:  Undefined variable $settings in <b>Unknown</b> on line <b>0</b><br />\n${answer.text}`,
});

function retryAfter(seconds: string, asDate?: unknown): {readonly [name: string]: string} {
  if (seconds === 'none') return {};
  return {'retry-after': asDate ? new Date(Date.now() + Number(seconds) * 1000).toUTCString() : seconds};
}

/** Shortens an input to its beginning: the header and first rows of a file, the first of several ids. */
function firstPart(value: FormValue, count: Values[string]): FormValue {
  if (Array.isArray(value)) return value.slice(0, Number(count ?? Math.floor(value.length / 2)));
  if (!isUpload(value)) return value;
  const lines = Buffer.from(value.bytes)
    .toString('latin1')
    .split(/(?<=\n)/);
  const rows = Number(count ?? Math.floor((lines.length - 1) / 2));
  return {...value, bytes: Buffer.from(lines.slice(0, rows + 1).join(''), 'latin1')};
}

/** One way to misbehave: for which requests, how often, and how. */
type Fault = {
  readonly text: string;
  readonly method: string;
  /** A path, `*` for all, or a beginning followed by `*`. */
  readonly path: string;
  readonly kind: string;
  /** How many requests it still meets; all if undefined. */
  readonly times: number | undefined;
  /** How many matching requests pass before it starts. */
  readonly after: number;
  readonly act: () => Acts;
};

const isAlone = ({kind}: Fault): boolean => !faultKinds[kind]?.together;

/** Reads faults, and refuses those on paths that the API does not have: a test would pass without meeting them. */
export function faultsFrom(texts: readonly string[], operations: Iterable<Operation>): Fault[] {
  const paths = [...operations].map(operation => partsOf(operation).path);
  const parts = texts.flatMap(text => text.split(/[;\n]/)).filter(text => text.trim() !== '');
  return parts.map(parseFault).map(fault => {
    if (paths.some(path => isAt(path, fault.path))) return fault;
    throw new UsageError(`The API has no path "${fault.path}", so this fault would never happen.`, {
      hint: 'Write a path of the API, its start and *, or *.',
    });
  });
}

const isAt = (path: string, asked: string): boolean =>
  asked.endsWith('*') ? path.startsWith(asked.slice(0, -1)) : path === asked;

/** Reads `METHOD /path=KIND[:TIMES][,option[=value]]…`. The method is optional; `*` as path means every path. */
function parseFault(text: string): Fault {
  const [, method = '*', path, kind = '', times, rest = ''] =
    /^\s*(?:([A-Za-z]+|\*)\s+)?(\/\S*?|\*)=([^:,\s]+)(?::(\d+))?(?:,(.*))?$/.exec(text) ?? [];
  if (path === undefined) {
    throw new UsageError(`"${text}" is not a fault.`, {
      hint: "Write it as 'METHOD /path=KIND[:TIMES][,option]', for example 'POST /contacts/upload-csv=lost-reply:1'.",
    });
  }
  // A fault for a method that nothing asks by would never happen.
  known(methods, method.toUpperCase(), `"${method}" is not a method.`);
  const {options = {}, act} = known(faultKinds, kind, `There is no fault "${kind}".`);
  const {after = 0, ...values} = valuesOf(rest, kind, options);
  return {
    ...{text: text.trim(), method: method.toUpperCase(), kind, after: Number(after)},
    // Paths are written as in the API's documentation, below its root.
    path: path.replace(/^\/api(?=\/|\*)/, ''),
    times: times === undefined ? undefined : Number(times),
    act: () => act(values),
  };
}

const methods = {GET: true, POST: true, DELETE: true, '*': true};

/** The entry of a table with this name; without one, an error that names them all. */
function known<T>(table: {readonly [name: string]: T}, name: string, says: string): T {
  const entry = lookUp(table, name);
  if (entry === undefined) throw new UsageError(says, {hint: `Write one of: ${Object.keys(table).join(', ')}.`});
  return entry;
}

function valuesOf(text: string, kind: string, own: Options): Values {
  const options: Options = {after: ['number', 'how many requests pass before it starts (0)'], ...own};
  const parts = text.split(',').filter(part => part.trim() !== '');
  return Object.fromEntries(
    parts.map(part => {
      const [, name = '', value = ''] = /^([^=]*)=?(.*)$/s.exec(part.trim()) ?? [];
      const [reads] = known(options, name, `The fault ${kind} has no option "${name}".`);
      if (reads === 'flag' || reads === 'text') return [name, reads === 'flag' || value];
      const isStatus = name === 'status';
      if (isStatus ? /^[2-5]\d\d$/.test(value) : /^\d+$/.test(value)) return [name, Number(value)];
      const takes = isStatus ? 'an HTTP status from 200 to 599' : 'a whole number';
      throw new UsageError(`The option "${name}" of the fault ${kind} takes ${takes}.`);
    }),
  );
}

export type Faults = ReturnType<typeof createFaults>;

export type FaultsMet = Required<Omit<Acts, 'instead'>> & Pick<Acts, 'instead'> & {readonly names: readonly string[]};

export function createFaults(initial: readonly Fault[] = []) {
  const counting = (fault: Fault) => ({fault, left: fault.times, skip: fault.after});
  let on = initial.map(counting);
  return {
    add(...faults: readonly Fault[]): void {
      on.push(...faults.map(counting));
    },
    clear(): void {
      on = [];
    },
    /** The active faults, each with its remaining requests; unlimited if null. */
    list: () => on.map(({fault, left}) => ({fault: fault.text, left: left ?? null})),
    /** The faults that apply to a request. Each call counts down the requests that they let pass, and those they have left. */
    meet(method: string, path: string): FaultsMet {
      const met: Fault[] = [];
      for (const entry of on.filter(({fault}) => covers(fault, method, path))) {
        const {fault, left, skip} = entry;
        // Of faults that act alone, only the first meets a request.
        if (isAlone(fault) && met.some(isAlone)) continue;
        if (skip > 0) entry.skip -= 1;
        else if (left !== 0) {
          met.push(fault);
          entry.left = left && left - 1;
        }
      }
      return actingTogether(met);
    },
  };
}

const covers = (fault: Fault, method: string, path: string): boolean =>
  (fault.method === '*' || fault.method === method) && isAt(path, fault.path);

/** The faults that act together: the first of each kind. One that acts alone comes last: its reply is final. */
function actingTogether(met: readonly Fault[]): FaultsMet {
  const first = met.filter(({kind}, index) => met.findIndex(other => other.kind === kind) === index);
  const acts = first.toSorted((one, other) => Number(isAlone(one)) - Number(isAlone(other))).map(({act}) => act());
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
