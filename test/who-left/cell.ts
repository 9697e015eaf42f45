/** One cell of the matrix: a way in, tried by one kind of user for a person of each way to leave. */
import {setTimeout as pause} from 'node:timers/promises';
import {stripVTControlCharacters} from 'node:util';
import {startAgent} from '../support/agent.js';
import {typingAtTerminal} from '../support/at-terminal.js';
import type {Shell} from '../support/shell.js';
import type {Emk, Person} from './leave.js';

export const users = ['terminal', 'script', 'agent'] as const;

export type User = (typeof users)[number];

/** What became of a person at a way in. */
export type Outcome = 'asks' | 'refuses' | 'skips' | 'keeps unsubscribed' | 'says so' | 'stays out' | 'comes back';

export type Cell = {
  readonly people: readonly Person[];
  /** The addresses by which they come in, or with other words of the name before them. */
  readonly addresses: readonly string[];
  /** A list of this cell alone. */
  readonly list: string;
  readonly user: User;
  /** A line that prepares something, and must succeed. */
  readonly emk: Emk;
  readonly shell: Shell;
  /** Writes a file of this cell, and tells its name. */
  write(text: string, end?: string): string;
  /** Runs a line as the user would, about one person or all. */
  run(line: readonly string[], about?: Person): Promise<void>;
  /** Calls a tool as an agent would. */
  call(tool: string, given: Record<string, unknown>, about?: Person): Promise<void>;
};

/** A run about some people: what was seen, and whether somebody was asked about them. */
export type Heard = {readonly about: Person | undefined; readonly text: string; readonly code: number};

export async function runAs(shell: Shell, user: User, line: readonly string[]): Promise<Omit<Heard, 'about'>> {
  if (user !== 'terminal') {
    const {code, stdout, stderr} = await shell.emk([...line, '--yes'].filter(takesYes(line)));
    return {code, text: stdout + stderr};
  }
  return answering(shell, line);
}

const takesYes = (line: readonly string[]) => (word: string) => word !== '--yes' || !line.includes('--dry-run');

/** Answers at a terminal: no to the door's question, and yes to every other. */
async function answering(shell: Shell, line: readonly string[]): Promise<Omit<Heard, 'about'>> {
  const asked = new Set<string>();
  const {code, stdout, stderr} = await typingAtTerminal(
    shell,
    line,
    async ({shown, ended, type}) => {
      while (!ended()) {
        for (const [question] of stripVTControlCharacters(shown()).matchAll(QUESTION)) {
          if (asked.has(question)) continue;
          asked.add(question);
          type(/anyway\?/.test(question) ? 'n\r' : 'y\r');
        }
        await pause(5);
      }
    },
    400,
  );
  return {code, text: stderr + stdout};
}

/** A question for a yes shows its answers behind it. */
const QUESTION = /[^\n?]*\?(?: \((?:y\/N|Y\/n)\))/g;

/** Calls one tool of an agent that may write. */
export async function callAs(
  shell: Shell,
  tool: string,
  given: Record<string, unknown>,
): Promise<Omit<Heard, 'about'>> {
  const agent = await startAgent(shell, 'mcp --allow-writes --folder .');
  const {failed, says} = await agent.call(tool, given);
  await agent.leave();
  return {code: failed ? 2 : 0, text: JSON.stringify(says)};
}

/** What an outcome is called, from what was heard and what is in the account afterwards. */
export function outcomeOf(
  {out, left, comes}: Person,
  heard: readonly Heard[],
  {isThere, isUnsubscribed}: {readonly isThere: boolean; readonly isUnsubscribed: boolean},
): Outcome {
  const own = heard.filter(({about}) => about === undefined || about.out === out);
  const isNamed = own.some(({text}) =>
    text
      .split(/(?<=[.?])\s/)
      .some(sentence => sentence.includes('unsubscribed') && [left, comes].some(address => sentence.includes(address))),
  );
  if (isThere && isUnsubscribed && isNamed) return 'keeps unsubscribed';
  if (isThere) return isNamed ? 'says so' : 'comes back';
  const text = own.map(each => each.text).join('\n');
  const isMentioned = text.includes('unsubscribed');
  if (/anyway\?/.test(text) && isNamed) return 'asks';
  if (isNamed && own.some(({code}) => code === 2)) return 'refuses';
  return isMentioned ? 'skips' : 'stays out';
}
