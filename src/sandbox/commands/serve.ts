import {once} from 'node:events';
import {closeSync, writeSync} from 'node:fs';
import {type Command, command} from '../../commands/command.js';
import {UsageError} from '../../errors.js';
import {writeNow} from '../../output/text/terminal.js';
import type {Host} from '../../system/host.js';
import {databaseOf} from '../running/account-file.js';
import {type Sandbox, startSandbox} from '../running/start.js';
import {variablesOf} from './child-environment.js';
import {startOptions, startParams} from './options.js';

/** Serves a sandbox to other programs until it is told to stop. */
export const serve: Command = command({
  summary: 'Serve a sandbox to other programs',
  details:
    'Prints the address and the keys once it answers, and serves until Ctrl-C or SIGTERM. Without --db the account is in ' +
    'memory and new each time; with it, it is kept in that file. GET /__log shows the requests that came, POST /__faults ' +
    'makes it misbehave, POST /__clock turns its clock, GET /__mail shows who got what. Changes take the secret key in ' +
    'the header SecretKey, and pages of other origins get no answer.',
  takes: {
    port: {type: 'integer', value: 'n', help: 'The port to listen on; any free one when left out'},
    db: {type: 'text', value: 'file', help: 'Keep the account in this file'},
    'allow-host': {
      type: 'text',
      many: true,
      value: 'name',
      help: 'A name besides localhost by which it may be called, behind a proxy for example',
    },
    env: {type: 'flag', help: 'Print the address and keys as export lines for a shell'},
    'ready-fd': {type: 'integer', value: 'n', help: 'Write a line to this file descriptor once it answers'},
    ...startParams,
  },
  examples: ['emk sandbox serve --port 8080', "emk sandbox serve --empty --fault 'POST *=500:1' -o json"],
  calls: [],
  run: async ({host, reader, warn}, input) => {
    const sandbox = await startSandbox({
      ...startOptions(input, host),
      port: input.port,
      allowedHosts: (input['allow-host'] ?? []).map(name => name.toLowerCase()),
      ...(input.db === undefined || input.db === ':memory:' ? {} : {file: databaseOf(host, input.db), processes: host}),
      onError: error => warn(error instanceof Error ? (error.stack ?? error.message) : String(error)),
    }).catch((error: unknown) => {
      throw portTrouble(error) ?? error;
    });
    try {
      const json = reader === 'programs';
      writeNow(host.stdout, announcement(sandbox, {json, env: Boolean(input.env)}), json ? 'json' : 'words');
      if (input['ready-fd'] !== undefined) signalReady(input['ready-fd']);
      await untilInterrupted(host);
      return {kind: 'nothing'};
    } finally {
      await sandbox.close();
    }
  },
});

function announcement(sandbox: Sandbox, {json, env}: {readonly json: boolean; readonly env: boolean}): string {
  const {baseUrl, publicKey, secretKey} = sandbox;
  if (json) return `${JSON.stringify({ready: true, baseUrl, publicKey, secretKey})}\n`;
  if (env)
    return Object.entries(variablesOf(sandbox))
      .map(([name, value]) => `export ${name}=${value}\n`)
      .join('');
  return `The sandbox is ready.\n  address     ${baseUrl}\n  public key  ${publicKey}\n  secret key  ${secretKey}\n`;
}

function signalReady(descriptor: number): void {
  try {
    writeSync(descriptor, 'ready\n');
    if (descriptor > 2) closeSync(descriptor);
  } catch (cause) {
    throw new UsageError(`File descriptor ${descriptor} cannot be written to.`, {
      cause,
      hint: 'Open it for the sandbox: emk sandbox serve --ready-fd 3 3>ready',
    });
  }
}

const untilInterrupted = async ({interrupted}: Host): Promise<void> => {
  if (!interrupted.aborted) await once(interrupted, 'abort');
};

function portTrouble(error: unknown): UsageError | undefined {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const sentence = portSentences[code];
  return sentence === undefined
    ? undefined
    : new UsageError(sentence, {cause: error, hint: 'Choose another with --port, or leave it out.'});
}

const portSentences: {readonly [code: string]: string} = {
  EADDRINUSE: 'The port is taken.',
  EACCES: 'The port is not for everybody.',
  ERR_SOCKET_BAD_PORT: 'Ports go up to 65535.',
};
