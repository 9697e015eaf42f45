import {errorDocument} from '../output/messages/error-text.js';
import {harmless} from './harmless.js';
import {more} from './more.js';
import type {PlacedTool} from './placed-tool.js';
import type {Answer, Call} from './protocol.js';
import {createRests, type Rest} from './rest.js';
import {type Printed, type Running, runLine} from './run-line.js';
import {pieceOf, toAnswer} from './to-answer.js';
import {toWords} from './to-words.js';

/** Answers calls: runs the line that a call means, and makes of what it prints an answer of a good length. */
export function createCalls(
  tools: readonly PlacedTool[],
  running: Running & {readonly masksAddresses: boolean},
): (call: Call) => Promise<Answer> {
  const {keep, find} = createRests();

  async function run(call: Omit<Call, 'canAsk' | 'answer'>, from = 0): Promise<Answer> {
    const placed = tools.find(({tool}) => tool.name === call.name);
    if (!placed) throw new TypeError(`There is no tool ${call.name}.`);
    const {words, limit} = toWords(placed, call.given);
    const {inParts} = placed.tool;
    // One record more tells whether there are any.
    const line = inParts ? [words[0] ?? '', `--limit=${from + limit + 1}`, ...words.slice(1)] : words;
    const list = inParts ? (next: number): Rest => ({tool: call.name, given: call.given, from: next}) : undefined;
    return toAnswer(cleaned(await runLine(running, line, call.signal)), {list, from, limit, keep});
  }

  const cleaned = (printed: Printed): Printed => ({
    ...(harmless(printed, running) as Printed),
    exit: printed.exit,
  });

  async function continued({given: {next}, signal}: Call): Promise<Answer> {
    const rest = find(next);
    return 'text' in rest ? pieceOf(rest, keep) : run({name: rest.tool, given: rest.given, signal}, rest.from);
  }

  return async call =>
    (call.name === more.name ? continued(call) : run(call)).catch((error: unknown) => ({
      says: harmless(errorDocument(error, {fieldNames: () => undefined}), running) as Answer & object,
      failed: true,
    })) as Promise<Answer>;
}
