import {MessageChannel, receiveMessageOnPort, Worker} from 'node:worker_threads';
import {plainError} from './plain-error.js';
import type {SandboxOptions} from './sandbox-types.js';
import type {Answer, Call, Handed, Served, ThreadCalls} from './thread-calls.js';

/** The thread of a sandbox as its program sees it. */
type Thread = {
  readonly served: Served;
  ask<C extends keyof ThreadCalls>(
    call: C,
    ...given: Parameters<ThreadCalls[C]>
  ): Promise<Awaited<ReturnType<ThreadCalls[C]>>>;
  /** The same, standing still until the answer is there. */
  askNow<C extends keyof ThreadCalls>(
    call: C,
    ...given: Parameters<ThreadCalls[C]>
  ): Awaited<ReturnType<ThreadCalls[C]>>;
  end(): Promise<void>;
};

type Waiting = {resolve(result: unknown): void; reject(error: Error): void};

/** Opens the thread of a sandbox. It keeps the process alive only while it has something to answer. */
export async function openThread(program: string, {warn, ...options}: SandboxOptions): Promise<Thread> {
  const {port1: answers, port2} = new MessageChannel();
  const handed: Handed = {options, answers: port2};
  const worker = new Worker(program, {workerData: handed, transferList: [port2]});
  const waiting = new Map<number, Waiting>();
  let last = 0;
  const settle = (id: number, answer: Answer): void => {
    const asked = waiting.get(id);
    waiting.delete(id);
    if (waiting.size === 0) worker.unref();
    if ('error' in answer) asked?.reject(toError(answer));
    else asked?.resolve(answer.result);
  };
  let gone: Error | undefined;
  const fail = (error: Error): void => {
    gone ??= plainError(`The sandbox broke: ${error.message}`, 'bug');
    for (const id of [...waiting.keys()])
      settle(id, {error: {message: `The sandbox broke: ${error.message}`, code: 'bug'}});
  };
  worker.on('message', ({warning, id, ...answer}: {warning?: string; id: number} & Answer) =>
    warning === undefined ? settle(id, answer) : warn?.(warning),
  );
  worker.on('error', fail);
  worker.on('exit', () => fail(new Error('its thread has ended.')));
  const answerTo = (id: number): Promise<unknown> =>
    new Promise((resolve, reject) => {
      if (gone) return reject(gone);
      waiting.set(id, {resolve, reject});
      worker.ref();
    });
  const send = (call: Call): void => worker.postMessage(call);

  const end = async (): Promise<void> => {
    await worker.terminate();
  };
  try {
    return {
      served: (await answerTo(0)) as Served,
      ask(call, ...given) {
        const answer = answerTo(++last);
        send({id: last, call, given});
        return answer as never;
      },
      askNow(call, ...given) {
        if (gone) throw gone;
        const bell = new Int32Array(new SharedArrayBuffer(4));
        send({id: 0, call, given, bell});
        Atomics.wait(bell, 0, 0, LONGEST);
        const answer: Answer | undefined = receiveMessageOnPort(answers)?.message;
        if (!answer) throw plainError('The sandbox does not answer.', 'bug');
        if ('error' in answer) throw toError(answer);
        return answer.result as never;
      },
      end,
    };
  } catch (error) {
    await end();
    throw error;
  }
}

/** How long a program stands still for an answer, in milliseconds. */
const LONGEST = 30_000;

const toError = ({error: {message, code}}: Extract<Answer, {error: unknown}>): Error => plainError(message, code);
