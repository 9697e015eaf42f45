import {Readable, Writable} from 'node:stream';
import {type Budget, createBudget, type Over} from '../change/effect/budget.js';
import {touchedBy} from '../change/effect/effect.js';
import type {RunLine} from '../commands/command.js';
import {accountWords, type Globals} from '../commands/globals.js';
import {PreflightError} from '../core/errors.js';
import {type Host, hostWith} from '../core/system/host.js';
import {errorDocument} from '../output/messages/error-text.js';
import type {ErrorDocument} from '../output/results/documents.js';
import {harmless, type Printed, toAgent, toAnswer} from './answer.js';
import {createQuestions, createSends, type GivenAnswer} from './asking.js';
import {toWords} from './line-of-call.js';
import type {Answer, Call} from './protocol.js';
import {type Allowed, confirmSend, type PlacedTool} from './tools.js';

/** What lines run with: the machine, how to run one, and the account that the server was started for. */
type Running = {readonly host: Host; readonly runLine: RunLine; readonly globals: Globals};

type Serving = Running & Allowed;

/** Answers calls: runs the line that a call means, and makes of what it prints an answer of a good length. */
export function createCalls(tools: readonly PlacedTool[], running: Serving): (call: Call) => Promise<Answer> {
  const questions = createQuestions();
  const sends = createSends(running.sends, questions);
  const budgets = createBudget();

  async function run(call: Call): Promise<Answer> {
    const {name, given, signal} = call;
    const placed = tools.find(({tool}) => tool.name === name);
    if (!placed) throw new TypeError(`There is no tool ${name}.`);
    const {words, part} = toWords(placed, given, running);
    const {isPrepared} = placed.tool;
    if (isPrepared) sends.mustSayWhen(given);
    const budget = budgets.forCall(grantedBy(questions.answerTo(call)));
    const printed = await print({words, signal, budget});
    const over = budget.over();
    if (over && call.canAsk) return questions.ask(call, questionAbout(over));
    if (isPrepared && printed.exit === 0) sends.keep(given, words, printed.data);
    return toAnswer(printed, part);
  }

  async function confirmed(call: Call): Promise<Answer> {
    const agreed = sends.agreed(call);
    if ('asks' in agreed || 'says' in agreed) return agreed;
    return toAnswer(await print({words: agreed, signal: call.signal}), undefined);
  }

  const print = async (line: Line): Promise<Printed> => harmless(await runLine(running, line), running) as Printed;

  return call =>
    (call.name === confirmSend.name ? confirmed : run)(call).catch((error: unknown): Answer => {
      const says = harmless({error: toAgent(errorDocument(error).error)}, running);
      return {says: says as Readonly<Record<string, unknown>>, failed: true};
    });
}

type Line = Pick<Call, 'signal'> & {readonly words: readonly string[]; readonly budget?: Budget};

/** How much a person lets a call touch; undefined if nobody was asked. */
function grantedBy(answer: GivenAnswer): number | undefined {
  if (answer?.agreed === false) throw new PreflightError('Nobody has confirmed this.', {hint: 'Nothing was changed.'});
  return answer?.number;
}

const questionAbout = ({effect, deed}: Over) => ({
  asks: `An agent wants to ${deed}.\nTo let it, type how many records and people that are (${touchedBy(effect)}).`,
  label: 'Number of records and people',
  number: touchedBy(effect),
});

/**
 * Runs one line in this process, as a script would run it: nobody is asked, stdin is empty, and what it prints is JSON and
 * goes nowhere else. Lines that run at the same time have streams of their own.
 */
async function runLine({host, runLine: run, globals}: Running, {words, signal, budget}: Line): Promise<Printed> {
  const stdout = collecting();
  const stderr = collecting();
  const exit = await run(
    [...serverWords(globals), '--json', '--no-input', ...words],
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

/** The options that every line of a server starts with. They are those of the server, and no agent can change them. */
const serverWords = (globals: Globals): readonly string[] => [
  ...accountWords(globals),
  ...(globals.confirm === undefined ? [] : [`--confirm=${globals.confirm}`]),
  ...(globals.dryRun ? ['--dry-run'] : []),
  ...(globals.retries === undefined ? [] : [`--retries=${globals.retries}`]),
  ...(globals.timeout === undefined ? [] : [`--timeout=${globals.timeout}ms`]),
];

type Sentence = {readonly text: string};
type StderrLine = {readonly notice?: Sentence; readonly warning?: Sentence} & Partial<ErrorDocument>;

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
