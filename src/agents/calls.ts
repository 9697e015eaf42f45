import {randomUUID} from 'node:crypto';
import {Readable, Writable} from 'node:stream';
import {accountWords, type Globals, type RunLine} from '../change/context.js';
import {type Budget, type Claim, type Effect, effectInWords, touchedBy} from '../change/effect/effect.js';
import {NotFoundError, PreflightError} from '../core/errors.js';
import {type Host, hostWith} from '../core/system/host.js';
import {counted, lowerFirst} from '../core/words/sentence.js';
import type {CheckedSend} from '../mailings/send.js';
import {toErrorDocument} from '../output/messages/error-text.js';
import type {ErrorDocument} from '../output/results/documents.js';
import {clean} from '../output/text/sanitise.js';
import {harmless, type Printed, toAgent, toAnswer} from './answer.js';
import {toWords} from './line-of-call.js';
import type {Call, CallAnswer} from './protocol.js';
import {type Allowed, confirmSend, type PlacedTool} from './tools.js';

/** What lines run with: the machine, how to run one, and the account that the server was started for. */
type Running = {readonly host: Host; readonly runLine: RunLine; readonly globals: Globals};

type AllowedRun = Running & Allowed;

/** Answers calls: runs the line that a call means, and makes of what it prints an answer of a good length. */
export function createCalls(tools: readonly PlacedTool[], running: AllowedRun): (call: Call) => Promise<CallAnswer> {
  const questions = createQuestions();
  const sends = createSends(running.sends, questions);
  const budgets = createBudget();

  async function run(call: Call): Promise<CallAnswer> {
    const {name, given, signal} = call;
    const placed = tools.find(({tool}) => tool.name === name);
    if (!placed) throw new TypeError(`There is no tool ${name}.`);
    const {words, part} = toWords(placed, given, running);
    const {isPrepared} = placed.tool;
    const budget = budgets.forCall(grantedBy(questions.answerTo(call)));
    const printed = await print({words, signal, budget});
    const over = budget.over();
    if (over && call.canAsk) return questions.ask(call, questionAbout(over));
    if (isPrepared && printed.exit === 0) sends.keep(given, words, printed.data);
    return toAnswer(printed, part);
  }

  async function confirmed(call: Call): Promise<CallAnswer> {
    const agreed = sends.agreed(call);
    if ('asks' in agreed || 'says' in agreed) return agreed;
    return toAnswer(await print({words: agreed, signal: call.signal}), undefined);
  }

  const print = async (line: ToolRun): Promise<Printed> => harmless(await runLine(running, line)) as Printed;

  return call =>
    (call.name === confirmSend.name ? confirmed : run)(call).catch((error: unknown): CallAnswer => {
      const says = harmless({error: toAgent(toErrorDocument(error).error)});
      return {says: says as Readonly<Record<string, unknown>>, failed: true};
    });
}

type ToolRun = Pick<Call, 'signal'> & {readonly words: readonly string[]; readonly budget?: Budget};

/** How much a person lets a call touch; undefined if nobody was asked. */
function grantedBy(answer: GivenAnswer): number | undefined {
  if (answer?.agreed === false) throw new PreflightError('Nobody has confirmed this.', {hint: 'Nothing was changed.'});
  return answer?.number;
}

const questionAbout = ({effect, deed}: Over) => ({
  asks: `An agent wants to ${deed}.\nTo let it, type how many records and people that are (${touchedBy(effect)}).`,
  number: touchedBy(effect),
});

/**
 * Runs one line in this process, as a script would run it: nobody is asked, stdin is empty, and what it prints is JSON and
 * goes nowhere else. Lines that run at the same time have streams of their own.
 */
async function runLine({host, runLine: run, globals}: Running, {words, signal, budget}: ToolRun): Promise<Printed> {
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

/** What a person is asked to type: a number, which the question shows. */
type OpenQuestion = {readonly asks: string; readonly number: number};

/** What a person has answered to the question of a call; undefined if the call brings no answer. */
type GivenAnswer = {readonly agreed: boolean; readonly number: number} | undefined;

type OpenQuestions = {
  ask(call: Call, question: OpenQuestion): CallAnswer;
  answerTo(call: Call): GivenAnswer;
};

/**
 * Keeps the one question that is open for each call, under a handle made up for it. An answer counts once, and only with
 * that handle: a late one, one to another question, and one that nobody asked for stop the call.
 */
function createQuestions(): OpenQuestions {
  const open = new Map<string, {readonly handle: string; readonly number: number}>();
  const keyOf = ({name, given}: Call): string => JSON.stringify([name, given]);
  return {
    ask(call, {asks, number}) {
      const handle = randomUUID();
      open.set(keyOf(call), {handle, number});
      return {asks, handle};
    },
    answerTo(call) {
      const {answer} = call;
      if (!answer) return undefined;
      const question = open.get(keyOf(call));
      if (question === undefined || question.handle !== answer.to)
        throw new PreflightError('This answers no question that is open.', {
          hint: 'Nothing was changed. Call the tool again, so that the person is asked again.',
        });
      open.delete(keyOf(call));
      return {agreed: answer.number === question.number, number: question.number};
    },
  };
}

/** What was prepared and not sent yet, and what a person says to it. */
type Sends = {
  /** Keeps what was shown, under its digest. */
  keep(given: Call['given'], words: readonly string[], shown: unknown): void;
  /** The words of the line that sends it, or the question to a person. */
  agreed(call: Call): readonly string[] | CallAnswer;
};

type PreparedSend = {
  readonly words: readonly string[];
  readonly people: number;
  readonly card: CheckedSend['card'];
};

/** Keeps prepared mailings until each is sent once, or refused. */
function createSends({unattended, maxRecipients}: Allowed['sends'], questions: OpenQuestions): Sends {
  const kept = new Map<string, PreparedSend>();

  return {
    keep({mailing}, words, shown) {
      const {digest, people, card} = shown as CheckedSend;
      if (digest === null) return;
      const limits = [`--expect-digest=${digest}`, `--min-recipients=${people}`, `--max-recipients=${people}`, '--yes'];
      const [branch = '', , ...rest] = words;
      const verb = mailing === undefined ? 'create' : 'update';
      kept.set(digest, {words: [branch, verb, ...limits, ...rest], people, card});
    },
    agreed(call) {
      const digest = String(call.given['digest']);
      const prepared = kept.get(digest);
      if (!prepared) {
        throw new NotFoundError('No mailing with this digest is waiting to be confirmed.', {
          hint: 'Nothing was sent. Call prepare_send, and use the digest that it gives.',
        });
      }
      const {people, words} = prepared;
      const answer = questions.answerTo(call);
      const isTooMany = maxRecipients !== undefined && people > maxRecipients;
      if (call.canAsk && !answer && !isTooMany) return questions.ask(call, {asks: question(prepared), number: people});
      kept.delete(digest);
      if (isTooMany)
        throw refused(`It goes to ${inPeople(people)}, and this server may mail ${maxRecipients} at most.`);
      if (answer?.agreed === false) throw refused(`Nobody has confirmed that it goes to ${inPeople(people)}.`);
      if (!answer && !unattended)
        throw refused(
          'A person must confirm a mailing, and your program cannot ask one.',
          'Nothing was sent. A person can send it with emk, or start this server with --allow-sends=unattended --max-recipients N.',
        );
      return words;
    },
  };
}

const refused = (message: string, hint = 'Nothing was sent.'): PreflightError => new PreflightError(message, {hint});

const inPeople = (count: number): string => counted(count, 'person', 'people');

const question = ({people, card}: PreparedSend): string =>
  [
    'An agent wants to send this mailing:',
    ...card
      .filter(({about}) => about !== 'Digest')
      .map(({about, fact}) => (about === '' ? clean(fact) : `${about}: ${clean(fact)}`)),
    `To send it, type the number of people who get it (${people}).`,
  ].join('\n');

/** What a call wanted beyond its budget, in words that follow "wants to". */
type Over = {readonly effect: Effect; readonly deed: string};

type OfCall = Budget & {over(): Over | undefined};

/** How many records and people a call may touch, and all calls of a server together. */
const perCall = 25;

const perSession = 250;

/**
 * The one budget of all tools of a server. With the yes of a person, a call may touch as much as the person saw. What mails
 * people, or cannot be undone, is never in the budget.
 */
function createBudget(): {forCall(granted: number | undefined): OfCall} {
  let inSession = 0;
  return {
    forCall(granted) {
      let inCall = 0;
      let over: Over | undefined;
      return {
        over: () => over,
        claim(effect, about) {
          const count = touchedBy(effect);
          inCall += count;
          const isMuch = inCall > perCall || inSession + count > perSession;
          const isOver = granted === undefined ? isMuch || needsPerson(effect, about) : inCall > granted;
          if (isOver) {
            over = {effect, deed: deed(effect, about)};
            throw tooMuch(over, isMuch);
          }
          if (granted === undefined) inSession += count;
        },
      };
    },
  };
}

const needsPerson = (effect: Effect, {isForGood}: Claim = ofChanges): boolean =>
  touchedBy(effect) > 0 && (isForGood || effect.does.includes('sends'));

const ofChanges: Claim = {what: undefined, isForGood: false};

const deed = (effect: Effect, about: Claim = ofChanges): string =>
  needsPerson(effect, about) && about.what !== undefined ? lowerFirst(about.what) : effectInWords(effect);

const tooMuch = ({deed}: Over, isMuch: boolean): PreflightError =>
  new PreflightError(
    `This would ${deed}. ${isMuch ? `An agent may touch no more than ${perCall} records and people at once, and ${perSession} in all.` : 'An agent may not do that by itself.'}`,
    {hint: 'Nothing was changed. A person has to confirm it, or can do it with emk.'},
  );
