import {Writable} from 'node:stream';
import {InterruptedError, UsageError} from '../errors.js';
import {clean} from '../output/sanitise.js';
import type {Host} from '../system/host.js';
import type {Globals} from './globals.js';

/** Questions to a person. Each throws a `UsageError` where nobody is there to answer. */
export type Ask = {
  /** Whether somebody is there to answer. */
  readonly possible: boolean;
  /** Enter alone means the standard, no unless something else is said. */
  confirm(question: string, standard?: boolean): Promise<boolean>;
  /** Enter alone means the standard, where there is one. */
  text(question: string, standard?: string): Promise<string>;
  secret(question: string): Promise<string>;
  pick<T>(question: string, choices: ReadonlyArray<{readonly name: string; readonly value: T}>): Promise<T>;
};

/**
Asks a person at the terminal. Questions go to stderr, since stdout belongs to data, and are cleaned: they name records,
and a record's name must not steer the terminal that a yes is typed into.
*/
export function createAsk(host: Host, {input}: Pick<Globals, 'input'>): Ask {
  // Looking at the streams opens them, and few commands ever ask.
  const isPossible = (): boolean => input && host.stdin.isTTY === true && host.stderr.isTTY === true;
  const put = async <T>(question: string, prompt: (context: PromptContext) => Promise<T>): Promise<T> => {
    if (!isPossible()) throw nobody(question, input);
    return answered(host, prompt);
  };
  return {
    get possible() {
      return isPossible();
    },
    confirm: (question, standard = false) =>
      put(question, async context =>
        (await import('@inquirer/confirm')).default({message: clean(question), default: standard}, context),
      ),
    text: (question, standard) =>
      put(question, async context =>
        (await import('@inquirer/input')).default(
          {message: clean(question), validate: needed, ...(standard !== undefined && {default: clean(standard)})},
          context,
        ),
      ),
    secret: question =>
      put(question, async context =>
        (await import('@inquirer/password')).default(
          {message: clean(question), mask: false, validate: needed},
          context,
        ),
      ),
    pick: (question, choices) =>
      put(question, async context =>
        (await import('@inquirer/select')).default(
          {message: clean(question), choices: choices.map(each => ({...each, name: clean(each.name)}))},
          context,
        ),
      ),
  };
}

type PromptContext = {readonly input: Host['stdin']; readonly output: Writable; readonly signal: AbortSignal};

const needed = (answer: string): true | string => answer.trim() !== '' || 'Something is needed here.';

const nobody = (question: string, input: boolean): UsageError =>
  new UsageError(`emk would ask "${question}", and nobody is there to answer.`, {
    hint: input
      ? 'Give the answer as an option: "--help" shows them.'
      : 'Give the answer as an option, or allow questions again by leaving out --no-input and EMK_NO_INPUT.',
  });

/**
Runs one prompt. At the end of the input (Ctrl-D) the prompt would never settle and emk would end without a message; the
pause of the input that comes with it is taken as the sign.
*/
async function answered<T>(host: Host, prompt: (context: PromptContext) => Promise<T>): Promise<T> {
  const closed = new AbortController();
  const close = () => closed.abort();
  host.stdin.once('pause', close).once('end', close);
  try {
    return await prompt({
      input: host.stdin,
      output: keptOpen(host.stderr),
      signal: AbortSignal.any([closed.signal, host.interrupted]),
    });
  } catch (error) {
    if (error instanceof Error && leavings.includes(error.name)) throw left(host);
    throw error;
  } finally {
    host.stdin.off('pause', close).off('end', close);
  }
}

const leavings = ['ExitPromptError', 'AbortPromptError', 'CancelPromptError'];

const left = ({interrupted}: Host): InterruptedError =>
  new InterruptedError('The question was left without an answer. Nothing was changed.', {
    exit: interrupted.reason === 'SIGTERM' ? 143 : 130,
  });

/**
A prompt ends the stream it writes to, but stderr is needed afterwards. The chunks are passed on at once, or the next
message could overtake the end of the prompt's line.
*/
function keptOpen(stderr: Host['stderr']): Writable {
  const output = new Writable({
    write: (chunk, _encoding, done) => {
      stderr.write(chunk);
      done();
    },
  });
  return Object.assign(output, {isTTY: true, columns: stderr.columns ?? 80});
}
