import {Writable} from 'node:stream';
import {DeclinedError, exitAfter, type InterruptedError, UsageError} from '../errors.js';
import {writeNow} from '../output/text/terminal.js';
import type {AnswerTrail} from '../prompts/answer-trail.js';
import type {Widget} from '../prompts/widget.js';
import {columnsOf} from '../system/columns.js';
import {type Host, mayRedraw} from '../system/host.js';
import {isPersonHere} from '../system/person.js';
import {type Ask, BACK, type Back} from './ask.js';
import type {Globals} from './globals.js';

/** Asks a person at the terminal, on stderr, because stdout is for data, with cleaned texts. */
export function createAsk(
  host: Host,
  {input, color = false}: Pick<Globals, 'input'> & {readonly color?: boolean},
  maskKeys: (text: string) => string = text => text,
  /** Keeps other output off the terminal while a question is shown. */
  hold: () => () => void = () => () => undefined,
  /** Throws where the answers could lead to nothing. */
  before: () => Promise<void> = async () => undefined,
): Ask {
  // Reading the streams opens them, and few commands ever ask.
  const isPossible = (): boolean => isPersonHere(host, host.stderr, input);
  const trail = trailOf(host);
  const putWidget = async <S, A>(widget: Widget<S, A>): Promise<Answered<A>> => {
    if (!isPossible()) throw nobody(widget.question, input);
    await before();
    const inLines = !mayRedraw(host) && !widget.isSecret;
    const putIt = inLines
      ? (await import('../prompts/ask-in-lines.js')).askInLines
      : (await import('../prompts/widget.js')).askOnScreen;
    const put = () => answered(host, context => putIt(widget, {...context, color, keyboard: host.keyboard}), maskKeys);
    const release = hold();
    try {
      return inLines ? await put() : await (await trail()).follow(widget.question, put);
    } finally {
      release();
    }
  };
  /** Asks one question alone. Keys typed before it was on the screen do not count; in a series of questions they do. */
  const putAlone = async <S, A>(widget: Widget<S, A>): Promise<A> => {
    if (isPossible()) await host.keyboard.forget();
    const answered = await putWidget(widget);
    if (!answered) throw new DeclinedError(cancelled(host));
    return answered.answer;
  };
  const guided = async <S, A>(widget: Widget<S, A>): Promise<A | Back> => {
    const answered = await putWidget(widget);
    return answered ? answered.answer : BACK;
  };
  return {
    get possible() {
      return isPossible();
    },
    confirm: async (question, standard = false) => putAlone((await yesOrNo())(question, standard)),
    text: async (question, standard) => putAlone((await texts()).textQuestion(question, {initial: standard}, true)),
    pasted: async sentence => {
      if (!isPossible()) throw nobody(sentence, input);
      await before();
      const release = hold();
      return pasted(host, sentence, maskKeys).finally(release);
    },
    pick: async (question, from) => putAlone((await lists()).pickQuestion(question, {from}, true)),
    lasting: say => sayLasting(host, say, isPossible() ? trail : undefined),
    guided: createGuided(host, guided, isPossible),
  };
}

/** The trail of a run's answers, which its first question creates. */
function trailOf(host: Host): () => Promise<AnswerTrail> {
  let trail: Promise<AnswerTrail> | undefined;
  return () => {
    trail ??= import('../prompts/answer-trail.js').then(({createAnswerTrail}) => createAnswerTrail(host));
    return trail;
  };
}

/** Says what has changed on the way to a run's own work, and keeps it on a screen that is redrawn. */
async function sayLasting(host: Host, say: () => void, trail?: () => Promise<AnswerTrail>): Promise<void> {
  hasChanged.add(host);
  if (trail && mayRedraw(host)) (await trail()).lasting(say);
  else say();
}

const yesOrNo = async () => (await import('../prompts/yes-or-no.js')).yesOrNo;

async function pasted(host: Host, sentence: string, maskKeys: (text: string) => string): Promise<string> {
  const {manyLines} = await import('../prompts/many-lines.js');
  writeNow(host.stderr, `${sentence}\n`, 'words');
  const terminal = {input: host.stdin, output: keptOpen(host.stderr, maskKeys), signal: host.interrupted};
  return manyLines(terminal).catch(asLeft(host));
}

/** Asks questions in a series, each of which can go back. */
const createGuided = (
  host: Host,
  guided: <S, A>(widget: Widget<S, A>) => Promise<A | Back>,
  isPossible: () => boolean,
): Ask['guided'] => ({
  text: async (question, how) => guided((await texts()).textQuestion(question, how, how.canGoBack)),
  secret: async (question, {canGoBack}) =>
    guided((await import('../prompts/secret-question.js')).secretQuestion(question, canGoBack)),
  pick: async (question, how) => guided((await lists()).pickQuestion(question, how, how.canGoBack)),
  several: async (question, how) => guided((await lists()).severalQuestion(question, how, how.canGoBack)),
  match: async (question, how) =>
    guided((await import('../prompts/match-question.js')).matchQuestion(question, how, how.canGoBack)),
  confirm: async (question, {canGoBack}) => {
    if (isPossible()) await host.keyboard.forget();
    return guided((await yesOrNo())(question, false, canGoBack));
  },
  path: async (question, how) => {
    const {completePath, fileProblem, meantPath} = await import('../prompts/complete-path.js');
    const asPath = {
      ...how,
      complete: (line: string) => completePath(line, host),
      problem: (line: string) => fileProblem(line, host) ?? how.problem?.(meantPath(line, host)),
    };
    const typed = await guided((await texts()).textQuestion(question, asPath, how.canGoBack));
    return typed === BACK ? BACK : meantPath(typed, host);
  },
});

const texts = () => import('../prompts/text-question.js');
const lists = () => import('../prompts/list-question.js');

type Answered<A> = {readonly answer: A} | undefined;

type PromptContext = {
  readonly input: Host['stdin'];
  readonly output: Writable & {readonly columns: number};
  readonly signal: AbortSignal;
  afterwards(text: string): void;
};

const nobody = (question: string, input: boolean): UsageError =>
  new UsageError(`emk has no terminal to ask "${question}".`, {
    hint: input
      ? 'Give the answer as an option: "--help" shows them.'
      : 'Give the answer as an option. emk asks nobody with --no-input, EMK_NO_INPUT or CI set, and in the shell of an agent.',
  });

/** Runs one prompt. At Ctrl-D it would never settle; the pause of the input shows that it has ended. */
async function answered<T>(
  host: Host,
  prompt: (context: PromptContext) => Promise<T>,
  maskKeys: (text: string) => string,
): Promise<T> {
  const closed = new AbortController();
  const close = () => closed.abort();
  host.stdin.once('pause', close).once('end', close);
  try {
    return await prompt({
      input: host.stdin,
      output: keptOpen(host.stderr, maskKeys),
      signal: AbortSignal.any([closed.signal, host.interrupted]),
      afterwards: text => writeNow(host.stderr, maskKeys(text), 'moved'),
    });
  } catch (error) {
    return asLeft(host)(error);
  } finally {
    host.stdin.off('pause', close).off('end', close);
  }
}

const leavings = ['ExitPromptError', 'AbortPromptError', 'CancelPromptError'];

const asLeft =
  (host: Host) =>
  (error: unknown): never => {
    throw error instanceof Error && leavings.includes(error.name) ? left(host) : error;
  };

const left = (host: Host): InterruptedError => new DeclinedError(cancelled(host), {exit: exitAfter(host.interrupted)});

const cancelled = (host: Host): string => `Cancelled. Nothing ${hasChanged.has(host) ? 'else ' : ''}was changed.`;

/** The machines whose run has changed something on the way to its own work, such as a list for a new contact. */
const hasChanged = new WeakSet<Host>();

/** Keeps stderr open, which a prompt would end, and passes chunks on at once, to keep their order. */
function keptOpen(stderr: Host['stderr'], maskKeys: (text: string) => string): PromptContext['output'] {
  const output = new Writable({
    write: (chunk, _encoding, done) => {
      writeNow(stderr, maskKeys(String(chunk)), 'moved');
      done();
    },
  });
  const resized = () => output.emit('resize');
  stderr.on('resize', resized);
  output.once('finish', () => stderr.off('resize', resized));
  return Object.defineProperties(output, {
    isTTY: {value: true},
    columns: {get: () => columnsOf(stderr)},
  }) as PromptContext['output'];
}
