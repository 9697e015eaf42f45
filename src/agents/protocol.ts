import {
  acceptedContent,
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  type InputRequiredResult,
  inputRequired,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type ServerContext,
  type Tool,
} from '@modelcontextprotocol/server';
import {StdioServerTransport, serveStdio} from '@modelcontextprotocol/server/stdio';
import type {Schema} from '../core/json-schema/describe.js';
import type {Host} from '../core/system/host.js';

/** A tool as an agent sees it. */
export type Definition = {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: Schema;
  readonly annotations: {
    readonly readOnlyHint: boolean;
    readonly destructiveHint: boolean;
  };
};

export type Call = {
  readonly name: string;
  readonly given: Readonly<Record<string, unknown>>;
  /** Aborted when the agent cancels the call, or goes. */
  readonly signal: AbortSignal;
  /** Whether the agent's program can put a question to a person. */
  readonly canAsk: boolean;
  /** What a person has answered, and to which question: the handle that came with it. */
  readonly answer: {readonly number: number; readonly to: string | undefined} | undefined;
};

/** What a call gives: JSON with or without an error, or a question to a person after whose answer the call comes again. */
export type CallAnswer =
  | {readonly says: Readonly<Record<string, unknown>>; readonly failed: boolean}
  | {readonly asks: string; readonly handle: string};

/** What a server tells an agent, and how it answers. */
type ToolServer = {
  readonly version: string;
  readonly instructions: string;
  readonly tools: readonly Definition[];
  call(call: Call): Promise<CallAnswer>;
};

/**
 * Speaks the Model Context Protocol on stdin and stdout until stopped. The SDK serves the revision of 2026-07-28 and the
 * older ones from the same answers. Its server of the lower level is used because tools bring schemas of their own.
 */
export function speak({stdin, stdout}: Pick<Host, 'stdin' | 'stdout'>, served: ToolServer): {close(): Promise<void>} {
  const transport = new StdioServerTransport(stdin, stdout);
  return serveStdio(() => serverOf(served), {transport});
}

function serverOf({version, instructions, tools, call}: ToolServer): Server {
  const server = new Server({name: 'emk', version}, {capabilities: {tools: {}}, instructions});
  server.setRequestHandler('tools/list', () => ({tools: tools as unknown as Tool[]}));
  server.setRequestHandler('tools/call', async ({params: {name, arguments: given = {}}}, context) => {
    if (!tools.some(tool => tool.name === name))
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no tool "${name}".`);
    const {signal} = context.mcpReq;
    return toResult(await call({name, given, signal, canAsk: canAsk(server, context), answer: answerIn(context)}));
  });
  return server;
}

/**
 * Whether a form can be put to a person. An agent's program says with each request what it can do, or in the older
 * revisions once, at the beginning.
 */
function canAsk(server: Server, {mcpReq}: ServerContext): boolean {
  const envelope: Readonly<Record<string, unknown>> = mcpReq.envelope ?? {};
  const abilities = (envelope[CLIENT_CAPABILITIES_META_KEY] ?? server.getClientCapabilities()) as ClientCapabilities;
  const {form, url} = abilities?.elicitation ?? {url: {}};
  return form !== undefined || url === undefined;
}

function answerIn({mcpReq: {inputResponses, requestState}}: ServerContext): Call['answer'] {
  if (inputResponses === undefined) return undefined;
  const {[ANSWER]: answer} = acceptedContent(inputResponses, QUESTION) ?? {};
  return {number: typeof answer === 'number' ? answer : Number.NaN, to: requestState()};
}

const QUESTION = 'people';
const ANSWER = 'number';

function toResult(answer: CallAnswer): CallToolResult | InputRequiredResult {
  if ('asks' in answer) {
    const {asks: message, handle: requestState} = answer;
    const requestedSchema = {
      type: 'object' as const,
      properties: {[ANSWER]: {type: 'integer' as const, title: 'Number'}},
      required: [ANSWER],
    };
    return inputRequired({inputRequests: {[QUESTION]: inputRequired.elicit({message, requestedSchema})}, requestState});
  }
  const {says, failed} = answer;
  const content = [{type: 'text' as const, text: JSON.stringify(says)}];
  return failed ? {content, isError: true} : {content, structuredContent: {...says}};
}
