import type {MessagePort} from 'node:worker_threads';
import type {LoggedRequest, Sandbox, SandboxOptions, SentMail} from './sandbox-types.js';

/** What the thread of a sandbox is handed at its start: the options, and where the answers go for which a program waits. */
export type Handed = {readonly options: Omit<SandboxOptions, 'warn'>; readonly answers: MessagePort};

/** What a program can ask the thread of its sandbox. */
export type ThreadCalls = {
  now(): Promise<Date>;
  advance(span: string): Promise<Date>;
  addFaults(...faults: string[]): void;
  listFaults(): ReturnType<Sandbox['faults']['list']>;
  clearFaults(): void;
  requests(): Promise<LoggedRequest[]>;
  mail(asked?: Parameters<Sandbox['mail']>[0]): Promise<SentMail[]>;
  reset(): Promise<void>;
  stop(): Promise<void>;
};

/** A call on its way to the thread. With a bell, the program stands still until it rings. */
export type Call = {
  readonly id: number;
  readonly call: keyof ThreadCalls;
  readonly given: readonly unknown[];
  readonly bell?: Int32Array;
};

export type Answer = {readonly result: unknown} | {readonly error: {readonly message: string; readonly code: string}};

/** Where a sandbox is, once it is ready. */
export type Served = Pick<Sandbox, 'url' | 'keys' | 'env'>;
