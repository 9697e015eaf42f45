/**
 * Plays a page as its reader does: in an empty folder and home, line by line in one shell at a terminal, with the built emk
 * and a profile of the demo account.
 */
import {chmodSync} from 'node:fs';
import {join, resolve} from 'node:path';
import {setTimeout as pause} from 'node:timers/promises';
import type {Sandbox} from '../../../src/sandbox/running/start.js';
import {bareDesk, type Desk, keys, type Terminal} from '../../terminal/terminal.js';
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
  stopped,
  variables,
  withoutComment,
} from './table.js';

/** A line that did not end as its page says, with what the screen showed. */
export type Failed = {readonly line: string; readonly code: number | undefined; readonly shown: string};

export async function play({name, lines}: Page, sandbox: Sandbox): Promise<readonly Failed[]> {
  const reader = readerAt(bareDesk(), sandbox);
  for (const [file, text] of Object.entries(files[name] ?? {})) chmodSync(reader.write(file, text), 0o755);
  await reader.logIn(profiles[name] ?? ['default']);
  const failed: Failed[] = [];
  for (const line of [...(before[name] ?? []), ...lines]) {
    const {code, shown} = await reader.type(line).catch(({message}) => ({code: undefined, shown: message}));
    if (![0, ...(endsWith.get(withoutComment(line)) ?? [])].includes(code ?? -1)) failed.push({line, code, shown});
    if (code === undefined) break;
  }
  return failed;
}

/** The keys for a question: those of the table, Esc where emk asks what comes next, and y where it wants a yes. */
function keysFor(question: string, left: Array<Answers[number]>, last: string): string | undefined {
  const [asks, typed] = left[0] ?? [];
  if (asks !== undefined && question.includes(asks)) {
    left.shift();
    return typed;
  }
  if (last !== '' && question.startsWith(last)) return undefined;
  if (question.startsWith('? What next?')) return keys.escape;
  return /\(y\/N\)|y to continue/.test(question) ? 'y' : undefined;
}

/** How often it looks again whether what was typed is drawn: a busy machine takes its time to end a program. */
const PATIENCE = 1000;

type Reader = {
  write: Desk['write'];
  logIn(profiles: readonly string[]): Promise<void>;
  type(line: string): Promise<{readonly code: number | undefined; readonly shown: string}>;
};

function readerAt(here: Desk, sandbox: Sandbox): Reader {
  const program = (name: string, script: string) =>
    chmodSync(here.write(`.bin/${name}`, `#!/bin/sh\n${script}\n`), 0o755);
  program('emk', `exec "${process.execPath}" "${resolve('bin/emk.js')}" "$@"`);
  for (const [name, script] of Object.entries(otherPrograms)) program(name, script);
  const shell: Terminal = here.shell(
    {PATH: `${join(here.folder, '.bin')}:${process.env['PATH']}`, ...variables},
    {counts: true},
  );
  let prompts = 0;
  /** What the screen shows since the last prompt: an open question begins with `? `, an answered one with `✔`. */
  const now = async (): Promise<{readonly code?: number; readonly question?: string}> => {
    const since = `\\[${prompts}: \\d+\\] \\$(?:.|\\n)*?\\n`;
    const next = `\\[${prompts + 1}: (\\d+)\\] \\$`;
    const shown = await shell.waitFor(new RegExp(`${next}|(?:^|${since})\\? `));
    const [, code] = new RegExp(next).exec(shown) ?? [];
    if (code !== undefined) return {code: Number(code)};
    const [, question = ''] = new RegExp(`(?:^|${since})(\\? (?:.|\\n)*)$`).exec(shown) ?? [];
    return {question};
  };
  /** Answers as the table says, and with yes whatever takes a yes, until the shell waits for the next line. */
  const answerAll = async (answers: Answers): Promise<number | undefined> => {
    const left = [...answers];
    let waited = 0;
    for (let last = ''; ; ) {
      const {code, question = ''} = await now();
      if (code !== undefined) {
        prompts++;
        return code;
      }
      const typed = keysFor(question, left, last);
      if (typed === undefined) {
        if ((last === '' && left.length === 0) || ++waited > PATIENCE) return undefined;
        // What was typed last has yet to be drawn.
        await pause(20);
        continue;
      }
      shell.type(typed);
      waited = 0;
      last = question.split('\n')[0] ?? '';
    }
  };
  return {
    write: here.write,
    async logIn(profiles) {
      const words = `--base-url ${sandbox.baseUrl} --public-key ${sandbox.publicKey} --secret-key-file .key`;
      here.write('.key', sandbox.secretKey);
      for (const profile of profiles) await this.type(`emk login ${profile} ${words}`);
      await this.type('emk config set timezone UTC');
    },
    async type(line) {
      if (prompts === 0) await answerAll([]);
      const before = shell.screen().length;
      const typed = closed.includes(withoutComment(line)) ? `${withoutComment(line)} < /dev/null` : line;
      shell.type(`${typed}\r`);
      for (const [text, typed] of stopped.get(withoutComment(line)) ?? []) await shell.answer(text, typed);
      const code = await answerAll(asked(sandbox).get(withoutComment(line)) ?? []);
      return {code, shown: shell.screen().slice(before)};
    },
  };
}
