import {type Budget, createBudget} from '../effect/budget.js';
import {type Effect, effectInWords, touchedBy} from '../effect/effect.js';
import {PreflightError} from '../errors.js';
import {errorDocument} from '../output/messages/error-text.js';
import type {ErrorDocument} from '../output/messages/message.schema.js';
import {capital} from '../words/letters.js';
import {lookUp} from '../words/look-up.js';
import {harmless} from './harmless.js';
import {confirmSend, more} from './own-tools.js';
import {type PlacedTool, parametersOf} from './placed-tool.js';
import type {Answer, Call} from './protocol.js';
import {createQuestions, type GivenAnswer} from './questions.js';
import {createRests, type Rest} from './rest.js';
import {type Printed, type Running, runLine} from './run-line.js';
import {createSends} from './sends.js';
import {pieceOf, toAnswer} from './to-answer.js';
import {toWords} from './to-words.js';
import type {Allowed} from './tool.js';

/** Answers calls: runs the line that a call means, and makes of what it prints an answer of a good length. */
export function createCalls(tools: readonly PlacedTool[], running: Serving): (call: Call) => Promise<Answer> {
  const {keep, find} = createRests();
  const questions = createQuestions();
  const sends = createSends(running.sends, questions);
  const budgets = createBudget();
  const forAgents = (error: ErrorDocument['error'], called?: PlacedTool): object =>
    errorForAgents(error, {called, tools, branches: running.branches});

  async function run(call: Call, from = 0): Promise<Answer> {
    const {name, given, signal} = call;
    const placed = tools.find(({tool}) => tool.name === name);
    if (!placed) throw new TypeError(`There is no tool ${name}.`);
    const {words, limit} = toWords(placed, given, running);
    const {inParts, needs} = placed.tool;
    const prepares = needs?.includes('sends') === true;
    if (prepares) sends.mustSayWhen(given);
    // One record more tells whether there are any.
    const line = inParts ? [words[0] ?? '', `--limit=${from + limit + 1}`, ...words.slice(1)] : words;
    const list = inParts ? (next: number): Rest => ({tool: name, given, from: next}) : undefined;
    const budget = budgets.forCall(grantedBy(questions.answerTo(call)));
    const printed = await print({words: line, signal, called: placed, budget});
    const over = budget.over();
    if (over && call.canAsk) return questions.ask(call, questionAbout(over));
    if (prepares && printed.exit === 0) sends.keep(given, words, printed.data);
    return toAnswer(printed, {list, from, limit, keep});
  }

  async function print({words, signal, called, budget}: Line): Promise<Printed> {
    const {error, ...printed} = await runLine(running, words, signal, budget);
    const told = error && forAgents(error, called);
    return {...(harmless({...printed, error: told}, running) as Printed), exit: printed.exit};
  }

  async function continued(call: Call): Promise<Answer> {
    const rest = find(call.given['next']);
    return 'text' in rest ? pieceOf(rest, keep) : run({...call, name: rest.tool, given: rest.given}, rest.from);
  }

  async function confirmed(call: Call): Promise<Answer> {
    const agreed = sends.agreed(call);
    if ('asks' in agreed || 'says' in agreed) return agreed;
    return toAnswer(await print({words: agreed, signal: call.signal}), {list: undefined, from: 0, limit: 1, keep});
  }

  const byName: Readonly<Record<string, (call: Call) => Promise<Answer>>> = {
    [more.name]: continued,
    [confirmSend.name]: confirmed,
  };

  return call =>
    (lookUp(byName, call.name) ?? run)(call).catch((error: unknown): Answer => {
      const {error: document} = errorDocument(error, {fieldNames: () => undefined});
      const says = harmless({error: forAgents(document)}, running);
      return {says: says as Readonly<Record<string, unknown>>, failed: true};
    });
}

/** `branches` are the first words of all commands. */
type Serving = Running & Allowed & {readonly branches: readonly string[]};

type Line = Pick<Call, 'signal'> & {
  readonly words: readonly string[];
  readonly called?: PlacedTool;
  readonly budget?: Budget;
};

/** How much a person lets a call touch; undefined if nobody was asked. */
function grantedBy(answer: GivenAnswer): number | undefined {
  if (answer?.agreed === false) throw new PreflightError('Nobody has confirmed this.', {hint: 'Nothing was changed.'});
  return answer?.number;
}

const questionAbout = (effect: Effect) => ({
  asks: `An agent wants to ${effectInWords(effect)}.\nTo let it, type how many records and people that are (${touchedBy(effect)}).`,
  label: 'Number of records and people',
  number: touchedBy(effect),
});

/** What the hint of an error may name: the parameters of the tool that failed, and the other tools. */
type Known = {
  readonly called: PlacedTool | undefined;
  readonly tools: readonly PlacedTool[];
  /** The first words of all commands. */
  readonly branches: readonly string[];
};

/** An error in terms of tools: an agent has no command line, so hints that need one are dropped, and so is the line for help. */
function errorForAgents(error: ErrorDocument['error'], {called, tools, branches}: Known): object {
  const own = new Set(called?.commands.flatMap(each => parametersOf(called.tool, each).map(({name}) => name)));
  const asParameters = (text: string): string =>
    text.replace(/--([a-z][a-z-]*)/g, (option, name: string) => (own.has(name) ? `"${name}"` : option));
  const isLine = (sentence: string): boolean =>
    /^If not\b|(?:^|[\s"'(])--?[a-z]/.test(sentence) ||
    [...sentence.matchAll(/\bemk ([a-z-]+)/g)].some(([, word = '']) => branches.includes(word));
  const {help: _, run: __, ...rest} = error;
  const {message, hint} = rest;
  const sentences = (hint ?? '').split(/(?<=[.!?])\s+|\n/).map(each => toCall(each, tools) ?? asParameters(each));
  const useful = capital(
    sentences
      .filter(each => !isLine(each))
      .join(' ')
      .replace(/^Or /, ''),
  );
  // An option that the tool lacks is one that an agent may not decide on.
  const whole = [useful, ...(ALLOWS.test(hint ?? '') ? [ONLY_A_PERSON] : [])].join(' ').trim();
  return {...rest, message: asParameters(message), hint: whole === '' ? null : whole};
}

const ALLOWS = /\badd --(?:include-unsubscribed|allow-|force|mail-again|yes|max-delete)/;

const ONLY_A_PERSON = 'Only a person can allow this, with emk.';

/** `To see the segments: emk segments list` as the call that does the same, if there is a tool for it. */
function toCall(sentence: string, tools: readonly PlacedTool[]): string | undefined {
  const [, line] = /^(?:Run|To see the [a-z ]+): emk ([a-z -]+)$/.exec(sentence) ?? [];
  for (const {tool, commands} of tools) {
    const found = commands.find(({words}) => words.join(' ') === line);
    if (found) return `Call ${tool.name}${found.kind === undefined ? '' : ` with "kind": "${found.kind}"`}.`;
  }
  return undefined;
}
