/**
 * Plays a page as its reader does: in an empty folder and home, line by line at a terminal, with a profile of the demo
 * account. Lines that need no shell are played in this process if asked, and all others in one shell, with the built emk.
 */
import {chmodSync} from 'node:fs';
import {join, resolve} from 'node:path';
import {setTimeout as pause} from 'node:timers/promises';
import type {RunningSandbox} from '../../src/sandbox/running/start.js';
import {bareDesk, type Desk, type Terminal} from '../support/terminal.js';
import {words} from '../support/words.js';
import type {Page} from './pages.js';
import {
  type Answers,
  asked,
  before,
  closed,
  endsWith,
  files,
  otherPrograms,
  profiles,
  shows,
  stopped,
  variables,
  withoutComment,
} from './table.js';

/** A line that did not end as its page says, with what the screen showed. */
export type Failed = {readonly line: string; readonly code: number | undefined; readonly shown: string};

export async function play(
  {name, lines, scripts}: Page,
  sandbox: RunningSandbox,
  {inShell}: {readonly inShell: boolean},
): Promise<readonly Failed[]> {
  const reader = readerAt(bareDesk(), sandbox, inShell);
  for (const [file, text] of Object.entries({...files[name], ...scripts})) chmodSync(reader.write(file, text), 0o755);
  await reader.logIn(profiles[name] ?? ['default']);
  const failed: Failed[] = [];
  for (const line of [...(before[name] ?? []), ...lines]) {
    const {code, shown} = await reader.type(line).catch(({message}) => ({code: undefined, shown: message}));
    if (!isAsSaid(withoutComment(line), code, shown)) failed.push({line, code, shown});
    if (code === undefined) break;
  }
  return failed;
}

/** A line ends with 0 or the code of the table, and the screen shows what the table says. */
const isAsSaid = (line: string, code: number | undefined, shown: string): boolean =>
  [0, ...(endsWith.get(line) ?? [])].includes(code ?? -1) && shown.includes(shows.get(line) ?? '');

/** The keys for a question: those of the table, y where it wants a yes, and Enter for the time zone, which it suggests. */
function keysFor(question: string, left: Array<Answers[number]>, last: string): string | undefined {
  const [asks, typed] = left[0] ?? [];
  if (asks !== undefined && question.includes(asks)) {
    left.shift();
    return typed;
  }
  if (last !== '' && question.startsWith(last)) return undefined;
  if (/^\? The time zone .*\(.+\)/.test(question)) return '\r';
  // A long date may move the marks of a yes or no to the next line of the screen.
  return /\(\s*y\s*\/\s*n\s*\)/i.test(question) ? 'y\r' : undefined;
}

/** How often it looks again whether what was typed is drawn: a busy machine takes its time to end a program. */
const PATIENCE = 1000;

type Reader = {
  write: Desk['write'];
  logIn(profiles: readonly string[]): Promise<void>;
  type(line: string): Promise<{readonly code: number | undefined; readonly shown: string}>;
};

/** Where a line runs: what it says now, and how it gets keys. */
type Place = {
  readonly soFar: () => string;
  readonly type: (typed: string) => void;
  /** The exit code once it has ended, or the question that is open: it begins with `? `, an answered one with `✔`. */
  now(): Promise<{readonly code?: number; readonly question?: string}>;
};

function readerAt(here: Desk, sandbox: RunningSandbox, inShell: boolean): Reader {
  const program = (name: string, script: string) =>
    chmodSync(here.write(`.bin/${name}`, `#!/bin/sh\n${script}\n`), 0o755);
  program('emk', `exec "${process.execPath}" "${resolve('bin/emk.js')}" "$@"`);
  for (const [name, script] of Object.entries(otherPrograms)) program(name, script);
  const env = {PATH: `${join(here.folder, '.bin')}:${process.env['PATH']}`, ...variables};
  const shell = shellAt(here.shell(env, {counts: true}));
  let isReady: Promise<unknown> | undefined;
  return {
    write: here.write,
    async logIn(profiles) {
      const words = `--base-url ${sandbox.baseUrl} --public-key ${sandbox.publicKey} --secret-key-stdin < .key`;
      here.write('.key', sandbox.secretKey);
      for (const profile of profiles) await this.type(`emk login ${profile} ${words}`);
    },
    async type(typed) {
      const line = withoutComment(typed);
      const answers = asked(sandbox).get(line) ?? [];
      if (!inShell && isForEmkAlone(line)) {
        const place = placeOf(here.openHere(words(joined(line)).slice(1), {columns: 100, env, anyWords: true}));
        return {code: await answerAll(place, answers), shown: place.soFar()};
      }
      isReady ??= answerAll(shell, []);
      await isReady;
      const before = shell.soFar().length;
      shell.type(`${closed.includes(line) ? `${line} < /dev/null` : typed}\r`);
      for (const [text, keys] of stopped.get(line) ?? []) await shell.answer(text, keys);
      const code = await answerAll(shell, answers);
      return {code, shown: shell.soFar().slice(before)};
    },
  };
}

const joined = (line: string): string => line.replaceAll('\\\n', ' ');

/** Whether a line means the same without a shell: no variables, pipes, files or patterns, nothing that serves, and no other program. */
const isForEmkAlone = (line: string): boolean =>
  /^emk [^|<>;&$`*~(){}#\\]*$/.test(joined(line).replaceAll(/'[^']*'|"[^"$`\\]*"/g, '')) &&
  !line.includes(' -- ') &&
  !closed.includes(line) &&
  !stopped.has(line);

/** A shell whose prompts are counted, and show the last exit code. */
function shellAt(shell: Terminal): Place & Pick<Terminal, 'answer'> {
  let prompts = 0;
  return {
    ...shell,
    async now() {
      const since = `\\[${prompts}: \\d+\\] \\$(?:.|\\n)*?\\n`;
      const next = new RegExp(`\\[${prompts + 1}: (\\d+)\\] \\$`);
      const asked = new RegExp(`(?:^|${since})\\? `);
      const shown = await shell.waitFor(seen => next.test(seen) || (shell.asks() && asked.test(seen)));
      const [, code] = next.exec(shown) ?? [];
      if (code !== undefined) {
        prompts++;
        return {code: Number(code)};
      }
      const [, question = ''] = new RegExp(`(?:^|${since})(\\? (?:.|\\n)*)$`).exec(shown) ?? [];
      return {question};
    },
  };
}

/** A terminal in which one line runs. */
function placeOf(terminal: Terminal): Place {
  let code: number | undefined;
  const ended = terminal.ended().then(exit => {
    code = exit;
  });
  ended.catch(() => undefined);
  return {
    ...terminal,
    async now() {
      await Promise.race([ended, terminal.waitForQuestion(/^\? /m)]).catch(() => ended);
      if (code !== undefined) return {code};
      return {question: /^\? (?:.|\n)*$/m.exec(terminal.soFar())?.[0] ?? ''};
    },
  };
}

/** Answers as the table says, and with yes whatever takes a yes, until the line has ended. Throws if something was not asked. */
async function answerAll(place: Place, answers: Answers): Promise<number | undefined> {
  const left = [...answers];
  let waited = 0;
  for (let last = ''; ; ) {
    const {code, question = ''} = await place.now();
    if (code !== undefined) {
      const [unasked] = left.filter(([, , onSomePages]) => !onSomePages);
      if (unasked) throw new Error(`It did not ask "${unasked[0]}": ${place.soFar()}`);
      return code;
    }
    const typed = keysFor(question, left, last);
    if (typed === undefined) {
      if ((last === '' && left.length === 0) || ++waited > PATIENCE) return undefined;
      // What was typed last has yet to be drawn.
      await pause(20);
      continue;
    }
    place.type(typed);
    waited = 0;
    last = question.split('\n')[0] ?? '';
  }
}
