/** emk in a pseudo-terminal, whose screen another program draws, so that tests compare what a person sees. */
import {mkdirSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import {tmpdir} from 'node:os';
import {dirname, join} from 'node:path';
import {setTimeout as pause} from 'node:timers/promises';
import {fileURLToPath} from 'node:url';
import {stripVTControlCharacters} from 'node:util';
import type {IPty} from '@lydell/node-pty';
import xterm from '@xterm/headless';
import {afterAll, describe, expect, onTestFinished} from 'vitest';
import {variablesOf} from '../../src/sandbox/running/environment.js';
import {type RunningSandbox, startSandbox} from '../../src/sandbox/running/start.js';
import {copiedAccount} from './account-copy.js';
import {apiWordsIn} from './api-words.js';
import {type Running, startHere} from './in-process.js';

const emk = fileURLToPath(new URL('../../bin/emk.js', import.meta.url));

/** Undefined if there is no pseudo-terminal for this platform. */
const pty = loadPty();

/** `describe` if there are pseudo-terminals; otherwise a note that the tests were skipped. */
export const describeInTerminal = pty ? describe : describe.skip;
if (!pty) console.warn('There is no pseudo-terminal for this platform, so the tests in one are left out.');

export type Terminal = {
  /**
   * What the program left on the screen, including scrolled lines, without trailing spaces. Throws while it runs: what it draws
   * next may already be on its way, so a test of that would pass or fail by chance. Then wait for what has to be there.
   */
  screen(): string;
  /** What the screen shows at this moment, for players who look again and again. */
  soFar(): string;
  /** What is in the window now. */
  visible(): string;
  /** All that the program has sent, with its colours. */
  received(): string;
  /** Whether a question is open and drawn to its end. */
  asks(): boolean;
  /** Waits until the screen shows a text, or is as it has to be, and returns it. */
  waitFor(seen: Seen): Promise<string>;
  /** The same of a question, which has to be drawn to its end. */
  waitForQuestion(seen: Seen): Promise<string>;
  type(keys: string): void;
  /** Waits for a text, then types. An open question begins with ?, an answered one with ✔. */
  answer(question: string | RegExp, keys: string): Promise<void>;
  resize(columns: number, rows?: number): Promise<void>;
  /** Whether the cursor is visible, and the normal screen is active. */
  isAsBefore(): boolean;
  /** Waits for the end, and returns the exit code. */
  ended(): Promise<number>;
};

/** What is waited for: a text, or all that has to be true of one screen. */
export type Seen = string | RegExp | ((screen: string) => boolean);

/** A folder with its own home, keys and state, in which terminals can be opened one after another. */
export type Desk = {
  readonly folder: string;
  /** Plays a line from its first question to its end, in this process. */
  play(
    words: readonly string[],
    answers: ReadonlyArray<readonly [question: string | RegExp, keys: string]>,
    options?: {readonly columns?: number; readonly env?: Record<string, string>},
  ): Promise<{readonly code: number; readonly screen: string}>;
  /** Opens a terminal of this process, which starts nothing. */
  openHere(words: readonly string[], options?: Parameters<Desk['open']>[1] & {readonly now?: () => Date}): Terminal;
  /** Opens a terminal of the system with the built program, for what only that can show. */
  open(
    words: readonly string[],
    options?: {
      readonly columns?: number;
      readonly rows?: number;
      readonly env?: Record<string, string>;
      /** Whether it may show words of the API, as pages for programs do. */
      readonly anyWords?: boolean;
    },
  ): Terminal;
  /** A shell in which `emk` is a command, and jobs can be stopped. Its prompt shows a number and the last exit code if asked. */
  shell(env?: Record<string, string>, options?: {readonly counts: boolean}): Terminal;
  write(name: string, text: string): string;
};

/** The keys without a letter. */
export const keys = {
  enter: '\r',
  escape: '\u001b',
  up: '\u001b[A',
  down: '\u001b[B',
  tab: '\t',
  space: ' ',
  ctrlC: '\u0003',
  ctrlD: '\u0004',
  ctrlZ: '\u001a',
  ctrlU: '\u0015',
} as const;

/** Compiled code is kept for all tests of a file: each run would spend a good part of its time on it. */
const caches = mkdtempSync(join(tmpdir(), 'emk-terminal-cache-'));
afterAll(() => rmSync(caches, {recursive: true, force: true, maxRetries: 3}));

/** A desk on which emk works with a sandbox in this process: starting one inside every emk would take far longer. */
export async function desk(): Promise<Desk & {readonly sandbox: RunningSandbox}> {
  const copy = await copiedAccount({});
  const sandbox = await startSandbox(copy.options);
  onTestFinished(async () => {
    await sandbox.close();
    copy.remove();
  });
  return {...deskWith(variablesOf(sandbox)), sandbox};
}

/** A desk on which emk has no account. */
export const bareDesk = (): Desk => deskWith({});

function deskWith(account: Readonly<Record<string, string>>): Desk {
  const folder = mkdtempSync(join(tmpdir(), 'emk-terminal-'));
  const open: IPty[] = [];
  const files: string[] = [];
  const environmentWith = (env: Readonly<Record<string, string>>) => ({...ownEnvironment(folder), ...account, ...env});
  onTestFinished(() => {
    for (const one of open) if (isAlive(one.pid)) one.kill('SIGKILL');
    rmSync(folder, {recursive: true, force: true, maxRetries: 3});
  });
  const start = (
    program: string,
    words: readonly string[],
    {columns = 80, rows = 30, env = {}, anyWords = false}: Parameters<Desk['open']>[1] = {},
  ): Terminal => {
    if (!pty) throw new Error('There is no pseudo-terminal here.');
    const running = pty.spawn(program, [...words], {
      name: 'xterm-256color',
      cols: columns,
      rows,
      cwd: folder,
      env: environmentWith(env),
    });
    open.push(running);
    return watch(running, {columns, rows, words, files, anyWords});
  };
  const it: Desk = {
    folder,
    openHere(words, {columns = 80, rows = 30, env = {}, anyWords = false, now} = {}) {
      const running = startHere(words, {columns, rows, cwd: folder, env: environmentWith(env), now});
      return watch(running, {columns, rows, words, files, anyWords});
    },
    async play(words, answers, options = {}) {
      const terminal = it.openHere(words, options);
      for (const [question, typed] of answers) await terminal.answer(question, typed);
      const code = await terminal.ended();
      return {code, screen: terminal.screen()};
    },
    open: (words, options) => start(process.execPath, [emk, ...words], options),
    shell(env, {counts} = {counts: false}) {
      const prompt = counts ? `set +H; PROMPT_COMMAND='c=$?; n=$((n+1))'; PS1='\\n[$n: $c] $ '` : `PS1='$ '`;
      const rc = it.write('.rc', `${prompt}\nemk() { '${process.execPath}' '${emk}' "$@"; }\n`);
      return start('/bin/bash', ['--rcfile', rc, '-i'], {columns: 100, env: env ?? {}, anyWords: counts});
    },
    write(name, text) {
      const path = join(folder, name);
      mkdirSync(dirname(path), {recursive: true});
      files.push(text);
      writeFileSync(path, text);
      return path;
    },
  };
  return it;
}

function loadPty(): typeof import('@lydell/node-pty') | undefined {
  try {
    return createRequire(import.meta.url)('@lydell/node-pty');
  } catch {
    return undefined;
  }
}

const ownEnvironment = (folder: string): Record<string, string> => ({
  PATH: process.env['PATH'] ?? '',
  HOME: folder,
  USERPROFILE: folder,
  TERM: 'xterm-256color',
  TZ: 'UTC',
  EMK_CONFIG_DIR: join(folder, 'config'),
  EMK_STATE_DIR: join(folder, 'state'),
  XDG_CACHE_HOME: caches,
});

/** What a terminal is opened for: its size, the line, and the texts of the files on the desk, whose words are the person's own. */
type Opened = {
  readonly columns: number;
  readonly rows: number;
  readonly words: readonly string[];
  readonly files: readonly string[];
  readonly anyWords?: boolean;
};

function watch(running: Running, {columns, rows, words, files, anyWords}: Opened): Terminal {
  const terminal = new xterm.Terminal({cols: columns, rows, scrollback: 2000, allowProposedApi: true});
  const changed = new Set<() => void>();
  let exit: number | undefined;
  const tell = () => {
    for (const hear of [...changed]) hear();
  };
  let cursorIsSeen = true;
  let drawn = '';
  let typed = words.join(' ');
  onTestFinished(() => {
    if (!anyWords && !forPrograms.test(words.join(' ')))
      expect(apiWordsIn(stripVTControlCharacters(drawn), [typed, ...files].join('\n'))).toEqual([]);
  });
  let arriving: Promise<unknown> = Promise.resolve();
  const arrives = (data: string) =>
    new Promise<void>(resolve => {
      drawn += data;
      const [hidden, seen] = [data.lastIndexOf('\u001b[?25l'), data.lastIndexOf('\u001b[?25h')];
      if (hidden !== seen) cursorIsSeen = seen > hidden;
      terminal.write(data, () => {
        tell();
        setImmediate(resolve);
      });
    });
  running.onData(data => {
    for (const line of data.match(LINE) ?? []) arriving = arriving.then(() => arrives(line));
  });
  running.onExit(({exitCode}) => {
    // The last output may still be on its way through the screen.
    void arriving.then(() => {
      exit = exitCode;
      tell();
    });
  });

  const linesFrom = (first: number): string => {
    const {active} = terminal.buffer;
    const lines = Array.from({length: active.length - first}, (_, at) =>
      active.getLine(first + at)?.translateToString(true),
    );
    return lines.join('\n').trimEnd();
  };
  const soFar = (): string => linesFrom(0);
  const until = <T>(what: string, seen: () => T | undefined): Promise<T> =>
    new Promise((resolve, reject) => {
      const settle = (act: () => void) => {
        clearTimeout(timer);
        changed.delete(look);
        act();
      };
      const look = () => {
        const found = seen();
        if (found !== undefined) settle(() => resolve(found));
        else if (exit !== undefined)
          settle(() => reject(new Error(`emk ended with ${exit} before it showed ${what}:\n${soFar()}`)));
      };
      const timer = setTimeout(
        () => settle(() => reject(new Error(`The screen never showed ${what}:\n${soFar()}`))),
        PATIENCE,
      );
      changed.add(look);
      look();
    });
  const waitFor = (seen: Seen, isThere = () => true): Promise<string> =>
    until(String(seen), () => {
      const shown = soFar();
      return shows(shown, seen) && isThere() ? shown : undefined;
    });

  const asks = () => isAtAnswer(drawn);

  const write = (keys: string): void => {
    typed += ` ${keys}`;
    running.write(keys);
  };

  return {
    screen() {
      if (exit === undefined) throw new Error(`emk is still running, so its screen may change:\n${soFar()}`);
      return soFar();
    },
    soFar,
    received: () => drawn,
    visible: () => linesFrom(terminal.buffer.active.baseY),
    asks,
    waitFor: seen => waitFor(seen),
    waitForQuestion: seen => waitFor(seen, asks),
    type: write,
    async answer(question, text) {
      await waitFor(question);
      // Nobody presses Enter in one piece with a text.
      for (const each of text.split(/(?<=[^\r])(?=\r$)/)) {
        write(each);
        await pause(BETWEEN_KEYS);
      }
    },
    async resize(to, high = rows) {
      await new Promise<void>(resolve => terminal.write('', resolve));
      terminal.resize(to, high);
      running.resize(to, high);
    },
    isAsBefore: () => cursorIsSeen && terminal.buffer.active.type === 'normal' && terminal.modes.wraparoundMode,
    ended: () => until('its end', () => exit),
  };
}

const shows = (screen: string, seen: Seen): boolean => {
  if (typeof seen === 'function') return seen(screen);
  return typeof seen === 'string' ? screen.includes(seen) : seen.test(screen);
};

/** What asks for data or requests is answered in the API's language. */
const forPrograms = /(?:-o|--output)[ =]|--json|--dry-run|\bapi\b/;

/** A busy system hands on a picture in pieces. Here it always does, so that a test that cannot take that fails at once. */
const LINE = /[^\n]*\n|[^\n]+$/g;

/** Whether the drawing of a question is complete: its cursor goes to the answer then. */
const isAtAnswer = (drawn: string): boolean => /\[\d+G$/.test(drawn.slice(-40));

/** In milliseconds: long enough for a program to read keys one by one. */
const BETWEEN_KEYS = 60;

/** A machine with two busy cores is slow now and then; a working emk never takes this long. */
const PATIENCE = 25_000;

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
