import {Readable, Writable} from 'node:stream';
import type {RunLine} from '../commands/command.js';
import type {Globals} from '../commands/globals.js';
import type {Budget} from '../effect/budget.js';
import type {ErrorDocument} from '../output/results/documents.schema.js';
import {type Host, hostWith} from '../system/host.js';
import {lineWords} from './line-words.js';

/** What a line has printed: its data, its sentences and its error, as JSON. */
export type Printed = {
  readonly exit: number;
  readonly data: unknown;
  readonly error: object | undefined;
  readonly notices: readonly string[];
};

/** What lines run with: the machine, how to run one, and the account that the server was started for. */
export type Running = {readonly host: Host; readonly runLine: RunLine; readonly globals: Globals};

/**
 * Runs one line in this process, as a script would run it: nobody is asked, stdin is empty, and what it prints is JSON and
 * goes nowhere else. Lines that run at the same time have streams of their own.
 */
export async function runLine(
  {host, runLine: run, globals}: Running,
  words: readonly string[],
  signal: AbortSignal,
  budget?: Budget,
): Promise<Printed & Told> {
  const stdout = collecting();
  const stderr = collecting();
  const exit = await run(
    [...lineWords(globals), '--json', '--no-input', ...words],
    hostWith(host, {
      stdin: Readable.from([]),
      stdout: stdout.stream,
      stderr: stderr.stream,
      interrupted: AbortSignal.any([host.interrupted, signal]),
    }),
    budget,
  );
  const lines = stderr
    .text()
    .split('\n')
    .flatMap(line => (line.startsWith('{') ? [JSON.parse(line) as StderrLine] : []));
  const printed = stdout.text();
  return {
    exit,
    data: printed.trim() === '' ? undefined : JSON.parse(printed),
    error: lines.find(({error}) => error !== undefined)?.error,
    notices: lines.flatMap(({notice, warning}) => (notice ?? warning)?.text ?? []),
  };
}

type Sentence = {readonly text: string};
type StderrLine = {readonly notice?: Sentence; readonly warning?: Sentence} & Partial<ErrorDocument>;

/** The error of a line, as scripts get it. */
export type Told = {readonly error: ErrorDocument['error'] | undefined};

function collecting(): {readonly stream: Writable; text(): string} {
  const pieces: Buffer[] = [];
  return {
    stream: new Writable({
      write(piece: Buffer, _, done) {
        pieces.push(piece);
        done();
      },
    }),
    text: () => Buffer.concat(pieces).toString(),
  };
}
