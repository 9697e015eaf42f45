/** emk in this process, at its own terminal: questions draw and accept the same, and nothing has to be started. */
import {PassThrough, Writable} from 'node:stream';
import {setTimeout as pause} from 'node:timers/promises';
import {run} from '../../src/cli/main.js';
import {fakeHost} from './fake-host.js';

/** What a terminal knows about its program. */
export type Running = {
  onData(hear: (data: string) => void): unknown;
  onExit(hear: (end: {readonly exitCode: number}) => void): unknown;
  write(keys: string): void;
  resize(columns: number, rows: number): void;
};

type Start = {
  readonly columns: number;
  readonly rows: number;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly now?: (() => Date) | undefined;
};

/** Runs a line. Ctrl-C is a key while a question is open, and interrupts the work at any other time. */
export function startHere(words: readonly string[], {columns, rows, cwd, env, now = () => new Date()}: Start): Running {
  const interruption = new AbortController();
  let show: (data: string) => void = () => undefined;
  const stream = () =>
    Object.assign(
      new Writable({
        write(chunk, _, done) {
          show(String(chunk).replaceAll('\n', '\r\n'));
          done();
        },
      }),
      {isTTY: true, columns, rows},
    );
  const [stdout, stderr] = [stream(), stream()];
  const typed: string[] = [];
  const isHeard = (): boolean => stdin.isRaw || stdin.readableFlowing === true;
  /** A terminal keeps what is typed between two questions; one reads keys only after the turn that asks it. */
  const hand = () => {
    if (typed.length === 0 || !isHeard()) return;
    setImmediate(() => setImmediate(() => isHeard() && stdin.push(typed.splice(0).join(''))));
  };
  const stdin = Object.assign(new PassThrough(), {
    isTTY: true,
    isRaw: false,
    setRawMode(raw: boolean) {
      stdin.isRaw = raw;
      hand();
    },
  });
  stdin.on('resume', hand);
  const host = fakeHost({
    ...{cwd, home: cwd, env, stdin, stdout, stderr},
    interrupted: interruption.signal,
    now,
    elapsed: () => performance.now(),
    sleep: (milliseconds, signal) => pause(milliseconds, undefined, signal ? {signal} : {}),
  });
  return {
    onData: hear => {
      show = hear;
    },
    onExit: hear => void run(words, host).then(exitCode => hear({exitCode})),
    write(keys) {
      if (keys === '\u0003' && !stdin.isRaw) interruption.abort('SIGINT');
      else {
        typed.push(keys);
        hand();
      }
    },
    resize(to, high) {
      for (const each of [stdout, stderr]) {
        Object.assign(each, {columns: to, rows: high});
        each.emit('resize');
      }
    },
  };
}
