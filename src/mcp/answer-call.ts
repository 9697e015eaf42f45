import {type Budget, createBudget, type Over} from '../effect/budget.js';
import {touchedBy} from '../effect/effect.js';
import {PreflightError} from '../errors.js';
import {errorDocument} from '../output/messages/error-text.js';
import {lookUp} from '../words/look-up.js';
import {harmless} from './harmless.js';
import {createInTools} from './in-tools.js';
import {confirmSend, more} from './own-tools.js';
import type {PlacedTool} from './placed-tool.js';
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
  const inTools = createInTools(tools, running.branches);

  async function run(call: Call, from = 0): Promise<Answer> {
    const {name, given, signal} = call;
    const placed = tools.find(({tool}) => tool.name === name);
    if (!placed) throw new TypeError(`There is no tool ${name}.`);
    const {words, limit} = toWords(placed, given, {...running, from});
    const {inParts, isPrepared} = placed.tool;
    if (isPrepared) sends.mustSayWhen(given);
    const list = inParts ? (next: number): Rest => ({tool: name, given, from: next}) : undefined;
    const budget = budgets.forCall(grantedBy(questions.answerTo(call)));
    const called = {...placed, commands: placed.commands.filter(({kind}) => kind === given['kind'])};
    const printed = await print({words, signal, called, budget});
    const over = budget.over();
    if (over && call.canAsk) return questions.ask(call, questionAbout(over));
    if (isPrepared && printed.exit === 0) sends.keep(given, words, printed.data);
    return toAnswer(printed, {list, from, limit, keep});
  }

  async function print({words, signal, called, budget}: Line): Promise<Printed> {
    const printed = await runLine(running, words, signal, budget);
    return {...(harmless(inTools.printed(printed, called), running) as Printed), exit: printed.exit};
  }

  async function continued(call: Call): Promise<Answer> {
    const rest = find(call.given['next']);
    return 'text' in rest ? pieceOf(rest, keep) : run({...call, name: rest.tool, given: rest.given}, rest.from);
  }

  async function confirmed(call: Call): Promise<Answer> {
    const agreed = sends.agreed(call);
    if ('asks' in agreed || 'says' in agreed) return agreed;
    const called = tools.find(({tool}) => tool.isPrepared);
    return toAnswer(await print({words: agreed, signal: call.signal, called}), {
      list: undefined,
      from: 0,
      limit: 1,
      keep,
    });
  }

  const byName: Readonly<Record<string, (call: Call) => Promise<Answer>>> = {
    [more.name]: continued,
    [confirmSend.name]: confirmed,
  };

  return call =>
    (lookUp(byName, call.name) ?? run)(call).catch((error: unknown): Answer => {
      const {error: document} = errorDocument(error);
      const says = harmless({error: inTools.error(document)}, running);
      return {says: says as Readonly<Record<string, unknown>>, failed: true};
    });
}

/** `branches` are the first words of all commands. */
type Serving = Running & Allowed & {readonly branches: readonly string[]};

type Line = Pick<Call, 'signal'> & {
  readonly words: readonly string[];
  readonly called: PlacedTool | undefined;
  readonly budget?: Budget;
};

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
