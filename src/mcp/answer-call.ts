import {type Budget, createBudget} from '../effect/budget.js';
import {errorDocument} from '../output/messages/error-text.js';
import type {ErrorDocument} from '../output/messages/message.schema.js';
import {lookUp} from '../words/look-up.js';
import {createConfirmations} from './confirmations.js';
import {errorForAgents} from './error-for-agents.js';
import {harmless} from './harmless.js';
import {confirmSend, more} from './own-tools.js';
import type {PlacedTool} from './placed-tool.js';
import type {Answer, Call} from './protocol.js';
import {createRests, type Rest} from './rest.js';
import {type Printed, type Running, runLine} from './run-line.js';
import {createSends} from './sends.js';
import {pieceOf, toAnswer} from './to-answer.js';
import {toWords} from './to-words.js';
import type {Allowed} from './tool.js';

/** Answers calls: runs the line that a call means, and makes of what it prints an answer of a good length. */
export function createCalls(tools: readonly PlacedTool[], running: Serving): (call: Call) => Promise<Answer> {
  const {keep, find} = createRests();
  const sends = createSends(running.sends);
  const budgets = createBudget();
  const confirmations = createConfirmations();
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
    const budget = budgets.forCall(confirmations.granted(call));
    const printed = await print({words: line, signal, called: placed, budget});
    const over = budget.over();
    if (over && call.canAsk) return confirmations.ask(call, over);
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
