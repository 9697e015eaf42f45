/** An agent: the real client of the protocol, connected with `emk mcp` in this process. */
import {PassThrough} from 'node:stream';
import {Client} from '@modelcontextprotocol/client';
import {StdioServerTransport} from '@modelcontextprotocol/server/stdio';
import {onTestFinished} from 'vitest';
import type {Host} from '../../src/core/system/host.js';
import type {Ran} from './run-against.js';
import type {Shell} from './shell.js';

/** The revisions of the protocol that agents' programs speak. */
export const revisions = ['2025-11-25', '2026-07-28'] as const;

type Revision = (typeof revisions)[number] | '2025-06-18';

/** An answer to a call: whether it failed, and its JSON. */
export type Said = {readonly failed: boolean; readonly says: Saying};

type Saying = {
  readonly result: never;
  readonly notices?: readonly string[];
  readonly next?: number;
  readonly error?: {readonly code: string; readonly exit: number; readonly message: string; readonly hint: string};
};

export type Agent = {
  readonly client: Client;
  call(name: string, given?: Record<string, unknown>, options?: {readonly signal?: AbortSignal}): Promise<Said>;
  tools(): Promise<readonly string[]>;
  /** Closes stdin of emk, and tells how it ended. */
  leave(): Promise<Ran>;
};

export type AgentOptions = {
  readonly revision?: Revision;
  readonly env?: Record<string, string>;
  readonly host?: Partial<Host>;
  /** What a person answers to a question; without it, the agent's program cannot ask anybody. */
  readonly person?: (question: string) => PersonSays | Promise<PersonSays>;
};

export type PersonSays = {readonly action: 'accept' | 'decline'; readonly content?: {number: number}};

export async function startAgent(
  shell: Shell,
  line = 'mcp',
  {revision = '2026-07-28', env = {}, host = {}, person}: AgentOptions = {},
): Promise<Agent> {
  const [toEmk, fromEmk] = [new PassThrough(), new PassThrough()];
  const running = shell.emk(line, {env, host: {stdin: toEmk, stdout: fromEmk, ...host}});
  const client = new Client(
    {name: 'a-test', version: '1'},
    {
      // The revision of 2025-06-18 knows no other way of asking than a form, so it has no word for it.
      capabilities: person ? {elicitation: revision === '2025-06-18' ? {} : {form: {}}} : {},
      ...(revision === '2025-06-18' && {supportedProtocolVersions: [revision]}),
      versionNegotiation: {mode: revision === '2026-07-28' ? {pin: revision} : 'legacy'},
    },
  );
  if (person) client.setRequestHandler('elicitation/create', ({params}) => person(params.message));
  await client.connect(new StdioServerTransport(fromEmk, toEmk));
  const leave = async (): Promise<Ran> => {
    toEmk.end();
    return running;
  };
  onTestFinished(async () => {
    await leave();
  });
  return {
    client,
    leave,
    tools: async () => (await client.listTools()).tools.map(({name}) => name),
    async call(name, given = {}, options = {}) {
      const {content, isError, structuredContent} = await client.callTool({name, arguments: given}, options);
      const text = content[0]?.type === 'text' ? content[0].text : '';
      const says = JSON.parse(text) as Saying;
      if (structuredContent !== undefined && JSON.stringify(structuredContent) !== text)
        throw new Error('The text and the data of an answer differ.');
      return {failed: isError === true, says};
    },
  };
}
