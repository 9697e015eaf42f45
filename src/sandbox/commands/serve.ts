import {once} from 'node:events';
import type {Readable} from 'node:stream';
import {params} from '../../api/describe/operation.js';
import type {InputOf} from '../../api/describe/schema.js';
import {type Command, command} from '../../commands/command.js';
import {object, oneOf, type TypeOf, text} from '../../core/json-schema/describe.js';
import type {Host} from '../../core/system/host.js';
import type {OutputReader} from '../../output/results/format.js';
import {writeNow} from '../../output/text/terminal.js';
import {databaseOf, startOptions} from '../running/environment.js';
import {type RunningSandbox, startSandbox} from '../running/start.js';

export const seedParams = params({
  empty: {type: 'flag', help: 'Start with an empty account, not the demo one'},
  contacts: {type: 'integer', value: 'n', help: 'Start with this many extra contacts'},
  random: {
    type: 'integer',
    value: 'n',
    help: 'Number that decides the invented data (default: 1), and the keys too if you give it',
  },
});

export const startParams = params({
  ...seedParams,
  fault: {type: 'text', many: true, value: 'fault', help: "Misbehave: 'METHOD /path=KIND[:TIMES][,option]'"},
  clock: {
    type: 'text',
    value: 'clock',
    help: 'How time passes: real, x60 (sixty times as fast) or step (stands still)',
  },
  setting: {
    type: 'text',
    many: true,
    value: 'name=value',
    help: 'Choose behaviour that the API does not document: emk help sandbox',
    rare: true,
  },
});

/** The content of a new account according to these options. */
export const seedOf = ({empty, contacts = 0, random: seed}: InputOf<typeof seedParams>) => ({
  kind: empty ? ('empty' as const) : ('demo' as const),
  contacts,
  ...(seed !== undefined && {seed}),
});

const served = object({ready: oneOf(true), baseUrl: text, publicKey: text, secretKey: text});

export type Served = TypeOf<typeof served>;

export const serve: Command = command({
  summary: 'Serve a sandbox to other programs',
  details:
    'Prints the address and the keys when it is ready, and runs until Ctrl-C or SIGTERM. Without --db the account is ' +
    'in memory and new each time; with --db it is kept in that file.\n\nGET /__health says whether it is ready, POST ' +
    '/__reset resets the account, GET /__log shows the requests, POST /__faults makes it misbehave, POST /__clock ' +
    'sets its clock, GET /__mail shows the mail people got. All but /__health need the secret key in the header ' +
    'SecretKey.\n\nTo test a program with it: emk help testing.',
  takes: {
    port: {type: 'integer', value: 'n', help: 'The port to listen on (default: a free one)'},
    host: {
      type: 'text',
      value: 'address',
      help: 'The address to listen on (default: 127.0.0.1); 0.0.0.0 lets everyone in',
      rare: true,
    },
    db: {type: 'text', value: 'file', help: 'Keep the account in this file'},
    'until-stdin-ends': {
      type: 'flag',
      help: 'Stop when stdin ends, and so with the program that started it',
      rare: true,
    },
    ...startParams,
  },
  examples: [
    'emk sandbox serve --port 8080',
    "emk sandbox serve --empty --fault 'POST *=500:1' -o json",
    'emk sandbox serve --random 7 -o json > sandbox.json',
  ],
  calls: [],
  gives: {document: async () => ({default: served})},
  run: async (context, input) => {
    const {host, reader, warn} = context;
    const sandbox = await startSandbox({
      ...startOptions(host, input),
      seed: seedOf(input),
      resets: true,
      host: input.host,
      port: input.port,
      ...(input.db === undefined || input.db === ':memory:' ? {} : {file: databaseOf(host, input.db), processes: host}),
      onError: error => warn(trouble(error)),
    });
    try {
      writeNow(host.stdout, announcement(sandbox, reader), 'words');
      await Promise.race([untilInterrupted(host), ...(input['until-stdin-ends'] ? [untilEnd(host.stdin)] : [])]);
      return {kind: 'nothing'};
    } finally {
      await sandbox.close();
    }
  },
});

/** What went wrong while a request was handled, for whoever looks for the mistake. */
export const trouble = (error: unknown): string =>
  `The sandbox could not handle a request: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;

const untilInterrupted = async ({interrupted}: Host): Promise<void> => {
  if (!interrupted.aborted) await once(interrupted, 'abort');
};

async function untilEnd(stdin: Readable): Promise<void> {
  stdin.resume();
  await once(stdin, 'close');
}

function announcement({baseUrl, publicKey, secretKey}: RunningSandbox, reader: OutputReader): string {
  const ready: Served = {ready: true, baseUrl, publicKey, secretKey};
  if (reader === 'programs') return `${JSON.stringify(ready)}\n`;
  return `The sandbox is ready.\n  address     ${baseUrl}\n  public key  ${publicKey}\n  secret key  ${secretKey}\n`;
}
