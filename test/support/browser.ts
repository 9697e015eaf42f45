/**
 * A page in headless Chromium, for what only a browser can tell: whether scripts fail, and whether anything is fetched.
 * The test talks to the browser through two pipes, in its own protocol.
 */
import {type ChildProcess, spawn} from 'node:child_process';
import {accessSync, constants, mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {delimiter, join} from 'node:path';
import type {Readable, Writable} from 'node:stream';
import {pathToFileURL} from 'node:url';
import {afterAll, describe, onTestFinished} from 'vitest';

const program = findProgram();

/** `describe` if Chromium is installed; otherwise a note that the tests were skipped. */
export const describeInBrowser = program ? describe : describe.skip;
if (!program) console.warn('There is no Chromium on the PATH, so the tests in one are left out.');

export type Look = {
  readonly width: number;
  readonly scheme: 'light' | 'dark';
  /** The look on paper instead of a screen. */
  readonly print?: boolean;
};

export type Page = {
  /** The result of a script, which may be a promise. */
  evaluate<T>(script: string): Promise<T>;
  /** Errors of scripts, and everything that the console calls an error, in the page and its frames. */
  readonly errors: readonly string[];
  /** The address of every request, successful or not, without those that the page's own policy blocked. */
  readonly requests: readonly string[];
};

/** The four looks in which every page must work. */
export const looks: readonly Look[] = [1200, 390].flatMap(width =>
  (['light', 'dark'] as const).map(scheme => ({width, scheme})),
);

/** Opens a file or an address, and waits until it is loaded. The page is closed after the test. */
export async function openPage(place: string, {width, scheme, print = false}: Look): Promise<Page> {
  browser ??= startBrowser();
  const {send, listen} = await browser;
  const {browserContextId} = await send<{browserContextId: string}>('Target.createBrowserContext');
  const {targetId} = await send<{targetId: string}>('Target.createTarget', {url: 'about:blank', browserContextId});
  const {sessionId} = await send<{sessionId: string}>('Target.attachToTarget', {targetId, flatten: true});
  const errors: string[] = [];
  const asked = new Map<string, string>();
  let loaded = (): void => {};
  const load = new Promise<void>(resolve => {
    loaded = resolve;
  });
  const deaf = listen(({method, params, sessionId: from}) => {
    if (from !== sessionId) return;
    if (method === 'Page.loadEventFired') loaded();
    if (method === 'Network.requestWillBeSent' && !/^(?:data|about|blob):/.test(params.request.url))
      asked.set(params.requestId, params.request.url);
    if (method === 'Network.loadingFailed' && params.blockedReason === 'csp') asked.delete(params.requestId);
    if (method === 'Runtime.exceptionThrown')
      errors.push(params.exceptionDetails.exception?.description ?? params.exceptionDetails.text);
    if (method === 'Log.entryAdded' && params.entry.level === 'error') errors.push(params.entry.text);
    if (method === 'Runtime.consoleAPICalled' && params.type === 'error')
      errors.push(params.args.map(({value}) => String(value)).join(' '));
  });
  onTestFinished(async () => {
    deaf();
    await send('Target.disposeBrowserContext', {browserContextId});
  });

  const own = <T>(method: string, params = {}) => send<T>(method, params, sessionId);
  for (const domain of ['Page', 'Runtime', 'Log', 'Network']) await own(`${domain}.enable`);
  await own('Emulation.setDeviceMetricsOverride', {width, height: 900, deviceScaleFactor: 1, mobile: false});
  await own('Emulation.setEmulatedMedia', {
    media: print ? 'print' : 'screen',
    features: [{name: 'prefers-color-scheme', value: scheme}],
  });
  const address = /^https?:/.test(place) ? place : pathToFileURL(place).href;
  const {errorText} = await own<{errorText?: string}>('Page.navigate', {url: address});
  if (errorText) throw new Error(`${address} does not open: ${errorText}.`);
  await load;

  async function evaluate<T>(expression: string): Promise<T> {
    const {result, exceptionDetails} = await own<Evaluated>('Runtime.evaluate', {
      expression,
      awaitPromise: true,
      returnByValue: true,
    });
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value as T;
  }

  return {
    evaluate,
    errors,
    // The page itself is a request too.
    get requests() {
      return [...asked.values()].filter(request => request !== address);
    },
  };
}

type Thrown = {readonly text: string; readonly exception?: {readonly description?: string}};
type Evaluated = {readonly result: {readonly value?: unknown}; readonly exceptionDetails?: Thrown};

/** The part of an event that is used here. */
type Event = {
  readonly method?: string;
  readonly sessionId?: string;
  readonly params: {
    readonly type: string;
    readonly requestId: string;
    readonly request: {readonly url: string};
    readonly blockedReason?: string;
    readonly entry: {readonly level: string; readonly text: string};
    readonly args: ReadonlyArray<{readonly value?: unknown}>;
    readonly exceptionDetails: Thrown;
  };
};

type Answer = {readonly id?: number; readonly result?: unknown; readonly error?: {readonly message: string}};

type Browser = {
  send<T>(method: string, params?: object, sessionId?: string): Promise<T>;
  /** Gets every event until the returned function is called. */
  listen(hear: (event: Event) => void): () => void;
  close(): Promise<void>;
};

/** One browser for all pages of a test file. */
let browser: Promise<Browser> | undefined;

afterAll(async () => {
  await (await browser)?.close();
  browser = undefined;
});

async function startBrowser(): Promise<Browser> {
  const folder = mkdtempSync(join(tmpdir(), 'emk-browser-'));
  const child = spawn(program ?? '', [...flags, `--user-data-dir=${folder}`], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<void>(resolve => child.once('exit', () => resolve()));
  const [, , , input, output] = child.stdio as unknown as [null, null, null, Writable, Readable];
  const waiting = new Map<number, {resolve(value: unknown): void; reject(error: Error): void}>();
  const listeners = new Set<(event: Event) => void>();
  const hear = (message: Answer & Event): void => {
    const caller = waiting.get(message.id ?? 0);
    waiting.delete(message.id ?? 0);
    if (!caller) for (const listener of listeners) listener(message);
    else if (message.error) caller.reject(new Error(message.error.message));
    else caller.resolve(message.result);
  };
  readMessages(output, hear);
  void ended.then(() => {
    for (const {reject} of waiting.values()) reject(new Error('The browser ended.'));
  });
  let last = 0;
  return {
    send: <T>(method: string, params: object = {}, sessionId?: string) =>
      new Promise<T>((resolve, reject) => {
        last++;
        waiting.set(last, {resolve: value => resolve(value as T), reject});
        input.write(`${JSON.stringify({id: last, method, params, ...(sessionId ? {sessionId} : {})})}\0`);
      }),
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async close() {
      await end(child, input, ended);
      rmSync(folder, {recursive: true, force: true, maxRetries: 5});
    },
  };
}

/** Asks the browser to quit, and kills it if it does not. */
async function end(child: ChildProcess, input: Writable, ended: Promise<void>): Promise<void> {
  input.on('error', () => {});
  input.write(`${JSON.stringify({id: 0, method: 'Browser.close'})}\0`);
  const late = setTimeout(() => child.kill('SIGKILL'), 5000);
  await ended;
  clearTimeout(late);
}

/** Messages end in a zero byte. */
function readMessages(output: Readable, hear: (message: Answer & Event) => void): void {
  let rest: Buffer[] = [];
  output.on('data', (chunk: Buffer) => {
    let from = 0;
    for (let to = chunk.indexOf(0); to >= 0; to = chunk.indexOf(0, from)) {
      hear(JSON.parse(Buffer.concat([...rest, chunk.subarray(from, to)]).toString('utf8')));
      rest = [];
      from = to + 1;
    }
    rest.push(chunk.subarray(from));
  });
}

const flags = [
  '--headless=new',
  '--remote-debugging-pipe',
  // Chromium's own sandbox refuses to run as root, as tests do in containers.
  '--no-sandbox',
  // A frame in a separate process would load before anybody can listen to it.
  '--disable-features=IsolateSandboxedIframes',
  '--disable-site-isolation-trials',
  '--no-first-run',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-default-apps',
  '--disable-extensions',
  '--disable-sync',
  '--mute-audio',
  '--hide-scrollbars',
  // Only this machine can be reached, whatever a page tries.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
];

function findProgram(): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const names = ['chromium', 'chromium-browser', 'google-chrome', 'chrome'];
  return names
    .flatMap(name => folders.map(folder => join(folder, name)))
    .find(path => {
      try {
        accessSync(path, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });
}
