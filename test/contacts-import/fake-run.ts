/** Runs imports against the service in memory, each in its own folder. */

import {mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {Readable, Writable} from 'node:stream';
import {createAgree} from '../../src/commands/agree.js';
import type {Context} from '../../src/commands/command.js';
import type {Globals} from '../../src/commands/globals.js';
import type {ImportInput, SyncInput} from '../../src/contacts/command/options.js';
import {resumeImport} from '../../src/contacts/command/resume.js';
import {startImport, startSync} from '../../src/contacts/command/start.js';
import {type UndoInput, undoImport} from '../../src/contacts/command/undo.js';
import {isOpen, pastRuns} from '../../src/contacts/journal/runs.js';
import type {ImportResult, SyncResult, UndoResult} from '../../src/contacts/run/result.js';
import {EmkError} from '../../src/core/errors.js';
import type {Result} from '../../src/output/results/result.js';
import {nobody} from '../accounts/fake-context.js';
import {fakeHost} from '../accounts/fake-host.js';
import {quietGlobals} from '../quiet-globals.js';
import {createFakeService, type FakeService} from './fake-service.js';

export type Ended<T = ImportResult> = {
  readonly exit: number;
  readonly error: EmkError | undefined;
  readonly data: T | undefined;
};

export type FakeRun = {
  readonly service: FakeService;
  readonly folder: string;
  readonly said: string[];
  readonly context: Context;
  readonly interrupt: AbortController;
  write(name: string, text: string): void;
  read(name: string): string;
  import(input?: Partial<ImportInput>): Promise<Ended>;
  sync(input?: Partial<SyncInput>): Promise<Ended<SyncResult>>;
  /** The same as a dry run. */
  plan(input?: Partial<SyncInput>): Promise<Ended<SyncResult>>;
  undo(input?: Partial<UndoInput>): Promise<Ended<UndoResult>>;
  resume(): Promise<Ended>;
  /** Whether there is a run to resume. */
  resumable(): boolean;
  close(): void;
};

export function startFakeRun(globals: Partial<Globals> = {}): FakeRun {
  const folder = mkdtempSync(join(tmpdir(), 'emk-import-'));
  const service = createFakeService();
  const said: string[] = [];
  const interrupt = new AbortController();
  const nowhere = () => new Writable({write: (_chunk, _encoding, done) => done()});
  const host = fakeHost({
    env: {EMK_STATE_DIR: join(folder, 'state')},
    cwd: folder,
    home: folder,
    program: ['emk'],
    stdin: Readable.from([]),
    stdout: nowhere(),
    stderr: nowhere(),
    interrupted: interrupt.signal,
    now: () => new Date(service.now + service.setBy),
    elapsed: () => service.now,
    async sleep(milliseconds, signal) {
      if (signal?.aborted) return;
      service.now += milliseconds;
    },
    random: () => 0.5,
    alive: () => true,
    lockWait: {longest: 0, says() {}},
  });
  const context: Context = {
    call: service.call,
    send: service.send,
    stream: service.stream,
    raw: service.raw,
    untiring: service.untiring,
    persist: service.persist,
    host,
    globals: {...quietGlobals, ...globals},
    reader: 'people',
    screenWidth: undefined,
    account: async () => ({
      name: 'test',
      source: 'environment',
      baseUrl: 'http://127.0.0.1:9/api',
      publicKey: 'pk',
      secretKey: 'sk',
      guard: 'none',
    }),
    connect: () => service,
    answered: () => undefined,
    called: (_parameter, value) => String(value),
    until: () => service,
    ask: {
      ...nobody,
      confirm: async () => true,
      pasted: async () => '',
      text: async () => '',
      pick: async (_question, choices) => {
        const [first] = typeof choices === 'function' ? [] : choices;
        if (!first) throw new Error('nothing to pick');
        return first.value;
      },
    },
    agree: createAgree(
      {possible: false, confirm: async () => true},
      {...quietGlobals, ...globals, yes: true, reader: 'people'},
      async () => {},
    ),
    mayChange: async () => {},
    zones: () => ({}),
    takeTurns: (_thing, _work, act) => act(false),
    keepDeleted: async () => undefined,
    notice: sentence => said.push(sentence),
    warn: sentence => said.push(`! ${sentence}`),
    progress: {show() {}, clear() {}},
  };
  return {
    service,
    folder,
    said,
    context,
    interrupt,
    write: (name, text) => writeFileSync(join(folder, name), text),
    read: name => readFileSync(join(folder, name), 'utf8'),
    import: input => ended(startImport(context, {file: 'leads.csv', list: 'Leads', ...input})),
    sync: input => ended(startSync(context, {file: 'leads.csv', list: 'Leads', ...input})),
    plan: input =>
      ended(
        startSync(
          {...context, globals: {...context.globals, dryRun: true}, agree: async () => ({}) as never},
          {file: 'leads.csv', list: 'Leads', ...input},
        ),
      ),
    undo: input =>
      ended(
        undoImport(context, {id: pastRuns(host).at(-1)?.header.id ?? '', max_delete: 1000, ...input}).then(
          ({result}) => result,
        ),
      ),
    resume: () => ended(resumeImport(context, {})),
    resumable: () => pastRuns(host).some(isOpen),
    close: () => rmSync(folder, {recursive: true, force: true}),
  };
}

/** A file of `count` rows: `p0@example.com`, `p1@example.com`, … */
export const leads = (count: number, from = 0): string =>
  ['email,first_name', ...Array.from({length: count}, (_, at) => `p${from + at}@example.com,First${from + at}`)].join(
    '\n',
  );

async function ended<T = ImportResult>(result: Promise<Result>): Promise<Ended<T>> {
  try {
    const given = await result;
    if (given.kind !== 'data') throw new Error(`An import gave ${given.kind}`);
    return {exit: given.error?.exit ?? 0, error: given.error, data: given.data as T};
  } catch (error) {
    if (!(error instanceof EmkError)) throw error;
    return {exit: error.exit, error, data: undefined};
  }
}
